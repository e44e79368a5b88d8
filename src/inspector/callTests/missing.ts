import { isJsonArray, isJsonObject, isSame, type Json, own, type Path } from '../form/json.ts';

interface Missing {
  readonly place: Path;
  readonly expected: Json;
  /** Absent: there is nothing. */
  readonly actual: Json | undefined;
}

/**
 * What a value doesn't have of another: an object must have its fields at least, a list its items at least, in any order;
 * anything else must be the same.
 */
export function missingIn(expected: Json, actual: Json | undefined, place: Path = []): readonly Missing[] {
  if (isJsonObject(expected) && isJsonObject(actual)) {
    return Object.entries(expected).flatMap(([name, value]) =>
      missingIn(value, own(actual, name), [...place, name]),
    );
  }
  if (isJsonArray(expected) && isJsonArray(actual)) {
    return expected.flatMap((item, index) =>
      actual.some((one) => missingIn(item, one).length === 0)
        ? []
        : [{ place: [...place, index], expected: item, actual }],
    );
  }
  return isSame(expected, actual) ? [] : [{ place, expected, actual }];
}
