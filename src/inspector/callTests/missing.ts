import { isJsonArray, isJsonValueObject, type JsonValue, type ValuePath } from '../form/json.ts';
import { type Budget, spend } from '../schema/budget.ts';
import { areEqualAt, exactDigitsAt } from '../schema/exactJson.ts';

/** A value by the object or array that has it, where all digits of a number are known. */
export interface Held {
  readonly holder: object;
  readonly key: string | number;
}

interface Missing {
  readonly place: ValuePath;
  readonly expected: Held;
  /** Absent: there is nothing. */
  readonly actual: Held | undefined;
}

/** Steps of one comparison: lists in lists are compared item by item. */
const mostSteps = 5_000_000;

export const valueAt = ({ holder, key }: Held): JsonValue => Reflect.get(holder, key) as JsonValue;

/**
 * Returns what a value lacks of another: an object must have its fields at least, a list its items at least, in any order;
 * anything else must be the same. Throws a `TooComplexError` where that takes too many steps.
 */
export function missingIn(expected: Held, actual: Held | undefined): readonly Missing[] {
  return missingAt(expected, actual, [], { left: mostSteps });
}

function missingAt(
  expected: Held,
  actual: Held | undefined,
  place: ValuePath,
  budget: Budget,
): readonly Missing[] {
  spend(budget);
  const [wanted, found] = [valueAt(expected), actual && valueAt(actual)];
  if (isJsonValueObject(wanted) && isJsonValueObject(found)) {
    return Object.keys(wanted).flatMap((key) =>
      missingAt({ holder: wanted, key }, fieldOf(found, key), [...place, key], budget),
    );
  }
  if (isJsonArray(wanted) && isJsonArray(found)) {
    const isThere = finderIn(found, budget);
    return wanted.flatMap((_, key) => {
      const item = { holder: wanted, key };
      return isThere(item) ? [] : [{ place: [...place, key], expected: item, actual }];
    });
  }
  return isSame(expected, actual, budget) ? [] : [{ place, expected, actual }];
}

function has(actual: Held | undefined, expected: Held, budget: Budget): boolean {
  spend(budget);
  const [wanted, found] = [valueAt(expected), actual && valueAt(actual)];
  if (isJsonValueObject(wanted) && isJsonValueObject(found)) {
    return Object.keys(wanted).every((key) => has(fieldOf(found, key), { holder: wanted, key }, budget));
  }
  if (isJsonArray(wanted) && isJsonArray(found)) {
    const isThere = finderIn(found, budget);
    return wanted.every((_, key) => isThere({ holder: wanted, key }));
  }
  return isSame(expected, actual, budget);
}

/** Finds items of a list. Most lists are of plain values, which are found at once. */
function finderIn(list: readonly JsonValue[], budget: Budget): (item: Held) => boolean {
  spend(budget, list.length);
  const plain = new Set(list.filter((_, key) => exactDigitsAt(list, key) === undefined));
  return (item) =>
    (exactDigitsAt(item.holder, item.key) === undefined && plain.has(valueAt(item))) ||
    list.some((_, key) => has({ holder: list, key }, item, budget));
}

function fieldOf(object: object, key: string): Held | undefined {
  return Object.hasOwn(object, key) ? { holder: object, key } : undefined;
}

function isSame(expected: Held, actual: Held | undefined, budget: Budget): boolean {
  spend(budget);
  return actual !== undefined && areEqualAt(expected.holder, expected.key, actual.holder, actual.key);
}
