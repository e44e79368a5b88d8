import { stringifyExactAt } from '../schema/exactJson.ts';
import { encodePointer, type JsonValue, type ValuePath } from './json.ts';

/** A part of a value that doesn't fulfill a keyword of its schema. */
export interface Violation {
  readonly path: ValuePath;
  readonly keyword: string;
  /** The value of the keyword, as JSON where it is a number or a constant; for `choice`, the `Choice` that several variants allow together. */
  readonly limit: unknown;
}

/** The values and types that several alternatives allow at one place. */
export interface Choice {
  /** The values as JSON. */
  readonly values: readonly string[];
  readonly types: readonly string[];
}

/** More values aren't named, and needn't be collected. */
const mostValues = 20;

/** The violations of a value that doesn't match one of several variants. */
export interface Misfit {
  readonly violations: readonly Violation[];
  /** How badly it fits. A value of another type is meant for another variant, and so is one with another constant. */
  readonly weight: number;
}

/** `length`: of the path to the value. */
export function misfitOf(violations: readonly Violation[], length: number): Misfit {
  const weight = violations.reduce((sum, { keyword, path }) => {
    if (keyword === 'type' && path.length === length) return sum + 1000;
    return sum + (keyword === 'type' || !choosing.has(keyword) ? 1 : 100);
  }, 0);
  return { violations, weight };
}

/** The violations of the variant that fits best. Where others allow other values at the same place, these are named as well. */
export function bestOf(misfits: readonly Misfit[]): readonly Violation[] {
  const [first, ...rest] = misfits;
  if (!first) return [];
  const best = rest.reduce((one, other) => (other.weight < one.weight ? other : one), first);
  const places = Map.groupBy(
    misfits.flatMap(({ violations }) => choosingOnly(violations)),
    ({ path }) => encodePointer(path),
  );
  return best.violations.map((violation) => {
    const same = choosing.has(violation.keyword) ? places.get(encodePointer(violation.path)) : undefined;
    if (!same || same.length < 2) return violation;
    const choices = same.map(choiceIn);
    const limit: Choice = {
      values: choices.flatMap(({ values }) => values).slice(0, mostValues),
      types: [...new Set(choices.flatMap(({ types }) => types))],
    };
    return { path: violation.path, keyword: 'choice', limit };
  });
}

const choosing: ReadonlySet<string> = new Set(['const', 'enum', 'type', 'choice']);

/** Returns the violations that decide between variants, without those of a type where the variant lists its values. */
function choosingOnly(violations: readonly Violation[]): readonly Violation[] {
  const all = violations.filter(({ keyword }) => choosing.has(keyword));
  const withValues = new Set(
    all.flatMap(({ keyword, path }) => (keyword === 'type' ? [] : [encodePointer(path)])),
  );
  return all.filter(({ keyword, path }) => keyword !== 'type' || !withValues.has(encodePointer(path)));
}

const knownTexts = new WeakMap<readonly JsonValue[], readonly string[]>();

/** The JSON of the first values of an `enum`, which is written once, however many values violate it. */
function valueTexts(values: readonly JsonValue[]): readonly string[] {
  const texts =
    knownTexts.get(values) ?? values.slice(0, mostValues).map((_, at) => stringifyExactAt(values, at));
  knownTexts.set(values, texts);
  return texts;
}

function choiceIn({ keyword, limit }: Violation): Choice {
  switch (keyword) {
    case 'const':
      return { values: [limit as string], types: [] };
    case 'enum':
      return { values: valueTexts(limit as readonly JsonValue[]), types: [] };
    case 'type':
      return { values: [], types: limit as readonly string[] };
    default:
      return limit as Choice;
  }
}
