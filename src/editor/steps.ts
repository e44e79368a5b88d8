import * as vscode from 'vscode';
import { boxMessage } from './message.ts';
import { messageText } from './messageText.ts';
import { createPickBox, type PickBox } from './pickBox.ts';
import type { TitleButton } from './question.ts';
import { type Line, type ShownLine, shownLine } from './shownLine.ts';
import { type CountedStep, stepCount } from './stepCount.ts';

/** The person wants the question before. */
export const back = Symbol('back');
export type Back = typeof back;

/** The same, from a step that has changed answers meanwhile. */
interface BackWith<A> {
  readonly [back]: A;
}

/** Where a question stands in a row of questions. */
export interface StepFrame {
  readonly title: string;
  /** Counts from 1; absent: by itself. */
  readonly step?: number | undefined;
  readonly totalSteps?: number | undefined;
  readonly canGoBack: boolean;
  /** What was typed in questions that were left, by their keys. */
  readonly drafts: Map<string, string>;
  readonly titleButton?: TitleButton | undefined;
}

/** One question of a row. It takes the answers so far and gives them back with its own. */
export interface Step<A> extends CountedStep<A> {
  /** Rejects with a `CancellationError` when the person leaves. */
  ask(answers: A, frame: StepFrame): Promise<A | Back | BackWith<A>>;
}

/** Where a person is in a row of questions. It outlives their leaving, so that they can go on there. */
export interface Progress<A> {
  answers: A;
  /** The questions that were answered, in order. */
  readonly way: Step<A>[];
  readonly drafts: Map<string, string>;
}

export function startOf<A>(answers: A): Progress<A> {
  return { answers, way: [], drafts: new Map() };
}

/** Whether there is anything to lose. */
export function isBegun({ way, drafts }: Progress<unknown>): boolean {
  return way.length > 0 || drafts.size > 0;
}

/** Asks one question after the other; *Back* leads to the one before, with all answers kept. */
export async function takeSteps<A extends object>(
  title: string,
  steps: readonly Step<A>[],
  progress: Progress<A>,
  titleButton?: TitleButton,
): Promise<A> {
  const { answers } = progress;
  const frame = { title, canGoBack: false, drafts: progress.drafts, titleButton };
  // A question by itself is not one of one.
  const taken = await walk(steps, progress, frame, steps.length > 1);
  // The first question has no way back.
  return taken === back ? answers : taken;
}

/** The same as a part of one question: the way back from the first leads out. */
export function takeStepsWithin<A extends object>(
  frame: StepFrame,
  steps: readonly Step<A>[],
  start: A,
): Promise<A | Back> {
  return walk(steps, startOf(start), frame, false);
}

async function walk<A extends object>(
  steps: readonly Step<A>[],
  progress: Progress<A>,
  frame: StepFrame,
  isCounted: boolean,
): Promise<A | Back> {
  const { way } = progress;
  let next = nextStep(steps, way.at(-1), progress.answers);
  while (next) {
    const current: Step<A> = next;
    const { answers } = progress;
    const answered = await current.ask(answers, {
      ...frame,
      ...(isCounted && stepCount(steps, current, answers)),
      canGoBack: frame.canGoBack || way.length > 0,
    });
    const left = answered === back ? { [back]: answers } : answered;
    if (isBackWith<A>(left)) {
      progress.answers = left[back];
      next = way.pop();
      if (!next) return back;
      continue;
    }
    progress.answers = left;
    way.push(current);
    next = nextStep(steps, current, left);
  }
  return progress.answers;
}

function isBackWith<A>(answered: object): answered is BackWith<A> {
  return back in answered;
}

function nextStep<A>(steps: readonly Step<A>[], after: Step<A> | undefined, answers: A): Step<A> | undefined {
  const rest = after ? steps.slice(steps.indexOf(after) + 1) : steps;
  return rest.find((step) => step.applies?.(answers) !== false);
}

interface TextQuestion {
  /** Unique among the questions of a row: what is typed here is kept for it. */
  readonly key: string;
  readonly prompt: string;
  readonly value: string;
  readonly placeholder?: string;
  readonly password?: boolean;
  /** The rule that what is typed breaks, in words, or something to say of it; shown while typing. */
  check?(value: string): string | vscode.InputBoxValidationMessage | undefined;
}

/** Asks for one text. What breaks a rule is not taken. */
export function askText(frame: StepFrame, question: TextQuestion): Promise<string | Back> {
  const box = vscode.window.createInputBox();
  box.prompt = messageText(question.prompt);
  box.placeholder = question.placeholder;
  box.password = question.password ?? false;
  box.value = frame.drafts.get(question.key) ?? question.value;
  const said = () => boxMessage(beside(question.prompt, question.check?.(box.value)));
  box.onDidChangeValue(() => {
    box.validationMessage = said();
  });
  const first = said();
  if (box.value !== '' || !isError(first)) box.validationMessage = first;
  return open<string>(box, frame, {
    accepted: () => {
      const broken = said();
      box.validationMessage = broken;
      if (isError(broken)) return undefined;
      frame.drafts.delete(question.key);
      return box.value;
    },
    // What is only the suggestion follows it when that changes.
    left: () => {
      if (box.value !== question.value) frame.drafts.set(question.key, box.value);
      else frame.drafts.delete(question.key);
    },
  });
}

interface PickQuestion<L extends Line> {
  readonly items: readonly L[];
  readonly placeholder: string;
  /** The one that Enter takes. */
  readonly active?: L | undefined;
}

interface PicksQuestion<L extends Line> extends Omit<PickQuestion<L>, 'active'> {
  readonly picked: readonly L[];
  /** The rule that these break: the question stays, and says it. */
  readonly refusal?: (picked: readonly L[]) => string | undefined;
}

/** Asks for one of these. */
export function askPick<L extends Line>(
  frame: StepFrame,
  { items, placeholder, active }: PickQuestion<L>,
): Promise<L | Back> {
  const box = list(items, placeholder);
  if (active) box.activeItems = shownOf(box, [active]);
  return open<L>(box, frame, { accepted: () => box.selectedItems[0]?.of });
}

/** Asks for any number of these; those of `picked` are chosen when it opens. */
export function askPicks<L extends Line>(
  frame: StepFrame,
  { items, placeholder, picked, refusal }: PicksQuestion<L>,
): Promise<readonly L[] | Back> {
  const box = list(items, placeholder);
  box.canSelectMany = true;
  box.selectedItems = shownOf(box, picked);
  const accepted = (): readonly L[] | undefined => {
    const chosen = box.selectedItems.map(({ of }) => of);
    const rule = refusal?.(chosen);
    if (rule === undefined) return chosen;
    // What is typed would stand in its place.
    box.value = '';
    box.placeholder = rule;
    return undefined;
  };
  return open<readonly L[]>(box, frame, { accepted });
}

function list<L extends Line>(items: readonly L[], placeholder: string): PickBox<L> {
  const box = createPickBox<L>();
  box.items = items.map(shownLine);
  box.placeholder = placeholder;
  box.matchOnDescription = true;
  return box;
}

function shownOf<L extends Line>({ items }: PickBox<L>, lines: readonly L[]): readonly ShownLine<L>[] {
  return items.filter(({ of }) => lines.includes(of));
}

interface Ends<T> {
  /** `undefined`: the question stays. */
  accepted(): T | undefined;
  left?(): void;
}

/** Shows a box until it is answered; losing the focus does not end it. */
function open<T>(
  box: vscode.InputBox | vscode.QuickPick<vscode.QuickPickItem>,
  frame: StepFrame,
  { accepted, left }: Ends<T>,
): Promise<T | Back> {
  return new Promise<T | Back>((resolve, reject) => {
    box.title = frame.title;
    box.step = frame.step;
    box.totalSteps = frame.totalSteps;
    box.ignoreFocusOut = true;
    const { titleButton } = frame;
    const backButton = vscode.QuickInputButtons.Back;
    const outButton = titleButton && {
      iconPath: new vscode.ThemeIcon(titleButton.icon),
      tooltip: titleButton.tooltip,
    };
    box.buttons = [...(frame.canGoBack ? [backButton] : []), ...(outButton ? [outButton] : [])];
    let isDone = false;
    // That the box goes once it is answered is no cancellation.
    const finish = (settle: () => void): void => {
      if (isDone) return;
      isDone = true;
      settle();
      box.dispose();
    };
    box.onDidAccept(() => {
      const answer = accepted();
      if (answer !== undefined) finish(() => resolve(answer));
    });
    box.onDidTriggerButton((button) => {
      left?.();
      if (button !== backButton) titleButton?.go();
      finish(() => (button === backButton ? resolve(back) : reject(new vscode.CancellationError())));
    });
    box.onDidHide(() => {
      if (!isDone) left?.();
      finish(() => reject(new vscode.CancellationError()));
    });
    box.show();
  });
}

/** What is no error does not take the place of the question. */
function beside(prompt: string, said: string | vscode.InputBoxValidationMessage | undefined) {
  if (said === undefined || typeof said === 'string' || isError(said)) return said;
  return { ...said, message: `${prompt} ${said.message}` };
}

function isError(message: string | vscode.InputBoxValidationMessage | undefined): boolean {
  if (message === undefined) return false;
  return typeof message === 'string' || message.severity === vscode.InputBoxValidationSeverity.Error;
}
