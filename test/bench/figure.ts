/** One line of the table. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** The least that it could be, measured in the same run, in the same unit. */
  readonly floor?: { readonly value: number; readonly of: string };
  /** The most that the value, or its ratio to the floor, may be. */
  readonly budget?: { readonly of: 'value' | 'ratio'; readonly most: number };
}

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
    budget: budget
      ? `≤ ${budget.most.toLocaleString('en')} ${budget.of === 'ratio' ? '×' : unit}`.trimEnd()
      : null,
    ok: budget && judged !== null ? judged <= budget.most : null,
  };
}
