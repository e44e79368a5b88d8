import { arrayOrEmpty, isJsonObject, type JsonObject } from '../schema/json.ts';
import { type Subschema, subschemaPointer, walkSubschemas } from '../schema/subschemas.ts';
import type { LintFinding } from './lintIssue.ts';
import type { modelRules } from './modelRules.ts';

type ModelFinding = Omit<LintFinding<keyof typeof modelRules>, 'path'>;

/** OpenAI names these as unsupported in its strict mode; the function parameters of Gemini have none of them. */
const unsupportedKeywords = [
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
const combiningKeywords = ['anyOf', 'oneOf', 'allOf'] as const;
/** With one of these, a schema has its type elsewhere. */
const typeGivingKeywords = ['type', '$ref', 'const', ...combiningKeywords] as const;
const maxDepth = 10;
const maxProperties = 100;
const maxEnumValues = 1000;

/** What the APIs of models don't take of an input schema. */
export function* findModelIssues(
  root: unknown,
  path: string,
): Generator<LintFinding<keyof typeof modelRules>> {
  if (isJsonObject(root)) {
    for (const keyword of combiningKeywords) {
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
    if (place.valueDepth > maxDepth) firstTooDeep ??= place;
    if (!isJsonObject(place.schema)) continue;
    values += arrayOrEmpty(place.schema['enum']).length;
    if (place.schema['$ref'] !== undefined) firstRef ??= place;
    for (const found of checkModelSubschema(place, place.schema))
      yield { ...found, path: () => path + subschemaPointer(place) };
  }
  if (firstTooDeep && deepest) {
    yield { rule: 'deep', path: path + subschemaPointer(firstTooDeep), names: [String(deepest.valueDepth)] };
  }
  if (firstRef) yield { rule: 'ref-used', path: path + subschemaPointer(firstRef) };
  if (properties > maxProperties) yield { rule: 'properties-many', path, names: [String(properties)] };
  if (values > maxEnumValues) yield { rule: 'enum-many', path, names: [String(values)] };
}

function* checkModelSubschema({ property, keyword }: Subschema, schema: JsonObject): Generator<ModelFinding> {
  // Alternatives, conditions and the like only add to a schema that has a type.
  yield* checkModelTypes(schema, keyword === 'properties' || keyword === 'items');
  yield* checkKeywords(schema);
  yield* checkEnumValues(schema['enum']);
  const { pattern, description } = schema;
  if (typeof pattern === 'string' && /\(\?<?[=!]|\\p\{/i.test(pattern)) {
    yield { rule: 'pattern-look-around', names: [pattern] };
  }
  const isDescribed = typeof description === 'string' && description.trim() !== '';
  if (property !== undefined && !isDescribed)
    yield { rule: 'property-description-missing', names: [property] };
}

function* checkModelTypes(schema: JsonObject, needsType: boolean): Generator<ModelFinding> {
  const { type } = schema;
  if (Array.isArray(type)) yield { rule: 'type-list' };
  if (needsType && typeGivingKeywords.every((keyword) => schema[keyword] === undefined)) {
    yield { rule: 'type-missing' };
  }
  const types = [type].flat();
  if (types.includes('array') && schema['items'] === undefined) yield { rule: 'items-missing' };
  if (types.includes('object') && schema['additionalProperties'] === undefined) {
    yield { rule: 'additional-properties-open' };
  }
}

function* checkKeywords(schema: JsonObject): Generator<ModelFinding> {
  for (const keyword of unsupportedKeywords) {
    if (schema[keyword] !== undefined) yield { rule: 'keyword-unsupported', names: [keyword] };
  }
  if (schema['patternProperties'] !== undefined) yield { rule: 'keyword-pattern-properties' };
  if (schema['const'] !== undefined) yield { rule: 'keyword-const' };
}

function* checkEnumValues(values: unknown): Generator<ModelFinding> {
  const all = arrayOrEmpty(values);
  if (all.includes('')) yield { rule: 'enum-empty-text' };
  if (all.some((value) => typeof value !== 'string')) yield { rule: 'enum-not-text' };
}
