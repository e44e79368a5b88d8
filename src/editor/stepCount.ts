/** A question in a sequence of numbered questions. */
export interface CountedStep<A> {
  /** Whether the question is asked. Default: true. If it isn't, the previous and the next question skip it. */
  shouldAsk?(answers: A): boolean;
  /** Whether the question is counted. Default: `shouldAsk`. Differs if a later answer can still change `shouldAsk`. */
  isCounted?(answers: A): boolean;
  /** Whether the number of further questions depends on the answer, so that no total is shown until then. */
  readonly determinesTotal?: boolean;
}

interface StepCount {
  /** The number of the question, from 1. */
  readonly step: number;
  /** Absent if the total depends on this or a further answer. */
  readonly totalSteps?: number;
}

/**
 * Returns the number of a question and the total number of questions. Questions that might be skipped later are
 * counted, so that the total doesn't change between questions.
 */
export function countSteps<A>(
  steps: readonly CountedStep<A>[],
  current: CountedStep<A>,
  answers: A,
): StepCount {
  const counted = steps.filter((step) => step === current || isCounted(step, answers));
  const index = counted.indexOf(current);
  const isTotalKnown = counted.slice(index).every(({ determinesTotal }) => !determinesTotal);
  return { step: index + 1, ...(isTotalKnown && { totalSteps: counted.length }) };
}

function isCounted<A>({ isCounted: mayApply, shouldAsk }: CountedStep<A>, answers: A): boolean {
  return (mayApply ?? shouldAsk)?.(answers) !== false;
}
