import { type Budget, spend } from './budget.ts';
import { canonicalNumber } from './decimal.ts';
import { exactDigitsAt } from './exactJson.ts';
import { canonicalJson } from './json.ts';

/** Characters of canonical JSON that are written in one step. */
const charactersPerStep = 2;

/**
 * JSON that is the same for equal values only, so that many values are compared by a set instead of in pairs. `digits`: of a number
 * that JavaScript doesn't hold.
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
  const text = canonicalJson(value, (budget.left + 1) * charactersPerStep);
  spend(budget, Math.ceil(text.length / charactersPerStep));
  return text;
}

/** The canonical texts of the items of an array. */
export function boundedCanonicalItems(items: readonly unknown[], budget: Budget): ReadonlySet<string> {
  return new Set(items.map((item, at) => boundedCanonicalJson(item, budget, exactDigitsAt(items, at))));
}
