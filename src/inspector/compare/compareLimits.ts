import { canonicalJson } from '../schema/canonicalJson.ts';
import { canonicalNumber, toDecimalText } from '../schema/decimal.ts';
import { getExactDigitsAt } from '../schema/exactJson.ts';
import type { JsonObject } from '../schema/json.ts';
import { describeConstraintChange, describeLimitChange } from './changeTexts.ts';
import {
  createConstraintChange,
  type DefinitionChange,
  type ResolvedSchemaPair,
  type ValueSetChange,
} from './definitionChange.ts';

interface RangeLimit {
  readonly keyword: string;
  /** Infinite if there is no limit. */
  readonly value: number;
  /** Whether the range doesn't include the limit. */
  readonly isExclusive: boolean;
  /** The digits of a limit that JavaScript can't represent exactly. */
  readonly digits?: string | undefined;
}

/** Suffixes of keywords that limit a count, such as `minLength` and `maxLength`. */
const countKeywordSuffixes = ['Length', 'Items', 'Properties'] as const;
/** Keywords of which only the presence and a change are compared. */
const simpleKeywords = ['pattern', 'format', 'contentEncoding', 'contentMediaType'] as const;
/** Keywords whose effect on the allowed values is unknown, because they depend on other keywords, or few validators support them. */
const opaqueKeywords = [
  '$ref',
  '$dynamicRef',
  '$recursiveRef',
  'dependentRequired',
  'dependencies',
  'minContains',
  'maxContains',
  'nullable',
] as const;

/** Compares the ranges and the other simple constraints of two schemas. */
export function* compareLimits(pair: ResolvedSchemaPair): Generator<DefinitionChange> {
  const { before, after } = pair;
  yield* compareLimit(pair, getLowerLimit(before), getLowerLimit(after), true);
  yield* compareLimit(pair, getUpperLimit(before), getUpperLimit(after), false);
  for (const part of countKeywordSuffixes) {
    const [min, max] = [`min${part}`, `max${part}`];
    yield* compareLimit(pair, getCountLimit(before, min, 0), getCountLimit(after, min, 0), true);
    yield* compareLimit(
      pair,
      getCountLimit(before, max, Infinity),
      getCountLimit(after, max, Infinity),
      false,
    );
  }
  for (const keyword of simpleKeywords) {
    yield* reportConstraintChange(pair, keyword, comparePresence(before[keyword], after[keyword]));
  }
  for (const keyword of opaqueKeywords) {
    const isChanged = canonicalJson(before[keyword]) !== canonicalJson(after[keyword]);
    yield* reportConstraintChange(pair, keyword, isChanged ? 'other' : undefined);
  }
  yield* reportConstraintChange(
    pair,
    'multipleOf',
    compareMultiples(before['multipleOf'], after['multipleOf']),
  );
  const [uniqueBefore, uniqueAfter] = [before, after].map(
    ({ uniqueItems }) => uniqueItems === true || undefined,
  );
  yield* reportConstraintChange(pair, 'uniqueItems', comparePresence(uniqueBefore, uniqueAfter));
}

function* compareLimit(
  pair: ResolvedSchemaPair,
  before: RangeLimit,
  after: RangeLimit,
  isLower: boolean,
): Generator<DefinitionChange> {
  const valueSetChange = compareRangeLimits(before, after, isLower);
  if (!valueSetChange) return;
  const { keyword } = Number.isFinite(after.value) ? after : before;
  const message = describeLimitChange(keyword, formatLimit(before), formatLimit(after));
  yield createConstraintChange(pair, 'limit', message, valueSetChange);
}

function* reportConstraintChange(
  pair: ResolvedSchemaPair,
  keyword: string,
  valueSetChange: ValueSetChange | undefined,
): Generator<DefinitionChange> {
  if (!valueSetChange) return;
  yield createConstraintChange(
    pair,
    'constraint',
    describeConstraintChange(keyword, valueSetChange),
    valueSetChange,
  );
}

/** Compares a constraint. An added constraint allows fewer values, and a removed one allows more. */
function comparePresence(before: unknown, after: unknown): ValueSetChange | undefined {
  if (before === undefined) return after === undefined ? undefined : 'fewer';
  if (after === undefined) return 'more';
  return canonicalJson(before) === canonicalJson(after) ? undefined : 'other';
}

function compareMultiples(before: unknown, after: unknown): ValueSetChange | undefined {
  const valueSetChange = comparePresence(before, after);
  if (valueSetChange !== 'other' || !Number.isInteger(before) || !Number.isInteger(after))
    return valueSetChange;
  if (Number(before) % Number(after) === 0) return 'more';
  return Number(after) % Number(before) === 0 ? 'fewer' : 'other';
}

function compareRangeLimits(
  before: RangeLimit,
  after: RangeLimit,
  isLower: boolean,
): ValueSetChange | undefined {
  if (before.value === after.value && before.isExclusive === after.isExclusive) {
    const [digitsBefore, digitsAfter] = [before, after].map(({ value, digits }) =>
      canonicalNumber(digits ?? toDecimalText(value)),
    );
    // The order of two numbers that JavaScript rounds to the same one isn't determined.
    return digitsBefore === digitsAfter ? undefined : 'other';
  }
  if (before.value === after.value) return after.isExclusive ? 'fewer' : 'more';
  const isStricter = isLower ? after.value > before.value : after.value < before.value;
  return isStricter ? 'fewer' : 'more';
}

function getCountLimit(schema: JsonObject, keyword: string, unlimited: number): RangeLimit {
  const limit = schema[keyword];
  const value = typeof limit === 'number' ? limit : unlimited;
  return { keyword, value, isExclusive: false, digits: getExactDigitsAt(schema, keyword) };
}

function getLowerLimit(schema: JsonObject): RangeLimit {
  const [inclusive, exclusive] = getRangeLimits(schema, 'minimum', 'exclusiveMinimum', -Infinity);
  return exclusive.value >= inclusive.value && Number.isFinite(exclusive.value) ? exclusive : inclusive;
}

function getUpperLimit(schema: JsonObject): RangeLimit {
  const [inclusive, exclusive] = getRangeLimits(schema, 'maximum', 'exclusiveMaximum', Infinity);
  return exclusive.value <= inclusive.value && Number.isFinite(exclusive.value) ? exclusive : inclusive;
}

/** Returns the inclusive and the exclusive limit. In draft 4, the exclusive keyword is a boolean that makes the other one exclusive. */
function getRangeLimits(
  schema: JsonObject,
  inclusiveKeyword: string,
  exclusiveKeyword: string,
  unlimited: number,
): readonly [inclusive: RangeLimit, exclusive: RangeLimit] {
  const limit = schema[inclusiveKeyword];
  const exclusive = schema[exclusiveKeyword];
  const value = typeof limit === 'number' ? limit : unlimited;
  return [
    {
      keyword: inclusiveKeyword,
      value,
      isExclusive: false,
      digits: getExactDigitsAt(schema, inclusiveKeyword),
    },
    {
      keyword: exclusiveKeyword,
      value: typeof exclusive === 'number' ? exclusive : exclusive === true ? value : unlimited,
      isExclusive: true,
      digits: getExactDigitsAt(schema, exclusive === true ? inclusiveKeyword : exclusiveKeyword),
    },
  ];
}

function formatLimit({ value, digits }: RangeLimit): string | undefined {
  return digits ?? (Number.isFinite(value) ? String(value) : undefined);
}
