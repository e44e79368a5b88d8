import { type Budget, spend } from '../schema/budget.ts';
import { areEqualAt, getExactDigitsAt } from '../schema/exactJson.ts';
import { isJsonArray, isJsonObject, type JsonValue } from '../schema/json.ts';
import type { ValuePath } from '../schema/pointer.ts';

/** The location of a value. Digits of numbers are stored for the parent object or array. */
export interface ValueLocation {
  readonly container: object;
  readonly key: string | number;
}

interface ValueMismatch {
  readonly path: ValuePath;
  readonly expected: ValueLocation;
  /** The value that differs, or the array that lacks the item. `undefined` if there is no value. */
  readonly actual: ValueLocation | undefined;
}

/** Maximum number of steps of a comparison, because each expected item is compared with each item of an array. */
const maxSteps = 5_000_000;

export const getLocatedValue = ({ container, key }: ValueLocation): JsonValue =>
  Reflect.get(container, key) as JsonValue;

/**
 * Returns the expected values that a value doesn't contain. An object must have at least the expected fields, and an array
 * at least the expected items in any order. Other values must be equal. Throws `TooComplexError` if the comparison takes
 * too many steps.
 */
export function findMismatches(
  expected: ValueLocation,
  actual: ValueLocation | undefined,
): readonly ValueMismatch[] {
  return findMismatchesAt(expected, actual, [], { remaining: maxSteps });
}

function findMismatchesAt(
  expected: ValueLocation,
  actual: ValueLocation | undefined,
  path: ValuePath,
  budget: Budget,
): readonly ValueMismatch[] {
  spend(budget);
  const [expectedValue, actualValue] = [getLocatedValue(expected), actual && getLocatedValue(actual)];
  if (isJsonObject(expectedValue) && isJsonObject(actualValue)) {
    return Object.keys(expectedValue).flatMap((key) =>
      findMismatchesAt(
        { container: expectedValue, key },
        findPropertyLocation(actualValue, key),
        [...path, key],
        budget,
      ),
    );
  }
  if (isJsonArray(expectedValue) && isJsonArray(actualValue)) {
    const includesItem = createItemFinder(actualValue, budget);
    return expectedValue.flatMap((_, key) => {
      const item = { container: expectedValue, key };
      return includesItem(item) ? [] : [{ path: [...path, key], expected: item, actual }];
    });
  }
  return areValuesEqual(expected, actual, budget) ? [] : [{ path, expected, actual }];
}

function includesValue(actual: ValueLocation | undefined, expected: ValueLocation, budget: Budget): boolean {
  spend(budget);
  const [expectedValue, actualValue] = [getLocatedValue(expected), actual && getLocatedValue(actual)];
  if (isJsonObject(expectedValue) && isJsonObject(actualValue)) {
    return Object.keys(expectedValue).every((key) =>
      includesValue(findPropertyLocation(actualValue, key), { container: expectedValue, key }, budget),
    );
  }
  if (isJsonArray(expectedValue) && isJsonArray(actualValue)) {
    const includesItem = createItemFinder(actualValue, budget);
    return expectedValue.every((_, key) => includesItem({ container: expectedValue, key }));
  }
  return areValuesEqual(expected, actual, budget);
}

/**
 * Returns a function that checks whether an array contains an item. Strings, small numbers, and other
 * plain items, the usual case, are found with one lookup.
 */
function createItemFinder(list: readonly JsonValue[], budget: Budget): (item: ValueLocation) => boolean {
  spend(budget, list.length);
  const plainItems = new Set(list.filter((_, key) => getExactDigitsAt(list, key) === undefined));
  return (item) =>
    (getExactDigitsAt(item.container, item.key) === undefined && plainItems.has(getLocatedValue(item))) ||
    list.some((_, key) => includesValue({ container: list, key }, item, budget));
}

function findPropertyLocation(object: object, key: string): ValueLocation | undefined {
  return Object.hasOwn(object, key) ? { container: object, key } : undefined;
}

function areValuesEqual(expected: ValueLocation, actual: ValueLocation | undefined, budget: Budget): boolean {
  spend(budget);
  return actual !== undefined && areEqualAt(expected.container, expected.key, actual.container, actual.key);
}
