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
export interface Sound {
  $ref?: string;
  $defs?: Record<string, Sound>;
  type?: readonly TypeName[];
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
  properties?: Readonly<Record<string, Sound>>;
  patternProperties?: Readonly<Record<string, Sound>>;
  required?: readonly string[];
  additionalProperties?: Sound;
  unevaluatedProperties?: Sound;
  propertyNames?: Sound;
  minProperties?: number;
  maxProperties?: number;
  prefixItems?: readonly Sound[];
  items?: Sound;
  unevaluatedItems?: Sound;
  contains?: Sound;
  minContains?: number;
  maxContains?: number;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  allOf?: readonly Sound[];
  anyOf?: readonly Sound[];
  oneOf?: readonly Sound[];
  not?: Sound;
  if?: Sound;
  then?: Sound;
  else?: Sound;
}

export type TypeName = (typeof schemaTypeNames)[number];

/** What fits nothing, as `false` does. */
export function isNever({ not }: Sound): boolean {
  return not !== undefined && Object.keys(not).length === 0;
}

/** Deeper than that, and more than that, a schema says nothing. */
const deepest = 64;
const most = 20_000;
/** A value in a schema, such as a default, that is nested deeper is left out: a stack that copies it would overflow. */
const deepestValue = 500;

type Read = (value: unknown, depth: number) => unknown;

interface ReadSchema {
  readonly schema: Sound;
  /** Whether parts of it are left out, because it is too large or nested too deep. */
  readonly isCut: boolean;
}

export function soundOf(schema: unknown, root: unknown = schema): Sound {
  return readSchema(schema, root).schema;
}

/** Reads a schema of any document. */
export function readSchema(schema: unknown, root: unknown = schema): ReadSchema {
  const find = createReferenceResolver(root);
  const names = new Map<unknown, string>();
  const toCopy: unknown[] = [];
  let copied = 0;
  let isCut = false;

  const one: Read = (value, depth) => {
    if (depth > deepest || ++copied > most) {
      isCut = true;
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
    const inner = (schema: unknown): Sound => one(schema, depth + 1) as Sound;
    olderWords(value, sound, inner);
    const more = conditions(value, inner);
    if (more.length > 0)
      sound['allOf'] = [...((sound['allOf'] as readonly Sound[] | undefined) ?? []), ...more];
    const ref = refIn(value);
    const target = ref === undefined ? undefined : find(ref);
    if (isJsonObject(target)) sound['$ref'] = `#/$defs/${nameOf(target)}`;
    else if (target === false) sound['not'] = {};
    return sound as Sound;
  };
  const list: Read = (value, depth) =>
    Array.isArray(value) && value.length > 0 ? value.map((item) => one(item, depth)) : undefined;
  const map =
    (isName: (name: string) => boolean): Read =>
    (value, depth) =>
      isJsonObject(value)
        ? recordOf(
            Object.entries(value)
              .filter(([name]) => isName(name))
              .map(([name, item]) => [name, one(item, depth)]),
          )
        : undefined;
  const schemaOnly: Read = (value, depth) =>
    isJsonObject(value) || typeof value === 'boolean' ? one(value, depth) : undefined;

  const plain: Read = (value) => {
    if (!isNestedDeeperThan(value, deepestValue)) return value;
    isCut = true;
    return undefined;
  };
  const plainList: Read = (value, depth) =>
    Array.isArray(value) && value.length > 0 ? plain(value, depth) : undefined;

  const readers: readonly (readonly [keyword: string, read: Read])[] = [
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

  const top = one(schema, 0) as Sound;
  const defs: Record<string, Sound> = {};
  // One after the other: references to references take no stack.
  for (let target = toCopy.shift(); target !== undefined; target = toCopy.shift()) {
    defs[nameOf(target)] = one(target, 0) as Sound;
  }
  return { schema: Object.keys(defs).length === 0 ? top : Object.assign(top, { $defs: defs }), isCut };
}

function with_(read: Read): (keyword: string) => readonly [string, Read] {
  return (keyword) => [keyword, read];
}

const text: Read = (value) => (typeof value === 'string' ? value : undefined);
/** The library has formats by name, and takes what all objects have for one. Its own expression for `url` may take forever. */
const format: Read = (value) => {
  if (typeof value !== 'string' || value in Object.prototype) return undefined;
  return value === 'url' ? 'uri' : value;
};
/** Infinite where only the digits beside it, which are kept, say how large it is. */
const number: Read = (value) => (typeof value === 'number' && !Number.isNaN(value) ? value : undefined);
const count: Read = (value) =>
  (Number.isInteger(value) || value === Infinity) && Number(value) >= 0 ? value : undefined;
const texts: Read = (value) =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string' && item.isWellFormed()) : undefined;

const plainReaders: readonly (readonly [keyword: string, read: Read])[] = [
  ...['title', 'description'].map(with_(text)),
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'].map(with_(number)),
  ...['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'].map(with_(count)),
  ...['minContains', 'maxContains'].map(with_(count)),
  ...['required', 'enumNames'].map(with_(texts)),
  ['format', format],
  ['multipleOf', (value) => (typeof value === 'number' && value >= 0 ? value : undefined)],
  ['uniqueItems', (value) => (value === true ? value : undefined)],
  ['type', (value) => typesOf(Array.isArray(value) ? value : [value])],
];

function typesOf(said: readonly unknown[]): readonly TypeName[] | undefined {
  const types = schemaTypeNames.filter((name) => said.includes(name));
  return types.length > 0 && said.every((name) => schemaTypeNames.some((known) => known === name))
    ? types
    : undefined;
}

/** Drafts 4 to 7 say some things otherwise. */
function olderWords(
  value: Readonly<Record<string, unknown>>,
  sound: Record<string, unknown>,
  one: (schema: unknown) => Sound,
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
function conditions(
  value: Readonly<Record<string, unknown>>,
  one: (schema: unknown) => Sound,
): readonly Sound[] {
  return ['dependentRequired', 'dependentSchemas', 'dependencies'].flatMap((keyword) => {
    const needs = getOwnProperty(value, keyword);
    return Object.entries(isJsonObject(needs) ? needs : {}).map(([name, needed]) =>
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      one({ if: { required: [name] }, then: Array.isArray(needed) ? { required: needed } : needed }),
    );
  });
}

function refIn(value: Readonly<Record<string, unknown>>): string | undefined {
  for (const keyword of ['$ref', '$dynamicRef', '$recursiveRef']) {
    const ref = getOwnProperty(value, keyword);
    if (typeof ref === 'string') return ref;
  }
  return undefined;
}

/** Without a prototype: no name is there that wasn't put there. */
function recordOf(entries: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  const record: Record<string, unknown> = Object.create(null);
  for (const [name, value] of entries) record[name] = value;
  return record;
}
