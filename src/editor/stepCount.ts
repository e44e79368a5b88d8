/** A question as one of a row. */
export interface CountedStep<A> {
  /** Default: yes. A step that doesn't apply is left out, forwards and backwards. */
  applies?(answers: A): boolean;
  /** Whether it is counted; default: whether it applies. Differs where answers on the way may still leave it out. */
  mayApply?(answers: A): boolean;
  /** How many questions follow depends on its answer: no total is given before. */
  readonly decidesCount?: boolean;
}

interface StepCount {
  /** Counts from 1. */
  readonly step: number;
  /** Absent: an answer that is still to come decides it. */
  readonly totalSteps?: number;
}

/** Where a question stands. What may be left out later is counted, so that the total stays on the whole way. */
export function countSteps<A>(
  steps: readonly CountedStep<A>[],
  current: CountedStep<A>,
  answers: A,
): StepCount {
  const counted = steps.filter((step) => step === current || isCounted(step, answers));
  const at = counted.indexOf(current);
  const isDecided = counted.slice(at).every(({ decidesCount }) => !decidesCount);
  return { step: at + 1, ...(isDecided && { totalSteps: counted.length }) };
}

function isCounted<A>({ mayApply, applies }: CountedStep<A>, answers: A): boolean {
  return (mayApply ?? applies)?.(answers) !== false;
}
