/** A question in a sequence that is numbered. */
export interface CountedStep<A> {
  /** Default: true. Other questions are skipped, forwards and backwards. */
  shouldAsk?(answers: A): boolean;
  /** Whether the question is counted. Default: `shouldAsk`. Differs if later answers can still exclude it. */
  isCounted?(answers: A): boolean;
  /** The number of the following questions depends on its answer, so no total is shown before. */
  readonly determinesTotal?: boolean;
}

interface StepCount {
  /** The number of the question, from 1. */
  readonly step: number;
  /** Absent if an open answer determines it. */
  readonly totalSteps?: number;
}

/**
 * Returns the number of a question and the total. Questions that might be skipped later are counted, so that the total
 * doesn't change.
 */
export function countSteps<A>(
  steps: readonly CountedStep<A>[],
  current: CountedStep<A>,
  answers: A,
): StepCount {
  const counted = steps.filter((step) => step === current || isCounted(step, answers));
  const at = counted.indexOf(current);
  const isDecided = counted.slice(at).every(({ determinesTotal }) => !determinesTotal);
  return { step: at + 1, ...(isDecided && { totalSteps: counted.length }) };
}

function isCounted<A>({ isCounted: mayApply, shouldAsk }: CountedStep<A>, answers: A): boolean {
  return (mayApply ?? shouldAsk)?.(answers) !== false;
}
