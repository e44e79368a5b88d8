import { dereference, type OutputUnit, type Schema, validate } from '@cfworker/json-schema';
import { isObject } from '../schema/json.ts';
import type { Issue } from './draft.ts';
import { isJsonArray, isJsonObject, type Json, type Path, pointerOf } from './json.ts';
import { messageOf } from './messages.ts';
import { isQuickPattern } from './pattern.ts';
import { type Sound, soundOf } from './sound.ts';
import type { FormStrings } from './strings.ts';

/** So many parts of a schema are looked at for one value: a schema can be made to take forever. */
const mostVisits = 50_000;

interface Checker {
  readonly schema: Sound;
  errors(value: Json): readonly OutputUnit[];
}

/** By schemas, for short texts, longer and long ones. */
const checkers = new WeakMap<object, Map<number, Checker>>();
const lengths = [24, 5_000, Number.POSITIVE_INFINITY];

/** What is wrong with a value, where that is. None is said of what takes too long or too much: the server still says it. */
export function issuesOf(schema: unknown, value: Json, strings: FormStrings): readonly Issue[] {
  if (!isObject(schema)) return [];
  try {
    return issuesFrom(checkerOf(schema, longestText(value)), value, strings);
  } catch {
    return [];
  }
}

/** The same for what must not pass unseen: throws where it takes too long or too much. */
export function allIssuesOf(schema: unknown, value: Json, strings: FormStrings): readonly Issue[] {
  const length = longestText(value);
  const checker = createChecker(schema, (source) => {
    if (!isQuickPattern(source, length)) throw new RangeError();
    return true;
  });
  return issuesFrom(checker, value, strings);
}

function issuesFrom(checker: Checker, value: Json, strings: FormStrings): readonly Issue[] {
  return distinct(
    leaves(checker.errors(value)).flatMap((error) => said(error, checker.schema, value, strings)),
  );
}

function checkerOf(schema: object, longest: number): Checker {
  const known = checkers.get(schema) ?? new Map<number, Checker>();
  checkers.set(schema, known);
  const length = lengths.find((one) => longest <= one) ?? longest;
  const checker = known.get(length) ?? createChecker(schema, (source) => isQuickPattern(source, length));
  known.set(length, checker);
  return checker;
}

function createChecker(schema: unknown, takes: (pattern: string) => boolean): Checker {
  let left = 0;
  const onVisit = (): void => {
    if (--left < 0) throw new RangeError();
  };
  const sound = soundOf(schema, schema, { onVisit, takes });
  const lookup = dereference(sound as Schema);
  return {
    schema: sound,
    errors(value) {
      left = mostVisits;
      return validate(bare(value), sound as Schema, '2020-12', lookup, false).errors;
    },
  };
}

/** How long the longest text or name of a value is. */
function longestText(value: Json): number {
  if (typeof value === 'string') return value.length;
  if (isJsonArray(value)) return value.reduce<number>((most, item) => Math.max(most, longestText(item)), 0);
  if (!isJsonObject(value)) return 0;
  return Object.entries(value).reduce(
    (most, [name, child]) => Math.max(most, name.length, longestText(child)),
    0,
  );
}

/** A copy whose objects have no prototype: the validator looks at names with `in`. */
function bare(value: Json): Json {
  if (isJsonArray(value)) return value.map(bare);
  if (!isJsonObject(value)) return value;
  const copy: Record<string, Json> = Object.create(null);
  for (const [name, child] of Object.entries(value)) if (name.isWellFormed()) copy[name] = bare(child);
  return copy;
}

/** Errors that only say that there are others. */
const around: ReadonlySet<string> = new Set([
  ...['$ref', 'allOf', 'properties', 'patternProperties', 'prefixItems', 'items', 'if'],
]);
/** What is said of those of which nothing else is said. */
const others: ReadonlySet<string> = new Set([
  'additionalProperties',
  'unevaluatedProperties',
  'unevaluatedItems',
]);
/** Errors below these are no errors of the value. */
const whole: ReadonlySet<string> = new Set(['contains', 'propertyNames']);
const unions: ReadonlySet<string> = new Set(['anyOf', 'oneOf']);

/** The errors that say something, and of a union those of the variant that fits best. */
function leaves(errors: readonly OutputUnit[]): readonly OutputUnit[] {
  const found: OutputUnit[] = [];
  for (let index = 0; index < errors.length; index++) {
    const error = errors[index];
    if (!error) continue;
    const { keyword, keywordLocation } = error;
    const isUnion = unions.has(keyword);
    if (!isUnion && !whole.has(keyword) && !others.has(keyword)) {
      if (!around.has(keyword)) found.push(error);
      continue;
    }
    const start = `${keywordLocation}/`;
    const inside: OutputUnit[] = [];
    for (let next = errors[index + 1]; next?.keywordLocation.startsWith(start); next = errors[index + 1]) {
      inside.push(next);
      index++;
    }
    if (others.has(keyword)) {
      if (!isEcho(error, inside, found)) found.push(...leaves(inside));
      continue;
    }
    const best = isUnion ? bestVariant(error, inside) : [];
    found.push(...(best.length > 0 ? best : [error]));
  }
  return found;
}

/** The validator takes what is wrong also for what nothing is said of: the errors of that are none. */
function isEcho(
  { keyword, keywordLocation, instanceLocation }: OutputUnit,
  [first]: readonly OutputUnit[],
  before: readonly OutputUnit[],
): boolean {
  const [, name = ''] = first?.instanceLocation.slice(instanceLocation.length).split('/') ?? [];
  const place = `${instanceLocation}/${name}/`;
  const owner = keywordLocation.slice(0, -keyword.length);
  return before.some(
    (other) =>
      other.keywordLocation.startsWith(owner) &&
      !other.keywordLocation.startsWith(keywordLocation) &&
      `${other.instanceLocation}/`.startsWith(place),
  );
}

function bestVariant({ keywordLocation, instanceLocation }: OutputUnit, inside: readonly OutputUnit[]) {
  const variants = Map.groupBy(
    inside,
    (one) => one.keywordLocation.slice(keywordLocation.length).split('/')[1],
  );
  let best: { readonly errors: readonly OutputUnit[]; readonly misfit: number } | undefined;
  for (const errors of variants.values()) {
    const own = leaves(errors);
    const misfit = own.reduce((sum, one) => sum + weightOf(one, instanceLocation), 0);
    if (!best || misfit < best.misfit) best = { errors: own, misfit };
  }
  return best?.errors ?? [];
}

/** A value of another type is meant for another variant, and so is one with another constant. */
function weightOf({ keyword, instanceLocation }: OutputUnit, place: string): number {
  if (keyword === 'type' && instanceLocation === place) return 1000;
  return keyword === 'const' || keyword === 'enum' ? 100 : 1;
}

function said(
  { keyword, keywordLocation, instanceLocation }: OutputUnit,
  schema: Sound,
  value: Json,
  strings: FormStrings,
): readonly Issue[] {
  const { path, there } = placeOf(instanceLocation, value);
  const limit = keywordAt(schema, keywordLocation);
  if (keyword === 'required') {
    return (Array.isArray(limit) ? limit : [])
      .filter((name) => isJsonObject(there) && !Object.hasOwn(there, name))
      .map((name) => ({ path: [...path, name], message: strings.issues.required }));
  }
  return [{ path, message: messageOf(keyword, limit, strings) }];
}

/** Where in the value a location of the validator is. */
function placeOf(location: string, value: Json): { readonly path: Path; readonly there: Json | undefined } {
  const path: (string | number)[] = [];
  let there: Json | undefined = value;
  for (const part of namesOf(location)) {
    if (isJsonArray(there)) {
      path.push(Number(part));
      there = there[Number(part)];
    } else {
      path.push(part);
      there = isJsonObject(there) ? there[part] : undefined;
    }
  }
  return { path, there };
}

/** What a keyword says, found as the validator went. */
function keywordAt(schema: Sound, location: string): unknown {
  let here: unknown = schema;
  for (const part of namesOf(location)) {
    if (typeof here !== 'object' || here === null) return undefined;
    const next: unknown = (here as Record<string, unknown>)[part];
    here = part === '$ref' && typeof next === 'string' ? keywordAt(schema, next) : next;
  }
  return here;
}

function namesOf(location: string): readonly string[] {
  return location
    .split('/')
    .slice(1)
    .map((part) => decodeURI(part).replaceAll('~1', '/').replaceAll('~0', '~'));
}

function distinct(issues: readonly Issue[]): readonly Issue[] {
  const byText = new Map(issues.map((issue) => [`${pointerOf(issue.path)} ${issue.message}`, issue]));
  return [...byText.values()];
}
