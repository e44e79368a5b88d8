/** One line of the table. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** The least that it could be, measured in the same run, in the same unit. */
  readonly floor?: { readonly value: number; readonly of: string };
  /** The most, or the least, that the value, or its ratio to the floor, may be. */
  readonly budget?: Budget;
}

type Budget = { readonly of: 'value' | 'ratio' } & ({ readonly most: number } | { readonly least: number });

/** What a file of this folder measures. */
export interface Measure {
  run(): Promise<Figure[]>;
}

/** A figure as it goes into a file; null: there is none. */
export interface Result {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly floor: number | null;
  readonly floorOf: string | null;
  readonly ratio: number | null;
  readonly budget: string | null;
  readonly ok: boolean | null;
}

export function resultOf({ name, value, unit, floor, budget }: Figure): Result {
  const ratio = floor ? value / floor.value : null;
  const judged = budget?.of === 'ratio' ? ratio : value;
  return {
    name,
    value,
    unit,
    floor: floor?.value ?? null,
    floorOf: floor?.of ?? null,
    ratio,
    budget: budget ? `${limitOf(budget)} ${budget.of === 'ratio' ? '×' : unit}`.trimEnd() : null,
    ok: budget && judged !== null ? isWithin(judged, budget) : null,
  };
}

function limitOf(budget: Budget): string {
  return 'most' in budget
    ? `≤ ${budget.most.toLocaleString('en')}`
    : `≥ ${budget.least.toLocaleString('en')}`;
}

function isWithin(value: number, budget: Budget): boolean {
  return 'most' in budget ? value <= budget.most : value >= budget.least;
}
