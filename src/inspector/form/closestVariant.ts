import { stringifyExactAt } from '../schema/exactJson.ts';
import type { JsonValue } from '../schema/json.ts';
import { encodePointer, type ValuePath } from '../schema/pointer.ts';

/** A part of a value that doesn't satisfy a keyword of its schema. */
export interface Violation {
  readonly path: ValuePath;
  readonly keyword: string;
  /** The value of the keyword, as in `AssertionFailure`. For the keyword `choice`, the `AllowedValues` of several alternatives. */
  readonly limit: unknown;
}

/** The values and types that several alternatives allow at the same location. */
export interface AllowedValues {
  /** The values as JSON. */
  readonly values: readonly string[];
  readonly types: readonly string[];
}

/** Maximum number of values that are collected for a message. */
const maxCollectedValues = 20;

/** The violations of a value that doesn't match one of several alternatives. */
export interface VariantMismatch {
  readonly violations: readonly Violation[];
  /**
   * The sum of the weights of the violations. A wrong type or constant weighs more, because the value is probably for
   * another alternative.
   */
  readonly weight: number;
}

/** Creates a mismatch, and weighs its violations. `pathLength`: number of keys in the path to the value. */
export function createVariantMismatch(violations: readonly Violation[], pathLength: number): VariantMismatch {
  const weight = violations.reduce((sum, { keyword, path }) => {
    if (keyword === 'type' && path.length === pathLength) return sum + 1000;
    return sum + (keyword === 'type' || !discriminatingKeywords.has(keyword) ? 1 : 100);
  }, 0);
  return { violations, weight };
}

/** Returns the violations of the closest alternative, with the values that other alternatives allow at the same location. */
export function findClosestViolations(mismatches: readonly VariantMismatch[]): readonly Violation[] {
  const [first, ...rest] = mismatches;
  if (!first) return [];
  const best = rest.reduce((one, other) => (other.weight < one.weight ? other : one), first);
  const violationsByLocation = Map.groupBy(
    mismatches.flatMap(({ violations }) => discriminatingViolations(violations)),
    ({ path }) => encodePointer(path),
  );
  return best.violations.map((violation) => {
    const alternatives = discriminatingKeywords.has(violation.keyword)
      ? violationsByLocation.get(encodePointer(violation.path))
      : undefined;
    if (!alternatives || alternatives.length < 2) return violation;
    const allowed = alternatives.map(toAllowedValues);
    const limit: AllowedValues = {
      values: allowed.flatMap(({ values }) => values).slice(0, maxCollectedValues),
      types: [...new Set(allowed.flatMap(({ types }) => types))],
    };
    return { path: violation.path, keyword: 'choice', limit };
  });
}

const discriminatingKeywords: ReadonlySet<string> = new Set(['const', 'enum', 'type', 'choice']);

/** Returns the violations that distinguish alternatives, without types where the alternative lists its values. */
function discriminatingViolations(violations: readonly Violation[]): readonly Violation[] {
  const all = violations.filter(({ keyword }) => discriminatingKeywords.has(keyword));
  const withValues = new Set(
    all.flatMap(({ keyword, path }) => (keyword === 'type' ? [] : [encodePointer(path)])),
  );
  return all.filter(({ keyword, path }) => keyword !== 'type' || !withValues.has(encodePointer(path)));
}

const cachedEnumTexts = new WeakMap<readonly JsonValue[], readonly string[]>();

/** Returns the JSON of the first values of `enum`, which is created only once, because many values can violate it. */
function getEnumTexts(values: readonly JsonValue[]): readonly string[] {
  const texts =
    cachedEnumTexts.get(values) ??
    values.slice(0, maxCollectedValues).map((_, index) => stringifyExactAt(values, index));
  cachedEnumTexts.set(values, texts);
  return texts;
}

function toAllowedValues({ keyword, limit }: Violation): AllowedValues {
  switch (keyword) {
    case 'const':
      return { values: [limit as string], types: [] };
    case 'enum':
      return { values: getEnumTexts(limit as readonly JsonValue[]), types: [] };
    case 'type':
      return { values: [], types: limit as readonly string[] };
    default:
      return limit as AllowedValues;
  }
}
