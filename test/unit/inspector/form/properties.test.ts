import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { dereference, type Schema, validate } from '@cfworker/json-schema';
import fc from 'fast-check';
import { canShow, findBestVariant } from '../../../../src/inspector/form/canShow.ts';
import { createFormField } from '../../../../src/inspector/form/createFormField.ts';
import { addItem, moveItem, removeAt, setAt } from '../../../../src/inspector/form/editValue.ts';
import { type FormField, getItemField, getPropertyField } from '../../../../src/inspector/form/field.ts';
import { formTexts } from '../../../../src/inspector/form/formTexts.ts';
import { createInitialValue } from '../../../../src/inspector/form/initialValue.ts';
import { normalizeSchema } from '../../../../src/inspector/form/normalizeSchema.ts';
import { findValueIssues, validateBySchema } from '../../../../src/inspector/form/validateBySchema.ts';
import { isJsonArray, isJsonObject, type JsonValue } from '../../../../src/inspector/schema/json.ts';
import { getValueAtPath, type ValuePath } from '../../../../src/inspector/schema/pointer.ts';
import { anySchemas, hostileSchemas, largeValues, schemas } from './schemas.ts';

const strings = formTexts();
/** `FORM_RUNS=20000 node --test …` looks longer. */
const numRuns = Number(process.env['FORM_RUNS'] ?? 100);
const json = fc.jsonValue() as fc.Arbitrary<JsonValue>;

const texts: Readonly<Record<string, string>> = {
  date: '2026-01-31',
  'date-time': '2026-01-31T10:30:00Z',
  email: 'a@example.com',
  uri: 'https://example.com',
  uuid: '12345678-1234-1234-1234-123456789abc',
};

/** What a person adds to what a form begins with: texts that are long enough, or of a format. */
function completed(field: FormField, value: JsonValue): JsonValue {
  if (!canShow(field, value)) return value;
  if (field.kind === 'text')
    return texts[field.format ?? ''] ?? String(value).padEnd(field.minLength ?? 0, 'x');
  if (field.kind === 'union') {
    const variant = field.variants[findBestVariant(field, value, 0)];
    return variant ? completed(variant, value) : value;
  }
  if (field.kind === 'array' && isJsonArray(value)) {
    return value.map((item, index) => completed(getItemField(field, index) ?? { kind: 'json' }, item));
  }
  if (field.kind !== 'object' || !isJsonObject(value)) return value;
  const missing = field.properties
    .filter(({ name, isRequired }) => isRequired && !Object.hasOwn(value, name))
    .map(({ name }): [string, JsonValue] => [name, '']);
  return Object.fromEntries(
    [...Object.entries(value), ...missing].map(([name, child]) => [
      name,
      completed(getPropertyField(field, name) ?? { kind: 'json' }, child),
    ]),
  );
}

/** The places of a value that a form shows, each with its field. */
function placesOf(
  field: FormField,
  value: JsonValue,
  path: ValuePath = [],
): readonly (readonly [ValuePath, FormField, JsonValue])[] {
  const here = [[path, field, value] as const];
  if (path.length > 8 || !canShow(field, value)) return here;
  if (field.kind === 'union') {
    const variant = field.variants[findBestVariant(field, value)];
    return variant ? [...here, ...placesOf(variant, value, path)] : here;
  }
  if (field.kind === 'array' && isJsonArray(value)) {
    return [
      ...here,
      ...value.flatMap((item, index) =>
        placesOf(getItemField(field, index) ?? { kind: 'json' }, item, [...path, index]),
      ),
    ];
  }
  if (field.kind !== 'object' || !isJsonObject(value)) return here;
  return [
    ...here,
    ...Object.entries(value).flatMap(([name, child]) =>
      placesOf(getPropertyField(field, name) ?? { kind: 'json' }, child, [...path, name]),
    ),
  ];
}

/** Values as a schema has them, and others. */
const valued = schemas.chain((schema) =>
  fc.record({
    schema: fc.constant(schema),
    value: fc.oneof(fc.constant(createInitialValue(createFormField(schema))), json),
  }),
);

describe('a form of any schema', () => {
  test('has an initial value that is valid after the user filled in its strings', () => {
    fc.assert(
      fc.property(schemas, (schema) => {
        const field = createFormField(schema);
        assert.deepEqual(findValueIssues(schema, completed(field, createInitialValue(field)), strings), []);
      }),
      { numRuns },
    );
  });

  test('keeps a value unchanged if edits change nothing', () => {
    fc.assert(
      fc.property(valued, ({ schema, value }) => {
        for (const [path, field, there] of placesOf(createFormField(schema), value)) {
          assert.equal(getValueAtPath(value, path), there, 'what is shown is what is there');
          assert.equal(setAt(value, path, there), value);
          if (!isJsonArray(there) || field.kind !== 'array') continue;
          const added = addItem(value, path, 'new');
          assert.deepEqual(removeAt(added, [...path, there.length]), value);
          const last = there.length - 1;
          if (last > 0) assert.deepEqual(moveItem(moveItem(value, path, 0, last), path, last, 0), value);
        }
      }),
      { numRuns },
    );
  });

  test('has an edited value at its path, and all other parts unchanged', () => {
    fc.assert(
      fc.property(valued, json, fc.nat(), ({ schema, value }, next, index) => {
        const places = placesOf(createFormField(schema), value);
        const [path, , before] = places[index % places.length] ?? assert.fail();
        const after = setAt(value, path, next);
        assert.deepEqual(getValueAtPath(after, path), next);
        assert.deepEqual(setAt(after, path, before), value);
        const isInside = (other: ValuePath): boolean => path.every((part, at) => part === other[at]);
        for (const [other, , there] of places) {
          const isAround = other.every((part, at) => part === path[at]);
          if (!isAround && !isInside(other))
            assert.equal(getValueAtPath(after, other), there, 'it is shared');
        }
      }),
      { numRuns },
    );
  });

  test('is created for any schema and any value', () => {
    fc.assert(
      fc.property(anySchemas, json, (schema, value) => {
        const field = createFormField(schema);
        const start = createInitialValue(field);
        for (const one of [start, value]) {
          placesOf(field, one);
          for (const { path, message } of findValueIssues(schema, one, strings)) {
            assert.ok(message !== '' && Array.isArray(path));
          }
        }
        assert.equal(({} as Record<string, unknown>)['type'], undefined, 'no prototype was touched');
      }),
      { numRuns },
    );
  });
});

/** The other validator looks at names with `in`, and would find what all objects have. */
function withoutPrototypes(value: JsonValue): JsonValue {
  if (isJsonArray(value)) return value.map(withoutPrototypes);
  if (!isJsonObject(value)) return value;
  const copy: Record<string, JsonValue> = Object.create(null);
  for (const [name, child] of Object.entries(value)) copy[name] = withoutPrototypes(child);
  return copy;
}

describe('the validation of a value', () => {
  test('has the same result as another validator', () => {
    fc.assert(
      fc.property(fc.oneof(valued, fc.record({ schema: anySchemas, value: json })), ({ schema, value }) => {
        const sound = normalizeSchema(schema) as Schema;
        // The other validator divides binary fractions, and takes an empty array for an empty object.
        fc.pre(!/"multipleOf"|\[\]/.test(JSON.stringify([sound, value])));
        let isValid: boolean;
        try {
          isValid = validate(withoutPrototypes(value), sound, '2020-12', dereference(sound), false).valid;
        } catch {
          // It doesn't end with a schema that leads to itself.
          return;
        }
        const { issues, isUnchecked } = validateBySchema(schema, value, strings);
        assert.ok(isUnchecked || (issues.length === 0) === isValid, JSON.stringify({ sound, value, issues }));
      }),
      { numRuns },
    );
  });

  test('ends for any schema and any value', () => {
    fc.assert(
      fc.property(hostileSchemas, largeValues, (schema, value) => {
        const before = process.cpuUsage();
        validateBySchema(schema, value as JsonValue, strings);
        createInitialValue(createFormField(schema));
        // The limit is for hanging, not for speed. Processor time doesn't depend on the load of the machine.
        const { user, system } = process.cpuUsage(before);
        assert.ok(user + system < 20_000_000);
      }),
      { numRuns: Math.ceil(numRuns / 20) },
    );
  });
});
