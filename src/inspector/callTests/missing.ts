import { isJsonArray, isJsonObject, type Json, type Path } from '../form/json.ts';
import { isSameAt } from '../schema/exactJson.ts';

/** A value by the object or array that has it, where all digits of a number are known. */
export interface Held {
  readonly holder: object;
  readonly key: string | number;
}

interface Missing {
  readonly place: Path;
  readonly expected: Held;
  /** Absent: there is nothing. */
  readonly actual: Held | undefined;
}

export const valueAt = ({ holder, key }: Held): Json => Reflect.get(holder, key) as Json;

/**
 * What a value doesn't have of another: an object must have its fields at least, a list its items at least, in any order;
 * anything else must be the same.
 */
export function missingIn(expected: Held, actual: Held | undefined, place: Path = []): readonly Missing[] {
  const [wanted, found] = [valueAt(expected), actual && valueAt(actual)];
  if (isJsonObject(wanted) && isJsonObject(found)) {
    return Object.keys(wanted).flatMap((name) =>
      missingIn(
        { holder: wanted, key: name },
        Object.hasOwn(found, name) ? { holder: found, key: name } : undefined,
        [...place, name],
      ),
    );
  }
  if (isJsonArray(wanted) && isJsonArray(found)) {
    return wanted.flatMap((_, index) => {
      const item = { holder: wanted, key: index };
      return found.some((_, key) => missingIn(item, { holder: found, key }).length === 0)
        ? []
        : [{ place: [...place, index], expected: item, actual }];
    });
  }
  const isSame = actual && isSameAt(expected.holder, expected.key, actual.holder, actual.key);
  return isSame ? [] : [{ place, expected, actual }];
}
