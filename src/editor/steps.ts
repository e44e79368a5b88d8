import { askInputStep, type InputQuestion } from './askInput.ts';
import { type Back, type BoxFrame, back, type TitleButton } from './openBox.ts';
import { type CountedStep, countSteps } from './stepCount.ts';

export { type Back, back } from './openBox.ts';
export { askPickMany, askPickOne } from './pickBox.ts';

/** The result of a question if the user returns to the previous question with changed answers. */
interface BackWithAnswers<A> {
  readonly [back]: A;
}

/** The title bar and the state of one question in a sequence. */
export interface StepFrame extends BoxFrame {
  readonly canGoBack: boolean;
  /** The texts that the user entered in canceled questions, by the keys of the questions. */
  readonly drafts: Map<string, string>;
}

/** One question of a sequence. */
export interface WizardStep<A> extends CountedStep<A> {
  /**
   * Asks the question. Returns `answers` with the new answer. Rejects with a `CancellationError` if the user cancels.
   */
  ask(answers: A, frame: StepFrame): Promise<A | Back | BackWithAnswers<A>>;
}

/** The state of a sequence of questions. Callers keep it after a cancellation, so that the user can continue. */
export interface WizardProgress<A> {
  answers: A;
  /** The answered questions, in order. */
  readonly answeredSteps: WizardStep<A>[];
  readonly drafts: Map<string, string>;
}

export function createProgress<A>(answers: A): WizardProgress<A> {
  return { answers, answeredSteps: [], drafts: new Map() };
}

/** Whether the user has entered anything. */
export function hasProgress({ answeredSteps, drafts }: WizardProgress<unknown>): boolean {
  return answeredSteps.length > 0 || drafts.size > 0;
}

/** Asks one question after another. *Back* returns to the previous question, and keeps all answers. */
export async function runSteps<A extends object>(
  title: string,
  steps: readonly WizardStep<A>[],
  progress: WizardProgress<A>,
  titleButtons: readonly TitleButton[] = [],
): Promise<A> {
  const { answers } = progress;
  const frame = { title, canGoBack: false, drafts: progress.drafts, titleButtons };
  const result = await runFromProgress(steps, progress, frame, steps);
  // The first question has no *Back*.
  return result === back ? answers : result;
}

/** Asks questions that follow question 1, which the caller asks. *Back* in the first one returns `back`. */
export function runStepsAfter<A extends object>(
  title: string,
  steps: readonly WizardStep<A>[],
  progress: WizardProgress<A>,
): Promise<A | Back> {
  const frame = { title, canGoBack: true, drafts: progress.drafts };
  return runFromProgress(steps, progress, frame, [{}, ...steps]);
}

/** Asks questions as a part of another question, without numbers. *Back* in the first one returns `back`. */
export function runNestedSteps<A extends object>(
  frame: StepFrame,
  steps: readonly WizardStep<A>[],
  initialAnswers: A,
): Promise<A | Back> {
  return runFromProgress(steps, createProgress(initialAnswers), frame);
}

/** `countedSteps`: all numbered questions, or `undefined` if the questions aren't numbered. */
async function runFromProgress<A extends object>(
  steps: readonly WizardStep<A>[],
  progress: WizardProgress<A>,
  frame: StepFrame,
  countedSteps?: readonly CountedStep<A>[],
): Promise<A | Back> {
  const { answeredSteps } = progress;
  let next = findNextStep(steps, answeredSteps.at(-1), progress.answers);
  while (next) {
    const current: WizardStep<A> = next;
    const { answers } = progress;
    const count = countedSteps && countSteps(countedSteps, current, answers);
    const result = await current.ask(answers, {
      ...frame,
      // A single question isn't numbered.
      ...(count?.totalSteps !== 1 && count),
      canGoBack: frame.canGoBack || answeredSteps.length > 0,
    });
    const outcome = result === back ? { [back]: answers } : result;
    if (isBackWith<A>(outcome)) {
      progress.answers = outcome[back];
      next = answeredSteps.pop();
      if (!next) return back;
      continue;
    }
    progress.answers = outcome;
    answeredSteps.push(current);
    next = findNextStep(steps, current, outcome);
  }
  return progress.answers;
}

function isBackWith<A>(result: object): result is BackWithAnswers<A> {
  return back in result;
}

function findNextStep<A>(
  steps: readonly WizardStep<A>[],
  after: WizardStep<A> | undefined,
  answers: A,
): WizardStep<A> | undefined {
  const rest = after ? steps.slice(steps.indexOf(after) + 1) : steps;
  return rest.find((step) => step.shouldAsk?.(answers) !== false);
}

interface TextQuestion<T> extends Omit<InputQuestion<T>, 'accept' | 'onLeave'> {
  /** The key for the draft of the answer. It must be unique within the sequence. */
  readonly key: string;
  readonly value: string;
}

/** Prompts for a text. Returns the text, or the result of `accept` if there is one. */
export function askText(frame: StepFrame, question: TextQuestion<string>): Promise<string | Back>;
export function askText<T>(
  frame: StepFrame,
  question: TextQuestion<T> & Pick<InputQuestion<T>, 'accept'>,
): Promise<T | Back>;
export function askText<T>(
  frame: StepFrame,
  question: TextQuestion<T> & Partial<Pick<InputQuestion<T>, 'accept'>>,
): Promise<T | string | Back> {
  const { key, value, accept = async (typed: string) => typed } = question;
  return askInputStep<T | string>(frame, {
    ...question,
    value: frame.drafts.get(key) ?? value,
    accept: async (...typed) => {
      const result = await accept(...typed);
      frame.drafts.delete(key);
      return result;
    },
    // An unchanged default value isn't saved as a draft, because the default might change.
    onLeave: (typed) => {
      if (typed !== value) frame.drafts.set(key, typed);
      else frame.drafts.delete(key);
    },
  });
}

/** Creates a question for a text. The answer is trimmed. */
export function createTextStep<A extends object>(
  field: keyof A & string,
  question: (answers: A) => Omit<TextQuestion<string>, 'key' | 'value'>,
): WizardStep<A> {
  return {
    ask: async (answers, frame) => {
      const value = String(answers[field] ?? '');
      const typed = await askText(frame, { key: field, value, ...question(answers) });
      return typed === back ? back : { ...answers, [field]: typed.trim() };
    },
  };
}
