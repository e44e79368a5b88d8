import { canonicalJson, isJsonObject, type JsonObject, stringItems } from '../schema/json.ts';
import { getJsonType, schemaTypeNames } from '../schema/jsonTypes.ts';
import { isLocalReference, resolvePointer } from '../schema/pointer.ts';
import { type Subschema, subschemaPointer, walkSubschemas } from '../schema/subschemas.ts';
import type { LintFinding } from './lintIssue.ts';
import type { schemaRules } from './schemaRules.ts';

type SchemaFinding = Omit<LintFinding<keyof typeof schemaRules>, 'path'>;

const knownTypes: ReadonlySet<unknown> = new Set(schemaTypeNames);

/** Only models stumble over these, and they see no output schema. */
const inputOnlyRules: ReadonlySet<string> = new Set<keyof typeof schemaRules>([
  'schema-boolean',
  'items-list',
  'required-unknown',
  'required-twice',
]);

/** What is wrong with an input or output schema wherever it is used. */
export function* findSchemaIssues(
  root: unknown,
  path: '/inputSchema' | '/outputSchema',
): Generator<LintFinding<keyof typeof schemaRules>> {
  if (!isJsonObject(root) || root['type'] !== 'object') yield { rule: 'schema-not-object', path };
  const leadsSomewhere = createReferenceCheck(root);
  for (const place of walkSubschemas(root)) {
    for (const found of checkSubschema(place, root, leadsSomewhere)) {
      if (path === '/outputSchema' && inputOnlyRules.has(found.rule)) continue;
      yield { ...found, path: () => path + subschemaPointer(place) };
    }
  }
}

function* checkSubschema(
  place: Subschema,
  root: unknown,
  leadsSomewhere: (ref: string) => boolean,
): Generator<SchemaFinding> {
  const { schema, property, parent } = place;
  if (!isJsonObject(schema)) {
    if (property === undefined) return;
    const isAllowed = typeof schema === 'boolean' && parent?.parent !== undefined;
    yield { rule: isAllowed ? 'schema-boolean' : 'property-not-schema', names: [property] };
    return;
  }
  yield* checkTypes(schema);
  const ref = schema['$ref'];
  if (typeof ref === 'string') {
    if (!isLocalReference(ref)) yield { rule: 'ref-outside', names: [ref] };
    else if (!leadsSomewhere(ref)) yield { rule: 'ref-unresolved', names: [ref] };
    else if (isAncestor(place, resolvePointer(root, ref)?.schema))
      yield { rule: 'ref-recursive', names: [ref] };
  }
  yield* checkRequired(schema);
  yield* checkEnum(schema['enum']);
  yield* checkDefault(schema);
  yield* checkPattern(schema['pattern']);
}

/** Not looked for further than any client nests. */
function isAncestor(place: Subschema, schema: unknown): boolean {
  let at: Subschema | undefined = place;
  for (let up = 0; at && up < 100; up += 1, at = at.parent) if (at.schema === schema) return true;
  return false;
}

function* checkTypes(schema: JsonObject): Generator<SchemaFinding> {
  if (schema['type'] !== undefined) {
    for (const type of [schema['type']].flat()) {
      if (!knownTypes.has(type)) yield { rule: 'type-unknown', names: [canonicalJson(type)] };
    }
  }
  if (Array.isArray(schema['items'])) yield { rule: 'items-list' };
}

function* checkRequired({ required, properties }: JsonObject): Generator<SchemaFinding> {
  if (required === undefined) return;
  const names = stringItems(required);
  if (!Array.isArray(required) || names.length < required.length) yield { rule: 'required-type' };
  const described = isJsonObject(properties) ? properties : {};
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) yield { rule: 'required-twice', names: [name] };
    else if (!Object.hasOwn(described, name)) yield { rule: 'required-unknown', names: [name] };
    seen.add(name);
  }
}

function* checkEnum(values: unknown): Generator<SchemaFinding> {
  if (!Array.isArray(values)) return;
  if (values.length === 0) yield { rule: 'enum-empty' };
  const seen = new Set<string>();
  for (const text of values.map((value) => canonicalJson(value))) {
    if (seen.has(text)) yield { rule: 'enum-twice', names: [text] };
    seen.add(text);
  }
}

function* checkDefault(schema: JsonObject): Generator<SchemaFinding> {
  const value = schema['default'];
  if (value === undefined) return;
  const types = schema['type'] === undefined ? [] : [schema['type']].flat();
  const own = getJsonType(value);
  const hasType =
    types.length === 0 || types.includes(own) || (own === 'integer' && types.includes('number'));
  const allowed = schema['enum'];
  const isAllowed =
    !Array.isArray(allowed) || allowed.map((one) => canonicalJson(one)).includes(canonicalJson(value));
  if (!hasType || !isAllowed) yield { rule: 'default-unfit', names: [canonicalJson(value)] };
}

function* checkPattern(pattern: unknown): Generator<SchemaFinding> {
  if (typeof pattern !== 'string' || isValidPattern(pattern, 'u')) return;
  yield { rule: isValidPattern(pattern, '') ? 'pattern-unicode' : 'pattern-invalid', names: [pattern] };
}

function isValidPattern(pattern: string, flags: string): boolean {
  try {
    return new RegExp(pattern, flags) !== undefined;
  } catch {
    return false;
  }
}

/** Whether a reference ends at a schema. One that leads to itself never does. */
function createReferenceCheck(root: unknown): (ref: string) => boolean {
  const answers = new Map<string, boolean>();
  return (first) => {
    const passed: string[] = [];
    let ref = first;
    let answer = answers.get(ref);
    while (answer === undefined) {
      passed.push(ref);
      // Until the end is known: who comes by here once more goes round in a circle.
      answers.set(ref, false);
      const target = resolvePointer(root, ref);
      const next = isJsonObject(target?.schema) ? target.schema['$ref'] : undefined;
      const ends = typeof next !== 'string' || !isLocalReference(next);
      answer = ends ? isSchemaValue(target?.schema) : answers.get(next);
      if (!ends) ref = next;
    }
    for (const one of passed) answers.set(one, answer);
    return answer;
  };
}

function isSchemaValue(value: unknown): boolean {
  return isJsonObject(value) || typeof value === 'boolean';
}
