import { stringifyExactAt } from '../schema/exactJson.ts';
import type { JsonValue } from '../schema/json.ts';
import { encodePointer, type ValuePath } from '../schema/pointer.ts';

/** A part of a value that doesn't fulfill a keyword of its schema. */
export interface Violation {
  readonly path: ValuePath;
  readonly keyword: string;
  /** The value of the keyword, as JSON where it is a number or a constant; for `choice`, the `Choice` that several variants allow together. */
  readonly limit: unknown;
}

/** The values and types that several alternatives allow at one place. */
export interface AllowedValues {
  /** The values as JSON. */
  readonly values: readonly string[];
  readonly types: readonly string[];
}

/** More values aren't named, and needn't be collected. */
const maxNamedValues = 20;

/** The violations of a value that doesn't match one of several variants. */
export interface VariantMismatch {
  readonly violations: readonly Violation[];
  /** How badly it fits. A value of another type is meant for another variant, and so is one with another constant. */
  readonly weight: number;
}

/** `length`: of the path to the value. */
export function createVariantMismatch(violations: readonly Violation[], length: number): VariantMismatch {
  const weight = violations.reduce((sum, { keyword, path }) => {
    if (keyword === 'type' && path.length === length) return sum + 1000;
    return sum + (keyword === 'type' || !discriminatingKeywords.has(keyword) ? 1 : 100);
  }, 0);
  return { violations, weight };
}

/** The violations of the variant that fits best. Where others allow other values at the same place, these are named as well. */
export function findClosestVariant(misfits: readonly VariantMismatch[]): readonly Violation[] {
  const [first, ...rest] = misfits;
  if (!first) return [];
  const best = rest.reduce((one, other) => (other.weight < one.weight ? other : one), first);
  const places = Map.groupBy(
    misfits.flatMap(({ violations }) => discriminatingViolations(violations)),
    ({ path }) => encodePointer(path),
  );
  return best.violations.map((violation) => {
    const same = discriminatingKeywords.has(violation.keyword)
      ? places.get(encodePointer(violation.path))
      : undefined;
    if (!same || same.length < 2) return violation;
    const choices = same.map(toAllowedValues);
    const limit: AllowedValues = {
      values: choices.flatMap(({ values }) => values).slice(0, maxNamedValues),
      types: [...new Set(choices.flatMap(({ types }) => types))],
    };
    return { path: violation.path, keyword: 'choice', limit };
  });
}

const discriminatingKeywords: ReadonlySet<string> = new Set(['const', 'enum', 'type', 'choice']);

/** Returns the violations that decide between variants, without those of a type where the variant lists its values. */
function discriminatingViolations(violations: readonly Violation[]): readonly Violation[] {
  const all = violations.filter(({ keyword }) => discriminatingKeywords.has(keyword));
  const withValues = new Set(
    all.flatMap(({ keyword, path }) => (keyword === 'type' ? [] : [encodePointer(path)])),
  );
  return all.filter(({ keyword, path }) => keyword !== 'type' || !withValues.has(encodePointer(path)));
}

const cachedEnumTexts = new WeakMap<readonly JsonValue[], readonly string[]>();

/** The JSON of the first values of an `enum`, which is written once, however many values violate it. */
function getEnumTexts(values: readonly JsonValue[]): readonly string[] {
  const texts =
    cachedEnumTexts.get(values) ??
    values.slice(0, maxNamedValues).map((_, at) => stringifyExactAt(values, at));
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
