import { type Budget, spend } from '../schema/budget.ts';
import { areEqualAt, exactDigitsAt } from '../schema/exactJson.ts';
import { isJsonArray, isJsonObject, type JsonValue } from '../schema/json.ts';
import type { ValuePath } from '../schema/pointer.ts';

/** A value by the object or array that has it, where all digits of a number are known. */
export interface ValueLocation {
  readonly holder: object;
  readonly key: string | number;
}

interface Mismatch {
  readonly path: ValuePath;
  readonly expected: ValueLocation;
  /** Absent: there is nothing. */
  readonly actual: ValueLocation | undefined;
}

/** Steps of one comparison: lists in lists are compared item by item. */
const maxSteps = 5_000_000;

export const valueAt = ({ holder, key }: ValueLocation): JsonValue => Reflect.get(holder, key) as JsonValue;

/**
 * Returns what a value lacks of another: an object must have its fields at least, a list its items at least, in any order;
 * anything else must be the same. Throws a `TooComplexError` where that takes too many steps.
 */
export function findMismatches(
  expected: ValueLocation,
  actual: ValueLocation | undefined,
): readonly Mismatch[] {
  return findMismatchesAt(expected, actual, [], { left: maxSteps });
}

function findMismatchesAt(
  expected: ValueLocation,
  actual: ValueLocation | undefined,
  path: ValuePath,
  budget: Budget,
): readonly Mismatch[] {
  spend(budget);
  const [wanted, found] = [valueAt(expected), actual && valueAt(actual)];
  if (isJsonObject(wanted) && isJsonObject(found)) {
    return Object.keys(wanted).flatMap((key) =>
      findMismatchesAt({ holder: wanted, key }, propertyLocation(found, key), [...path, key], budget),
    );
  }
  if (isJsonArray(wanted) && isJsonArray(found)) {
    const isThere = createItemFinder(found, budget);
    return wanted.flatMap((_, key) => {
      const item = { holder: wanted, key };
      return isThere(item) ? [] : [{ path: [...path, key], expected: item, actual }];
    });
  }
  return hasSameValue(expected, actual, budget) ? [] : [{ path, expected, actual }];
}

function includesValue(actual: ValueLocation | undefined, expected: ValueLocation, budget: Budget): boolean {
  spend(budget);
  const [wanted, found] = [valueAt(expected), actual && valueAt(actual)];
  if (isJsonObject(wanted) && isJsonObject(found)) {
    return Object.keys(wanted).every((key) =>
      includesValue(propertyLocation(found, key), { holder: wanted, key }, budget),
    );
  }
  if (isJsonArray(wanted) && isJsonArray(found)) {
    const isThere = createItemFinder(found, budget);
    return wanted.every((_, key) => isThere({ holder: wanted, key }));
  }
  return hasSameValue(expected, actual, budget);
}

/** Finds items of a list. Most lists are of plain values, which are found at once. */
function createItemFinder(list: readonly JsonValue[], budget: Budget): (item: ValueLocation) => boolean {
  spend(budget, list.length);
  const plain = new Set(list.filter((_, key) => exactDigitsAt(list, key) === undefined));
  return (item) =>
    (exactDigitsAt(item.holder, item.key) === undefined && plain.has(valueAt(item))) ||
    list.some((_, key) => includesValue({ holder: list, key }, item, budget));
}

function propertyLocation(object: object, key: string): ValueLocation | undefined {
  return Object.hasOwn(object, key) ? { holder: object, key } : undefined;
}

function hasSameValue(expected: ValueLocation, actual: ValueLocation | undefined, budget: Budget): boolean {
  spend(budget);
  return actual !== undefined && areEqualAt(expected.holder, expected.key, actual.holder, actual.key);
}
