/** One row of the table. */
export interface Measurement {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** The value for comparison, measured in the same run and in the same unit. */
  readonly baseline?: { readonly value: number; readonly name: string };
  /** The limit of the value, or of its ratio to the baseline. */
  readonly budget?: Budget;
}

type Budget = { readonly quantity: 'value' | 'ratio' } & (
  | { readonly max: number }
  | { readonly min: number }
);

/** A part of the benchmark, which a file of this folder exports. */
export interface Benchmark {
  run(): Promise<Measurement[]>;
}

/** A measurement in the format of the JSON file. Fields without a value are `null`. */
export interface ReportedMeasurement {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly baseline: number | null;
  readonly baselineOf: string | null;
  readonly ratio: number | null;
  readonly budget: string | null;
  readonly ok: boolean | null;
}

export function toReport({ name, value, unit, baseline, budget }: Measurement): ReportedMeasurement {
  const ratio = baseline ? value / baseline.value : null;
  const comparedValue = budget?.quantity === 'ratio' ? ratio : value;
  return {
    name,
    value,
    unit,
    baseline: baseline?.value ?? null,
    baselineOf: baseline?.name ?? null,
    ratio,
    budget: budget ? `${formatBudget(budget)} ${budget.quantity === 'ratio' ? '×' : unit}`.trimEnd() : null,
    ok: budget && comparedValue !== null ? isWithinBudget(comparedValue, budget) : null,
  };
}

function formatBudget(budget: Budget): string {
  return 'max' in budget ? `≤ ${budget.max.toLocaleString('en')}` : `≥ ${budget.min.toLocaleString('en')}`;
}

function isWithinBudget(value: number, budget: Budget): boolean {
  return 'max' in budget ? value <= budget.max : value >= budget.min;
}
