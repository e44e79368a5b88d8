import { type Budget, spend } from './budget.ts';
import { canonicalNumber } from './decimal.ts';
import { getExactDigitsAt } from './exactJson.ts';
import { isJsonObject, type JsonObject } from './json.ts';

/** Number of characters of canonical JSON that one step writes. */
const charactersPerStep = 2;

/** An object or an array that isn't written completely. */
interface OpenContainer {
  readonly container: JsonObject | readonly unknown[];
  /** The sorted keys of an object; `undefined` for an array. */
  readonly keys: readonly string[] | undefined;
  /** The index of the next key or item. */
  index: number;
}

/**
 * Returns JSON with sorted keys, so that equal values have equal texts. Stops after about `maxLength` characters. Not recursive,
 * because the nesting of data from a server can be deeper than the stack.
 */
export function canonicalJson(value: unknown, maxLength = Infinity): string {
  const openContainers: OpenContainer[] = [];
  let text = '';
  const write = (part: unknown, digits?: string): void => {
    if (Array.isArray(part)) {
      text += '[';
      openContainers.push({ container: part, keys: undefined, index: 0 });
    } else if (isJsonObject(part)) {
      text += '{';
      openContainers.push({ container: part, keys: Object.keys(part).sort(), index: 0 });
    } else text += digits ?? JSON.stringify(part) ?? 'null';
  };
  write(value);
  for (
    let current = openContainers.at(-1);
    current && text.length < maxLength;
    current = openContainers.at(-1)
  ) {
    const { container, keys, index } = current;
    if (index === (keys ?? container).length) {
      text += keys ? '}' : ']';
      openContainers.pop();
      continue;
    }
    current.index += 1;
    if (index > 0) text += ',';
    const key = keys?.[index] ?? index;
    if (keys) text += `${JSON.stringify(key)}:`;
    write(Reflect.get(container, key), getCanonicalDigitsAt(container, key));
  }
  return text;
}

/** Returns a property or an item as canonical JSON, with all digits of a number. */
export function canonicalJsonAt(container: object, key: string | number): string {
  return getCanonicalDigitsAt(container, key) ?? canonicalJson(Reflect.get(container, key));
}

/** Returns the canonical text of a number that JavaScript can't represent exactly. */
function getCanonicalDigitsAt(container: object, key: string | number): string | undefined {
  const digits = getExactDigitsAt(container, key);
  return digits === undefined ? undefined : canonicalNumber(digits);
}

/**
 * Returns canonical JSON, with which a set can compare many values at once, instead of each pair of them. `digits`: those of a
 * number that JavaScript can't represent exactly. Throws a `TooComplexError` once the budget is used up.
 */
export function boundedCanonicalJson(value: unknown, budget: Budget, digits?: string): string {
  if (digits !== undefined) {
    spend(budget, Math.ceil(digits.length / charactersPerStep));
    return canonicalNumber(digits);
  }
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) {
    spend(budget);
    return String(value);
  }
  const text = canonicalJson(value, (budget.remaining + 1) * charactersPerStep);
  spend(budget, Math.ceil(text.length / charactersPerStep));
  return text;
}

/** Returns the distinct items of an array as canonical JSON. Throws a `TooComplexError` once the budget is used up. */
export function boundedCanonicalItems(items: readonly unknown[], budget: Budget): ReadonlySet<string> {
  return new Set(
    items.map((item, index) => boundedCanonicalJson(item, budget, getExactDigitsAt(items, index))),
  );
}
