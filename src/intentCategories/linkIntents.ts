import * as vscode from 'vscode';
import { toPlainText } from '../domain/plainText.ts';
import { askInput } from '../editor/askInput.ts';
import type { CommandHandler } from '../editor/commands.ts';
import { showInformation, showWarning } from '../editor/message.ts';
import { withCancellableProgress } from '../editor/progress.ts';
import { parseIntentIds } from './intentIds.ts';
import { type LinkOutcome, linkInBatches } from './linkInBatches.ts';
import { type PickedCategory, pickCategory } from './pickCategory.ts';
import { type CategoryContext, type CategoryTarget, pickCategoryTarget } from './pickCategoryTarget.ts';
import { readIntentIdsArgument } from './readIntentIdsArgument.ts';
import { linkResultText, omittedIdsText } from './texts.ts';

/** The intents to link, with the outcome so far. */
interface PendingLinks {
  readonly target: CategoryTarget;
  readonly category: PickedCategory;
  readonly previousOutcome: Pick<LinkOutcome, 'linkedIds' | 'unknownIds'>;
  readonly remainingIds: readonly string[];
  /** Sentences about IDs that were left out. */
  readonly notes: readonly string[];
  /** Whether the user chose to continue although the service rejected all requests. */
  readonly isCategoryConfirmed?: boolean;
}

/** The result of the command. Key bindings and other extensions can use it. */
interface LinkResult {
  /** Whether all intents were linked. */
  readonly success: boolean;
  readonly linked: readonly string[];
  /** IDs that the service doesn't recognize. */
  readonly unknown: readonly string[];
  /** IDs that weren't sent, or might not be linked. */
  readonly left: readonly string[];
}

/** Creates the command *Link Intents* (`insights.linkIntents`). */
export function createLinkIntentsCommand(context: CategoryContext): CommandHandler {
  /** The unfinished runs, by the command argument of *Continue*. */
  const unfinished = new WeakMap<object, PendingLinks>();

  const continueLater = async (pending: PendingLinks): Promise<void> => {
    const argument = {};
    unfinished.set(argument, pending);
    await vscode.commands.executeCommand('hostedMcp.linkIntents', argument);
  };

  return async (argument): Promise<LinkResult> => {
    const continuedLinks =
      typeof argument === 'object' && argument !== null ? unfinished.get(argument) : undefined;
    const pending = continuedLinks ?? (await preparePendingLinks(context, argument));
    const outcome = await linkPending(context, pending);
    // Not awaited: the command ends while the message is still open.
    void notifyLinked(context, pending, outcome, continueLater);
    const { linkedIds, unknownIds, remainingIds } = outcome;
    const success = remainingIds.length === 0 && unknownIds.length === 0;
    return { success, linked: linkedIds, unknown: unknownIds, left: remainingIds };
  };
}

async function preparePendingLinks(context: CategoryContext, argument: unknown): Promise<PendingLinks> {
  const title = vscode.l10n.t('Link Intents');
  const idsArgument = readIntentIdsArgument(argument);
  const target = await pickCategoryTarget(context, argument, title);
  const sources = ['create', 'add', 'import'] as const;
  const category = await pickCategory(context.store, target, argument, title, sources);
  const { ids, ...omitted } = idsArgument ?? (await askIntentIds(target, category));
  const notes = omittedIdsText(omitted);
  return { target, category, previousOutcome: { linkedIds: [], unknownIds: [] }, remainingIds: ids, notes };
}

/** Links the remaining intents. Returns the outcome of all intents, including those of earlier runs. */
async function linkPending(
  { connection, store }: CategoryContext,
  { target, category, previousOutcome, remainingIds, isCategoryConfirmed = false }: PendingLinks,
): Promise<LinkOutcome> {
  const { insights } = await connection.client({ isInteractive: true });
  const all = remainingIds.length.toLocaleString(vscode.env.language);
  const title = vscode.l10n.t('Linking intents to "{0}"...', toPlainText(category.name));
  const outcome = await withCancellableProgress(title, (signal, report) =>
    linkInBatches(remainingIds, {
      send: (ids) => insights.linkIntents(target.environmentId, category.id, ids, { signal }),
      report: (linked) =>
        report(vscode.l10n.t('{0} of {1}', linked.toLocaleString(vscode.env.language), all)),
      isCategoryConfirmed: isCategoryConfirmed || previousOutcome.linkedIds.length > 0,
    }),
  );
  await store.link(target, category.id, outcome.linkedIds);
  return {
    ...outcome,
    linkedIds: [...previousOutcome.linkedIds, ...outcome.linkedIds],
    unknownIds: [...previousOutcome.unknownIds, ...outcome.unknownIds],
  };
}

/** Shows the outcome, with buttons for the remaining and the unknown intents. */
async function notifyLinked(
  { store, toProblem }: CategoryContext,
  pending: PendingLinks,
  outcome: LinkOutcome,
  continueLater: (pending: PendingLinks) => Promise<void>,
): Promise<void> {
  const { target, category, notes } = pending;
  const { endReason, remainingIds, linkedIds, unknownIds } = outcome;
  const reason = typeof endReason === 'object' ? toProblem(endReason.error)?.message : undefined;
  const name = toPlainText(category.name);
  const message = [linkResultText(outcome, { name, place: target.label, reason }), ...notes].join(' ');
  const [continueLabel, copy, removeFromList] = [
    vscode.l10n.t('Continue'),
    vscode.l10n.t('Copy Unknown IDs'),
    vscode.l10n.t('Remove Category from List'),
  ];
  const isInList = store.list(target).some(({ id }) => id === category.id);
  const buttons = [
    ...(remainingIds.length > 0 ? [continueLabel] : []),
    ...(unknownIds.length > 0 ? [copy] : []),
    ...(linkedIds.length === 0 && typeof endReason !== 'object' && isInList ? [removeFromList] : []),
  ];
  const isSuccess = remainingIds.length === 0 && unknownIds.length === 0;
  const show = isSuccess ? showInformation : showWarning;
  const picked = await show(message, ...buttons);
  if (picked === copy) {
    await vscode.env.clipboard.writeText(unknownIds.join('\n'));
    vscode.window.setStatusBarMessage(vscode.l10n.t('$(check) IDs copied'), 3000);
  } else if (picked === removeFromList) {
    const argument = { ...target.environment, categoryId: category.id };
    await vscode.commands.executeCommand('hostedMcp.forgetIntentCategory', argument);
  } else if (picked === continueLabel) {
    await continueLater({
      ...pending,
      previousOutcome: { linkedIds, unknownIds },
      remainingIds,
      isCategoryConfirmed: endReason === 'allRejected',
    });
  }
}

/** Asks for intent IDs, also on several lines. Throws a `CancellationError`. */
function askIntentIds({ label }: CategoryTarget, category: PickedCategory) {
  return askInput({
    title: vscode.l10n.t('Link Intents to "{0}" in {1}', toPlainText(category.name), label),
    prompt: vscode.l10n.t(
      'Enter or paste one or more intent IDs, for example from the web dashboard, or a JSON array of IDs',
    ),
    placeholder: vscode.l10n.t('Separate IDs with line breaks, commas, semicolons, or spaces'),
    isMultiline: true,
    validate: (input) =>
      parseIntentIds(input).ids.length === 0 ? vscode.l10n.t('Enter at least one intent ID.') : undefined,
    accept: async (input) => parseIntentIds(input),
  });
}
