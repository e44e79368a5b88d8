import { isJsonArray, isJsonObject, isSame, type Json, own, type Path } from '../form/json.ts';
import { type Budget, spend } from '../schema/budget.ts';

interface Missing {
  readonly place: Path;
  readonly expected: Json;
  /** Absent: there is nothing. */
  readonly actual: Json | undefined;
}

/** Steps of one comparison: lists in lists are compared item by item. */
const mostSteps = 5_000_000;

/**
 * What a value doesn't have of another: an object must have its fields at least, a list its items at least, in any order;
 * anything else must be the same. Throws a `TooComplexError` where that takes too many steps.
 */
export function missingIn(expected: Json, actual: Json | undefined): readonly Missing[] {
  return missingAt(expected, actual, [], { left: mostSteps });
}

function missingAt(
  expected: Json,
  actual: Json | undefined,
  place: Path,
  budget: Budget,
): readonly Missing[] {
  spend(budget);
  if (isJsonObject(expected) && isJsonObject(actual)) {
    return Object.entries(expected).flatMap(([name, value]) =>
      missingAt(value, own(actual, name), [...place, name], budget),
    );
  }
  if (isJsonArray(expected) && isJsonArray(actual)) {
    // Most lists are of plain values, which are found at once.
    const plain = new Set(actual);
    return expected.flatMap((item, index) =>
      plain.has(item) || actual.some((one) => has(one, item, budget))
        ? []
        : [{ place: [...place, index], expected: item, actual }],
    );
  }
  return isSame(expected, actual) ? [] : [{ place, expected, actual }];
}

function has(actual: Json | undefined, expected: Json, budget: Budget): boolean {
  spend(budget);
  if (isJsonObject(expected) && isJsonObject(actual)) {
    return Object.entries(expected).every(([name, value]) => has(own(actual, name), value, budget));
  }
  if (isJsonArray(expected) && isJsonArray(actual)) {
    const plain = new Set(actual);
    spend(budget, actual.length);
    return expected.every((item) => plain.has(item) || actual.some((one) => has(one, item, budget)));
  }
  return isSame(expected, actual);
}
