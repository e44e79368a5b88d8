import * as vscode from 'vscode';
import { toPlainText } from '../domain/plainText.ts';
import { createFailureIcon } from './failureIcon.ts';
import type { PickItem } from './pickItem.ts';
import type { Remedy } from './problem.ts';
import { toSentence } from './sentences.ts';
import { askPickOne, type Back, back, type StepFrame } from './steps.ts';

/** An item of a summary. `Key` identifies a value that the user can edit, and `Send` a way to send the answers. */
export interface SummaryItem<Key, Send> extends PickItem {
  /** The action if the user selects the item. Absent if the item is only information. */
  readonly action?: { readonly send: Send } | { readonly edit: Key } | { readonly remedy: Remedy };
  /** Whether the value is missing or was rejected. If so, the item is preselected, because sending would fail. */
  readonly isUnresolved?: boolean;
  /** Whether the action must be confirmed, such as a deployment to production. If so, the item isn't preselected. */
  readonly needsConfirmation?: boolean;
}

/** A failed attempt to send. */
export interface SummaryFailure {
  readonly icon: 'error' | 'info';
  readonly title: string;
  readonly message: string;
  readonly remedies: readonly Remedy[];
}

/** The answers while the summary is shown. */
export interface SummaryDraft<Answers, Key> {
  answers: Answers;
  /** Prompts for a value. If the user cancels the prompt, the answers don't change. */
  edit(key: Key): Promise<void>;
}

interface SummaryOptions<Answers, Key, Send, Result> {
  readonly start: Answers;
  readonly frame: StepFrame;
  readonly placeholder: () => string;
  readonly items: (answers: Answers) => readonly SummaryItem<Key, Send>[];
  /** Prompts for a value. Rejects with a `CancellationError` if the user cancels. */
  readonly edit: (key: Key, answers: Answers, frame: StepFrame) => Promise<Answers | Back>;
  /** Called after each prompt. `answers` and `previousAnswers` are the same object if the user canceled the prompt. */
  readonly onDidEdit?: (answers: Answers, previousAnswers: Answers) => void;
  /** Sends the answers. Returns `undefined` to show the summary again. */
  readonly send: (draft: SummaryDraft<Answers, Key>, send: Send) => Promise<Result | undefined>;
}

/**
 * Shows a summary, whose items the user can edit, until the answers are sent. Returns the answers and the result, or
 * only the answers if the user returns to the previous question. Rejects with a `CancellationError` if the user
 * cancels.
 */
export async function runSummary<Answers, Key, Send, Result>(
  options: SummaryOptions<Answers, Key, Send, Result>,
): Promise<{ readonly answers: Answers; readonly result: Result } | { readonly [back]: Answers }> {
  const draft: SummaryDraft<Answers, Key> = {
    answers: options.start,
    async edit(key) {
      const previousAnswers = draft.answers;
      draft.answers = await editAnswers(key, previousAnswers, options);
      options.onDidEdit?.(draft.answers, previousAnswers);
    },
  };
  for (;;) {
    const items = options.items(draft.answers);
    const picked: SummaryItem<Key, Send> | Back = await askPickOne(options.frame, {
      items,
      placeholder: options.placeholder(),
      active: findPreselectedItem(items),
    });
    if (picked === back) return { [back]: draft.answers };
    const { action } = picked;
    if (!action) continue;
    if ('edit' in action) {
      await draft.edit(action.edit);
    } else if ('remedy' in action) {
      const { command, arguments: args = [] } = action.remedy;
      await vscode.commands.executeCommand(command, ...args);
    } else {
      const result = await options.send(draft, action.send);
      if (result !== undefined) return { answers: draft.answers, result };
    }
  }
}

/**
 * Returns the first item that sends the answers. If a value is unresolved, returns the item of the value, and if sending
 * must be confirmed, an item to edit.
 */
function findPreselectedItem<Item extends SummaryItem<unknown, unknown>>(
  items: readonly Item[],
): Item | undefined {
  const unresolvedItem = items.find(({ isUnresolved }) => isUnresolved);
  if (unresolvedItem) return unresolvedItem;
  const sendItem = items.find(({ action }) => action && 'send' in action);
  return sendItem?.needsConfirmation ? items.find(({ action }) => action && 'edit' in action) : sendItem;
}

async function editAnswers<Answers, Key>(
  key: Key,
  answers: Answers,
  { edit, frame: { title, drafts } }: Pick<SummaryOptions<Answers, Key, never, never>, 'edit' | 'frame'>,
): Promise<Answers> {
  try {
    const edited = await edit(key, answers, { title, drafts, canGoBack: true });
    return edited === back ? answers : edited;
  } catch (error) {
    if (error instanceof vscode.CancellationError) return answers;
    throw error;
  }
}

/** Creates the items for a failure: the message, and an item for each remedy. */
export function createFailureItems(failure: SummaryFailure): readonly SummaryItem<never, never>[] {
  return [
    {
      iconPath: createFailureIcon(failure.icon),
      // The reason is more important than the title, which is the same for all reasons.
      label: toPlainText(failure.message),
      detail: toSentence(failure.title),
    },
    ...failure.remedies.map((remedy) => ({
      iconPath: new vscode.ThemeIcon(remedy.icon),
      label: remedy.label,
      action: { remedy },
    })),
  ];
}
