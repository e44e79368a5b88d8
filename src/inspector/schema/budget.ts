/** The number of steps that work on data from outside may still take. A budget is shared by all parts of one piece of work. */
export interface Budget {
  left: number;
}

/** Data from outside takes more work than it may, or can't be worked on with bounded cost at all. */
export class TooComplexError extends Error {
  override readonly name = 'TooComplexError';
}

/** Takes steps from a budget. Throws a `TooComplexError` where too few are left. */
export function spend(budget: Budget, steps = 1): void {
  budget.left -= steps;
  if (budget.left < 0) throw new TooComplexError('The schema or the value is too complex.');
}
