import { omitUndefined } from '../../fields.ts';
import { type Budget, spend, TooComplexError } from '../schema/budget.ts';
import { boundedCanonicalJson } from '../schema/canonicalJson.ts';
import type { JsonValue } from '../schema/json.ts';
import {
  type ArrayField,
  cloneWithGetters,
  type EnumOption,
  type FieldAnnotations,
  type FormField,
  type ObjectField,
  type ObjectProperty,
} from './field.ts';
import { resolveAllOf } from './mergeSchemas.ts';
import {
  isFalseSchema,
  type NormalizedSchema,
  normalizeSchema,
  type SchemaTypeName,
} from './normalizeSchema.ts';
import { listVariants } from './variants.ts';

/** Deeper than that a form shows JSON. */
const maxFieldDepth = 16;
/** So many choices and first items are shown. */
const maxOptions = 1000;
/** Steps of merging schemas for all fields of a form. What isn't merged then is shown as JSON. */
const maxMergeSteps = 500_000;

/** The field of a schema; `root`: the document that its references lead into. Any value will do for a schema. */
export function createFormField(schema: unknown, root: unknown = schema): FormField {
  const sound = normalizeSchema(schema, root);
  const budget = { left: maxMergeSteps };
  return buildField(
    sound,
    stateForChildren({ defs: sound.$defs ?? {}, depth: -1, effort: { left: 0 }, budget }),
  );
}

type SchemaDefinitions = Readonly<Record<string, NormalizedSchema>>;

/** Where a schema stands. */
interface FieldBuildState {
  readonly defs: SchemaDefinitions;
  readonly depth: number;
  /** How many fields may still be made at once: schemas may branch into themselves. */
  readonly effort: { left: number };
  /** Shared by all fields of the form. */
  readonly budget: Budget;
}

function buildField(schema: NormalizedSchema, place: FieldBuildState): FormField {
  if (place.depth > maxFieldDepth || --place.effort.left < 0) return buildJsonField(schema);
  try {
    const whole = resolveAllOf(schema, place.defs, place.budget);
    if (!whole || isFalseSchema(whole)) return buildJsonField(schema);
    return (
      buildChoiceField(whole, place.budget) ?? buildUnionField(whole, place) ?? buildTypedField(whole, place)
    );
  } catch (error) {
    if (error instanceof TooComplexError) return buildJsonField(schema);
    throw error;
  }
}

/** The place of what is below, and is made when it is read. */
function stateForChildren({ defs, depth, budget }: FieldBuildState): FieldBuildState {
  return { defs, depth: depth + 1, effort: { left: maxOptions }, budget };
}

const buildJsonField = (schema: NormalizedSchema): FormField => ({
  kind: 'json',
  ...readAnnotations(schema),
});

function readAnnotations({
  title,
  description,
  default: start,
  examples,
}: NormalizedSchema): FieldAnnotations {
  return omitUndefined({
    title: title || undefined,
    description: description || undefined,
    default: start,
    examples,
  });
}

/** One value, or one of some. */
function buildChoiceField(schema: NormalizedSchema, budget: Budget): FormField | undefined {
  const about = readAnnotations(schema);
  const only =
    schema.const !== undefined ? schema.const : schema.enum?.length === 1 ? schema.enum[0] : undefined;
  if (only === null) return { kind: 'nothing', ...about };
  if (only !== undefined) return { kind: 'constant', value: only, ...about };
  const options = createOptions(schema, budget);
  return options && { kind: 'enum', options, ...about };
}

function createOptions(
  { enum: values, enumNames = [] }: NormalizedSchema,
  budget: Budget,
): readonly EnumOption[] | undefined {
  if (!values || values.length > maxOptions) return undefined;
  const options = new Map<string, EnumOption>();
  for (const [index, value] of values.entries()) {
    const text = boundedCanonicalJson(value, budget);
    if (!options.has(text)) options.set(text, { value, title: enumNames[index] || formatOption(value) });
  }
  return [...options.values()];
}

function formatOption(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** One of several schemas. */
function buildUnionField(schema: NormalizedSchema, place: FieldBuildState): FormField | undefined {
  const found = listVariants(schema, place.defs, place.budget);
  if (found === undefined) return undefined;
  if (found === 'unclear') return buildJsonField(schema);
  const about = readAnnotations(schema);
  const values = found.map((variant) => variant.const);
  if (values.length > 1 && values.every((value) => value !== undefined)) {
    const options = found.map(({ const: value = null, title, description }) => ({
      value,
      title: title || formatOption(value),
      ...omitUndefined({ description }),
    }));
    return { kind: 'enum', options, ...about };
  }
  const fields = found.map((variant) => buildField(variant, { ...place, depth: place.depth + 1 }));
  const variants = fields.flatMap((field) => (field.kind === 'union' ? field.variants : [field]));
  const [single] = variants;
  if (variants.length > maxOptions) return buildJsonField(schema);
  return variants.length === 1 && single
    ? Object.assign(cloneWithGetters(single), about)
    : { kind: 'union', variants, ...about };
}

/** Of one type, or of none that is said. */
function buildTypedField(schema: NormalizedSchema, place: FieldBuildState): FormField {
  const { type = inferTypes(schema) } = schema;
  const about = readAnnotations(schema);
  const child = (part: NormalizedSchema): FormField => buildField(part, stateForChildren(place));
  switch (type[0]) {
    case 'string': {
      const { format, pattern, minLength, maxLength } = schema;
      const isMultiline =
        /^(?:multi-?line|text-?area|markdown)$/i.test(format ?? '') ||
        (minLength ?? 0) > 100 ||
        (maxLength ?? 0) > 200 ||
        [schema.default, ...(schema.examples ?? [])].some(
          (one) => typeof one === 'string' && one.includes('\n'),
        );
      return {
        kind: 'text',
        isMultiline,
        ...omitUndefined({ format, pattern, minLength, maxLength }),
        ...about,
      };
    }
    case 'integer':
    case 'number': {
      const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
      const limits = omitUndefined({ minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf });
      return { kind: 'number', isInteger: type[0] === 'integer', ...limits, ...about };
    }
    case 'boolean':
      return { kind: 'boolean', ...about };
    case 'null':
      return { kind: 'nothing', ...about };
    case 'object':
      return buildObjectField(schema, about, child, place.budget);
    case 'array':
      return buildArrayField(schema, about, place);
    default:
      return { kind: 'json', ...about };
  }
}

/** Which type somebody means who doesn't say it. */
function inferTypes(schema: NormalizedSchema): readonly SchemaTypeName[] {
  const has = (...keywords: readonly (keyof NormalizedSchema)[]): boolean =>
    keywords.some((keyword) => schema[keyword] !== undefined);
  if (has('properties', 'required', 'patternProperties')) return ['object'];
  if (has('items', 'prefixItems')) return ['array'];
  if (has('pattern', 'minLength', 'maxLength', 'format')) return ['string'];
  return has('minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf') ? ['number'] : [];
}

function buildObjectField(
  schema: NormalizedSchema,
  about: FieldAnnotations,
  child: (part: NormalizedSchema) => FormField,
  budget: Budget,
): ObjectField {
  const { properties = {}, additionalProperties: others = {} } = schema;
  const required = new Set(schema.required);
  spend(budget, required.size + Object.keys(properties).length);
  const more = [...required]
    .filter((name) => !Object.hasOwn(properties, name))
    .map((name) => [name, others] as const);
  const list = [...Object.entries(properties), ...new Map(more)].map(
    ([name, part]): ObjectProperty =>
      lazyProperty({ name, isRequired: required.has(name) }, 'field', () => child(part)),
  );
  // That nothing is said of others is no invitation.
  const isOpen = list.length === 0 || Boolean(schema.additionalProperties ?? schema.patternProperties);
  const object = {
    kind: 'object',
    properties: list,
    canAddProperties: isOpen && !isFalseSchema(others),
    ...about,
  } as const;
  return isFalseSchema(others) ? object : lazyProperty(object, 'extra', () => child(others));
}

function buildArrayField(
  schema: NormalizedSchema,
  about: FieldAnnotations,
  place: FieldBuildState,
): FormField {
  const { prefixItems = [], items = {}, minItems = 0 } = schema;
  const isOpen = !isFalseSchema(items);
  const most = isOpen ? schema.maxItems : Math.min(schema.maxItems ?? prefixItems.length, prefixItems.length);
  const limits = { minItems, ...omitUndefined({ maxItems: most }) };
  if (schema.uniqueItems && prefixItems.length === 0 && isOpen) {
    const item = buildField(items, { ...place, depth: place.depth + 1 });
    if (item.kind === 'enum') return { kind: 'several', options: item.options, ...limits, ...about };
  }
  const child = (part: NormalizedSchema): FormField => buildField(part, stateForChildren(place));
  const array: ArrayField = lazyProperty({ kind: 'array', ...limits, ...about } as const, 'first', () =>
    prefixItems.slice(0, maxOptions).map(child),
  );
  return isOpen ? lazyProperty(array, 'rest', () => child(items)) : array;
}

/** Adds a field that is made when it is read first. */
function lazyProperty<Base extends object, Name extends string, Value>(
  base: Base,
  name: Name,
  make: () => Value,
): Base & { readonly [N in Name]: Value } {
  let value: Value | undefined;
  const get = (): Value => {
    value ??= make();
    return value;
  };
  return Object.defineProperty(cloneWithGetters(base), name, { get, enumerable: true }) as Base & {
    readonly [N in Name]: Value;
  };
}
