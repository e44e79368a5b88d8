import { copyDigits, copyDigitsAt } from '../schema/exactJson.ts';
import { isJsonObject, isNestedDeeperThan } from '../schema/json.ts';
import { schemaTypeNames } from '../schema/jsonTypes.ts';
import { isRegularExpression } from '../schema/pattern.ts';
import { createReferenceResolver } from '../schema/references.ts';
import { getOwnProperty, type JsonValue } from './json.ts';

/**
 * A schema that can be relied on: of any document, only keywords that are known, with values of their types,
 * in the words of draft 2020-12. References lead into its own `$defs`.
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

/** What fits nothing, as `false` does. */
export function isFalseSchema({ not }: NormalizedSchema): boolean {
  return not !== undefined && Object.keys(not).length === 0;
}

/** Deeper than that, and more than that, a schema says nothing. */
const maxSchemaDepth = 64;
const maxSchemas = 20_000;
/** A value in a schema, such as a default, that is nested deeper is left out: a stack that copies it would overflow. */
const maxValueDepth = 500;

type KeywordReader = (value: unknown, depth: number) => unknown;

interface NormalizationResult {
  readonly schema: NormalizedSchema;
  /** Whether parts of it are left out, because it is too large or nested too deep. */
  readonly isTruncated: boolean;
}

export function normalizeSchema(schema: unknown, root: unknown = schema): NormalizedSchema {
  return normalizeWithinLimits(schema, root).schema;
}

/** Reads a schema of any document. */
export function normalizeWithinLimits(schema: unknown, root: unknown = schema): NormalizationResult {
  const find = createReferenceResolver(root);
  const names = new Map<unknown, string>();
  const toCopy: unknown[] = [];
  let copied = 0;
  let isTruncated = false;

  const one: KeywordReader = (value, depth) => {
    if (depth > maxSchemaDepth || ++copied > maxSchemas) {
      isTruncated = true;
      return {};
    }
    if (value === false) return { not: {} };
    if (!isJsonObject(value)) return {};
    const sound: Record<string, unknown> = {};
    for (const [keyword, read] of readers) {
      const read_ = Object.hasOwn(value, keyword) ? read(value[keyword], depth + 1) : undefined;
      if (read_ !== undefined) sound[keyword] = read_;
    }
    copyDigits(value, sound);
    const inner = (schema: unknown): NormalizedSchema => one(schema, depth + 1) as NormalizedSchema;
    readOlderKeywords(value, sound, inner);
    const more = readDependencies(value, inner);
    if (more.length > 0)
      sound['allOf'] = [...((sound['allOf'] as readonly NormalizedSchema[] | undefined) ?? []), ...more];
    const ref = getReference(value);
    const target = ref === undefined ? undefined : find(ref);
    if (isJsonObject(target)) sound['$ref'] = `#/$defs/${nameOf(target)}`;
    else if (target === false) sound['not'] = {};
    return sound as NormalizedSchema;
  };
  const list: KeywordReader = (value, depth) =>
    Array.isArray(value) && value.length > 0 ? value.map((item) => one(item, depth)) : undefined;
  const map =
    (isName: (name: string) => boolean): KeywordReader =>
    (value, depth) =>
      isJsonObject(value)
        ? recordWithoutPrototype(
            Object.entries(value)
              .filter(([name]) => isName(name))
              .map(([name, item]) => [name, one(item, depth)]),
          )
        : undefined;
  const schemaOnly: KeywordReader = (value, depth) =>
    isJsonObject(value) || typeof value === 'boolean' ? one(value, depth) : undefined;

  const plain: KeywordReader = (value) => {
    if (!isNestedDeeperThan(value, maxValueDepth)) return value;
    isTruncated = true;
    return undefined;
  };
  const plainList: KeywordReader = (value, depth) =>
    Array.isArray(value) && value.length > 0 ? plain(value, depth) : undefined;

  const readers: readonly (readonly [keyword: string, read: KeywordReader])[] = [
    ...plainReaders,
    ...['enum', 'examples'].map(with_(plainList)),
    ...['const', 'default'].map(with_(plain)),
    ...['items', 'unevaluatedItems', 'contains', 'propertyNames', 'additionalProperties'].map(
      with_(schemaOnly),
    ),
    ...['unevaluatedProperties', 'not', 'if', 'then', 'else'].map(with_(schemaOnly)),
    ...['prefixItems', 'allOf', 'anyOf', 'oneOf'].map(with_(list)),
    ['properties', map((name) => name.isWellFormed())],
    ['patternProperties', map(isRegularExpression)],
    ['pattern', (value) => (typeof value === 'string' && isRegularExpression(value) ? value : undefined)],
  ];

  function nameOf(target: unknown): string {
    const known = names.get(target);
    if (known !== undefined) return known;
    const name = `r${names.size}`;
    names.set(target, name);
    toCopy.push(target);
    return name;
  }

  const top = one(schema, 0) as NormalizedSchema;
  const defs: Record<string, NormalizedSchema> = {};
  // One after the other: references to references take no stack.
  for (let target = toCopy.shift(); target !== undefined; target = toCopy.shift()) {
    defs[nameOf(target)] = one(target, 0) as NormalizedSchema;
  }
  return { schema: Object.keys(defs).length === 0 ? top : Object.assign(top, { $defs: defs }), isTruncated };
}

function with_(read: KeywordReader): (keyword: string) => readonly [string, KeywordReader] {
  return (keyword) => [keyword, read];
}

const readStringKeyword: KeywordReader = (value) => (typeof value === 'string' ? value : undefined);
/** The library has formats by name, and takes what all objects have for one. Its own expression for `url` may take forever. */
const readFormat: KeywordReader = (value) => {
  if (typeof value !== 'string' || value in Object.prototype) return undefined;
  return value === 'url' ? 'uri' : value;
};
/** Infinite where only the digits beside it, which are kept, say how large it is. */
const readNumber: KeywordReader = (value) =>
  typeof value === 'number' && !Number.isNaN(value) ? value : undefined;
const readCount: KeywordReader = (value) =>
  (Number.isInteger(value) || value === Infinity) && Number(value) >= 0 ? value : undefined;
const readStringList: KeywordReader = (value) =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string' && item.isWellFormed()) : undefined;

const plainReaders: readonly (readonly [keyword: string, read: KeywordReader])[] = [
  ...['title', 'description'].map(with_(readStringKeyword)),
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'].map(with_(readNumber)),
  ...['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'].map(
    with_(readCount),
  ),
  ...['minContains', 'maxContains'].map(with_(readCount)),
  ...['required', 'enumNames'].map(with_(readStringList)),
  ['format', readFormat],
  ['multipleOf', (value) => (typeof value === 'number' && value >= 0 ? value : undefined)],
  ['uniqueItems', (value) => (value === true ? value : undefined)],
  ['type', (value) => readTypes(Array.isArray(value) ? value : [value])],
];

function readTypes(said: readonly unknown[]): readonly SchemaTypeName[] | undefined {
  const types = schemaTypeNames.filter((name) => said.includes(name));
  return types.length > 0 && said.every((name) => schemaTypeNames.some((known) => known === name))
    ? types
    : undefined;
}

/** Drafts 4 to 7 say some things otherwise. */
function readOlderKeywords(
  value: Readonly<Record<string, unknown>>,
  sound: Record<string, unknown>,
  one: (schema: unknown) => NormalizedSchema,
): void {
  const items = getOwnProperty(value, 'items');
  if (Array.isArray(items)) {
    if (items.length > 0) sound['prefixItems'] = items.map(one);
    const rest = getOwnProperty(value, 'additionalItems');
    if (isJsonObject(rest) || typeof rest === 'boolean') sound['items'] = one(rest);
  }
  for (const [flag, limit] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    if (getOwnProperty(value, flag) !== true || sound[limit] === undefined) continue;
    sound[flag] = sound[limit];
    copyDigitsAt(sound, limit, sound, flag);
    delete sound[limit];
  }
}

/** What depends on a property is the same as a condition. */
function readDependencies(
  value: Readonly<Record<string, unknown>>,
  one: (schema: unknown) => NormalizedSchema,
): readonly NormalizedSchema[] {
  return ['dependentRequired', 'dependentSchemas', 'dependencies'].flatMap((keyword) => {
    const needs = getOwnProperty(value, keyword);
    return Object.entries(isJsonObject(needs) ? needs : {}).map(([name, needed]) =>
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      one({ if: { required: [name] }, then: Array.isArray(needed) ? { required: needed } : needed }),
    );
  });
}

function getReference(value: Readonly<Record<string, unknown>>): string | undefined {
  for (const keyword of ['$ref', '$dynamicRef', '$recursiveRef']) {
    const ref = getOwnProperty(value, keyword);
    if (typeof ref === 'string') return ref;
  }
  return undefined;
}

/** Without a prototype: no name is there that wasn't put there. */
function recordWithoutPrototype(entries: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  const record: Record<string, unknown> = Object.create(null);
  for (const [name, value] of entries) record[name] = value;
  return record;
}
