import type { LintFinding } from '../lint/lintIssue.ts';
import { arrayOrEmpty, isJsonObject, type JsonObject } from '../schema/json.ts';
import { type Subschema, subschemaPointer, walkSubschemas } from '../schema/subschemas.ts';
import type { modelRules } from './modelRules.ts';

type Found = Omit<LintFinding<keyof typeof modelRules>, 'path'>;

/** OpenAI names these as unsupported in its strict mode; the function parameters of Gemini have none of them. */
const unsupported = [
  'allOf',
  'not',
  'if',
  'then',
  'else',
  'dependentRequired',
  'dependentSchemas',
  'unevaluatedProperties',
  'unevaluatedItems',
  '$dynamicRef',
] as const;
const combining = ['anyOf', 'oneOf', 'allOf'] as const;
/** With one of these, a schema has its type elsewhere. */
const typed = ['type', '$ref', 'const', ...combining] as const;
const mostDepth = 10;
const mostProperties = 100;
const mostValues = 1000;

/** What the APIs of models don't take of an input schema. */
export function* modelFindings(root: unknown, path: string): Generator<LintFinding<keyof typeof modelRules>> {
  if (isJsonObject(root)) {
    for (const keyword of combining) {
      if (root[keyword] !== undefined) yield { rule: 'alternatives-on-top', path, names: [keyword] };
    }
    if (root['type'] === 'object' && root['properties'] === undefined)
      yield { rule: 'properties-missing', path };
    if (isJsonObject(root['properties'])) {
      for (const property of Object.keys(root['properties'])) {
        // Claude looks at the top only.
        if (!/^[\w.-]{1,64}$/.test(property)) yield { rule: 'property-name', path, names: [property] };
      }
    }
  }
  let properties = 0;
  let values = 0;
  let deepest: Subschema | undefined;
  let firstTooDeep: Subschema | undefined;
  let firstRef: Subschema | undefined;
  for (const place of walkSubschemas(root)) {
    if (place.property !== undefined) properties += 1;
    if (place.valueDepth > (deepest?.valueDepth ?? 0)) deepest = place;
    if (place.valueDepth > mostDepth) firstTooDeep ??= place;
    if (!isJsonObject(place.schema)) continue;
    values += arrayOrEmpty(place.schema['enum']).length;
    if (place.schema['$ref'] !== undefined) firstRef ??= place;
    for (const found of ofPlace(place, place.schema))
      yield { ...found, path: () => path + subschemaPointer(place) };
  }
  if (firstTooDeep && deepest) {
    yield { rule: 'deep', path: path + subschemaPointer(firstTooDeep), names: [String(deepest.valueDepth)] };
  }
  if (firstRef) yield { rule: 'ref-used', path: path + subschemaPointer(firstRef) };
  if (properties > mostProperties) yield { rule: 'properties-many', path, names: [String(properties)] };
  if (values > mostValues) yield { rule: 'enum-many', path, names: [String(values)] };
}

function* ofPlace({ property, keyword }: Subschema, schema: JsonObject): Generator<Found> {
  // Alternatives, conditions and the like only add to a schema that has a type.
  yield* ofTypes(schema, keyword === 'properties' || keyword === 'items');
  yield* ofKeywords(schema);
  yield* ofValues(schema['enum']);
  const { pattern, description } = schema;
  if (typeof pattern === 'string' && /\(\?<?[=!]|\\p\{/i.test(pattern)) {
    yield { rule: 'pattern-look-around', names: [pattern] };
  }
  const isDescribed = typeof description === 'string' && description.trim() !== '';
  if (property !== undefined && !isDescribed)
    yield { rule: 'property-description-missing', names: [property] };
}

function* ofTypes(schema: JsonObject, needsType: boolean): Generator<Found> {
  const { type } = schema;
  if (Array.isArray(type)) yield { rule: 'type-list' };
  if (needsType && typed.every((keyword) => schema[keyword] === undefined)) {
    yield { rule: 'type-missing' };
  }
  const types = [type].flat();
  if (types.includes('array') && schema['items'] === undefined) yield { rule: 'items-missing' };
  if (types.includes('object') && schema['additionalProperties'] === undefined) {
    yield { rule: 'additional-properties-open' };
  }
}

function* ofKeywords(schema: JsonObject): Generator<Found> {
  for (const keyword of unsupported) {
    if (schema[keyword] !== undefined) yield { rule: 'keyword-unsupported', names: [keyword] };
  }
  if (schema['patternProperties'] !== undefined) yield { rule: 'keyword-pattern-properties' };
  if (schema['const'] !== undefined) yield { rule: 'keyword-const' };
}

function* ofValues(values: unknown): Generator<Found> {
  const all = arrayOrEmpty(values);
  if (all.includes('')) yield { rule: 'enum-empty-text' };
  if (all.some((value) => typeof value !== 'string')) yield { rule: 'enum-not-text' };
}
