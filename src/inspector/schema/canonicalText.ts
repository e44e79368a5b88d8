import { type Budget, spend } from './budget.ts';
import { jsonText } from './json.ts';

/** Characters of canonical JSON that are written in one step. */
const charactersPerStep = 2;

/** JSON that is the same for equal values only, so that many values are compared by a set instead of in pairs. */
export function canonicalText(value: unknown, budget: Budget): string {
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) {
    spend(budget);
    return String(value);
  }
  const text = jsonText(value, (budget.left + 1) * charactersPerStep);
  spend(budget, Math.ceil(text.length / charactersPerStep));
  return text;
}
