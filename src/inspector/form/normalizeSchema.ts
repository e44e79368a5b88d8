import { copyDigits, copyDigitsAt } from '../schema/exactJson.ts';
import { getOwnProperty, isJsonObject, isNestedDeeperThan, type JsonValue } from '../schema/json.ts';
import { schemaTypeNames } from '../schema/jsonTypes.ts';
import { isRegularExpression } from '../schema/pattern.ts';
import { createReferenceResolver } from '../schema/references.ts';

/**
 * A JSON Schema that other code can use without checks. It has only known keywords of draft 2020-12, with values of the right
 * types, and its references point only to its own `$defs`.
 */
export interface NormalizedSchema {
  $ref?: string;
  $defs?: Record<string, NormalizedSchema>;
  type?: readonly SchemaTypeName[];
  const?: JsonValue;
  enum?: readonly JsonValue[];
  enumNames?: readonly string[];
  title?: string;
  description?: string;
  default?: JsonValue;
  examples?: readonly JsonValue[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  multipleOf?: number;
  properties?: Readonly<Record<string, NormalizedSchema>>;
  patternProperties?: Readonly<Record<string, NormalizedSchema>>;
  required?: readonly string[];
  additionalProperties?: NormalizedSchema;
  unevaluatedProperties?: NormalizedSchema;
  propertyNames?: NormalizedSchema;
  minProperties?: number;
  maxProperties?: number;
  prefixItems?: readonly NormalizedSchema[];
  items?: NormalizedSchema;
  unevaluatedItems?: NormalizedSchema;
  contains?: NormalizedSchema;
  minContains?: number;
  maxContains?: number;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  allOf?: readonly NormalizedSchema[];
  anyOf?: readonly NormalizedSchema[];
  oneOf?: readonly NormalizedSchema[];
  not?: NormalizedSchema;
  if?: NormalizedSchema;
  then?: NormalizedSchema;
  else?: NormalizedSchema;
}

export type SchemaTypeName = (typeof schemaTypeNames)[number];

/** Whether a schema is the normalized form of `false`, which no value matches. */
export function isFalseSchema({ not }: NormalizedSchema): boolean {
  return not !== undefined && Object.keys(not).length === 0;
}

/** Maximum depth of nested schemas. Deeper ones are replaced with empty schemas. */
const maxSchemaDepth = 64;
/** Maximum number of schemas that are read. All others are replaced with empty schemas. */
const maxSchemas = 20_000;
/** Maximum depth of a value in a schema, such as a default. A deeper value is omitted, because copying it would overflow the stack. */
const maxValueDepth = 500;

interface NormalizationResult {
  readonly schema: NormalizedSchema;
  /** Whether parts were omitted because the schema is too large or nested too deep. */
  readonly isTruncated: boolean;
}

/** The state of one normalization, which all readers share. */
interface NormalizationState {
  readonly findReference: (reference: string) => unknown;
  /** The names in `$defs` of the schemas that references point to. */
  readonly definitionNames: Map<unknown, string>;
  /** Schemas that references point to, and that haven't been read yet. */
  readonly pendingDefinitions: unknown[];
  schemaCount: number;
  isTruncated: boolean;
}

/** Returns the normalized value of a keyword, or `undefined` to omit the keyword. */
type KeywordReader = (value: unknown, state: NormalizationState, depth: number) => unknown;

/** Normalizes a JSON Schema of any draft. References are resolved in `root`. */
export function normalizeSchema(schema: unknown, root: unknown = schema): NormalizedSchema {
  return normalizeWithinLimits(schema, root).schema;
}

/** Normalizes a JSON Schema of any draft, and reports whether it exceeds the limits. References are resolved in `root`. */
export function normalizeWithinLimits(schema: unknown, root: unknown = schema): NormalizationResult {
  const state: NormalizationState = {
    findReference: createReferenceResolver(root),
    definitionNames: new Map(),
    pendingDefinitions: [],
    schemaCount: 0,
    isTruncated: false,
  };
  const normalized = readSchema(schema, state, 0);
  const definitions: Record<string, NormalizedSchema> = {};
  // A queue instead of recursion, because a chain of references could overflow the stack.
  const { pendingDefinitions: pending } = state;
  for (let target = pending.shift(); target !== undefined; target = pending.shift()) {
    definitions[getDefinitionName(target, state)] = readSchema(target, state, 0);
  }
  const hasDefinitions = Object.keys(definitions).length > 0;
  return {
    schema: hasDefinitions ? Object.assign(normalized, { $defs: definitions }) : normalized,
    isTruncated: state.isTruncated,
  };
}

function readSchema(value: unknown, state: NormalizationState, depth: number): NormalizedSchema {
  if (depth > maxSchemaDepth || ++state.schemaCount > maxSchemas) {
    state.isTruncated = true;
    return {};
  }
  if (value === false) return { not: {} };
  if (!isJsonObject(value)) return {};
  const schema: Record<string, unknown> = {};
  for (const [keyword, read] of Object.entries(keywordReaders)) {
    const keywordValue = Object.hasOwn(value, keyword) ? read(value[keyword], state, depth + 1) : undefined;
    if (keywordValue !== undefined) schema[keyword] = keywordValue;
  }
  copyDigits(value, schema);
  const readNested = (nested: unknown): NormalizedSchema => readSchema(nested, state, depth + 1);
  readOlderKeywords(value, schema, readNested);
  const conditions = readDependencies(value, readNested);
  if (conditions.length > 0) {
    const allOf = (schema['allOf'] as readonly NormalizedSchema[] | undefined) ?? [];
    schema['allOf'] = [...allOf, ...conditions];
  }
  const reference = getReference(value);
  const target = reference === undefined ? undefined : state.findReference(reference);
  if (isJsonObject(target)) schema['$ref'] = `#/$defs/${getDefinitionName(target, state)}`;
  else if (target === false) schema['not'] = {};
  return schema as NormalizedSchema;
}

/** Returns the name of a schema in `$defs`. A schema without a name gets one, and is read later. */
function getDefinitionName(
  target: unknown,
  { definitionNames, pendingDefinitions }: NormalizationState,
): string {
  const existingName = definitionNames.get(target);
  if (existingName !== undefined) return existingName;
  const name = `r${definitionNames.size}`;
  definitionNames.set(target, name);
  pendingDefinitions.push(target);
  return name;
}

const readSubschema: KeywordReader = (value, state, depth) =>
  isJsonObject(value) || typeof value === 'boolean' ? readSchema(value, state, depth) : undefined;

const readSchemaList: KeywordReader = (value, state, depth) =>
  Array.isArray(value) && value.length > 0 ? value.map((item) => readSchema(item, state, depth)) : undefined;

const readSchemaMap =
  (isName: (name: string) => boolean): KeywordReader =>
  (value, state, depth) =>
    isJsonObject(value)
      ? recordWithoutPrototype(
          Object.entries(value)
            .filter(([name]) => isName(name))
            .map(([name, item]) => [name, readSchema(item, state, depth)]),
        )
      : undefined;

const readValue: KeywordReader = (value, state) => {
  if (!isNestedDeeperThan(value, maxValueDepth)) return value;
  state.isTruncated = true;
  return undefined;
};

const readValueList: KeywordReader = (value, state, depth) =>
  Array.isArray(value) && value.length > 0 ? readValue(value, state, depth) : undefined;

const readString: KeywordReader = (value) => (typeof value === 'string' ? value : undefined);

const readStringList: KeywordReader = (value) =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string' && item.isWellFormed()) : undefined;

/**
 * Omits names of properties that all objects have, because the table of formats in `@cfworker/json-schema` is a plain object. Its
 * expression for `url` can take forever, so `uri` is used instead.
 */
const readFormat: KeywordReader = (value) => {
  if (typeof value !== 'string' || value in Object.prototype) return undefined;
  return value === 'url' ? 'uri' : value;
};

/** Accepts infinity, which replaces a number that is too large for JavaScript. Its digits are stored separately. */
const readNumber: KeywordReader = (value) =>
  typeof value === 'number' && !Number.isNaN(value) ? value : undefined;

const readCount: KeywordReader = (value) =>
  (Number.isInteger(value) || value === Infinity) && Number(value) >= 0 ? value : undefined;

const readMultiple: KeywordReader = (value) => (typeof value === 'number' && value >= 0 ? value : undefined);

const readTrue: KeywordReader = (value) => (value === true ? value : undefined);

const isPattern = (source: string): boolean => source.isWellFormed() && isRegularExpression(source);

const readPattern: KeywordReader = (value) =>
  typeof value === 'string' && isPattern(value) ? value : undefined;

/** Returns the types in a fixed order, or `undefined` if any of them is unknown. */
const readTypes: KeywordReader = (value) => {
  const names: readonly unknown[] = Array.isArray(value) ? value : [value];
  const types = schemaTypeNames.filter((name) => names.includes(name));
  const areKnown = names.every((name) => schemaTypeNames.some((typeName) => typeName === name));
  return types.length > 0 && areKnown ? types : undefined;
};

/** The readers of all keywords, in the order in which a normalized schema has them. */
const keywordReaders: Readonly<Record<Exclude<keyof NormalizedSchema, '$ref' | '$defs'>, KeywordReader>> = {
  title: readString,
  description: readString,
  minimum: readNumber,
  maximum: readNumber,
  exclusiveMinimum: readNumber,
  exclusiveMaximum: readNumber,
  minLength: readCount,
  maxLength: readCount,
  minItems: readCount,
  maxItems: readCount,
  minProperties: readCount,
  maxProperties: readCount,
  minContains: readCount,
  maxContains: readCount,
  required: readStringList,
  enumNames: readStringList,
  format: readFormat,
  multipleOf: readMultiple,
  uniqueItems: readTrue,
  type: readTypes,
  enum: readValueList,
  examples: readValueList,
  const: readValue,
  default: readValue,
  items: readSubschema,
  unevaluatedItems: readSubschema,
  contains: readSubschema,
  propertyNames: readSubschema,
  additionalProperties: readSubschema,
  unevaluatedProperties: readSubschema,
  not: readSubschema,
  if: readSubschema,
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: readSubschema,
  else: readSubschema,
  prefixItems: readSchemaList,
  allOf: readSchemaList,
  anyOf: readSchemaList,
  oneOf: readSchemaList,
  properties: readSchemaMap((name) => name.isWellFormed()),
  patternProperties: readSchemaMap(isPattern),
  pattern: readPattern,
};

/** Adds keywords of drafts 4 to 7 that draft 2020-12 expresses in another way. */
function readOlderKeywords(
  value: Readonly<Record<string, unknown>>,
  schema: Record<string, unknown>,
  readNested: (schema: unknown) => NormalizedSchema,
): void {
  const items = getOwnProperty(value, 'items');
  if (Array.isArray(items)) {
    if (items.length > 0) schema['prefixItems'] = items.map(readNested);
    const additionalItems = getOwnProperty(value, 'additionalItems');
    if (isJsonObject(additionalItems) || typeof additionalItems === 'boolean') {
      schema['items'] = readNested(additionalItems);
    }
  }
  for (const [exclusive, limit] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    if (getOwnProperty(value, exclusive) !== true || schema[limit] === undefined) continue;
    schema[exclusive] = schema[limit];
    copyDigitsAt(schema, limit, schema, exclusive);
    delete schema[limit];
  }
}

/** Returns conditions (`if` and `then`) that are equivalent to the dependencies between properties. */
function readDependencies(
  value: Readonly<Record<string, unknown>>,
  readNested: (schema: unknown) => NormalizedSchema,
): readonly NormalizedSchema[] {
  return ['dependentRequired', 'dependentSchemas', 'dependencies'].flatMap((keyword) => {
    const dependencies = getOwnProperty(value, keyword);
    return Object.entries(isJsonObject(dependencies) ? dependencies : {}).map(([name, dependency]) => {
      const then = Array.isArray(dependency) ? { required: dependency } : dependency;
      return readNested({ if: { required: [name] }, then });
    });
  });
}

function getReference(value: Readonly<Record<string, unknown>>): string | undefined {
  for (const keyword of ['$ref', '$dynamicRef', '$recursiveRef']) {
    const reference = getOwnProperty(value, keyword);
    if (typeof reference === 'string') return reference;
  }
  return undefined;
}

/** Creates a record without a prototype, so that a name such as `constructor` is found only if it was added. */
function recordWithoutPrototype(entries: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  const record: Record<string, unknown> = Object.create(null);
  for (const [name, value] of entries) record[name] = value;
  return record;
}
