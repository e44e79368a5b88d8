import * as vscode from 'vscode';
import { plainText } from '../domain/plainText.ts';
import { askInput } from '../editor/askInput.ts';
import type { CommandHandler } from '../editor/commands.ts';
import { showInformation, showWarning } from '../editor/message.ts';
import { withCancellableProgress } from '../editor/progress.ts';
import { parseIntentIds } from './intentIds.ts';
import { intentIdsArgument } from './intentIdsArgument.ts';
import { type LinkOutcome, linkInBatches } from './linkInBatches.ts';
import { type PickedCategory, pickCategory } from './pickCategory.ts';
import { type CategoryDeps, type CategoryTarget, pickCategoryTarget } from './pickCategoryTarget.ts';
import { linkedText, omittedIdsText } from './texts.ts';

/** The intents to link, with the outcome so far. */
interface PendingLinks {
  readonly here: CategoryTarget;
  readonly category: PickedCategory;
  readonly before: Pick<LinkOutcome, 'linked' | 'unknownIds'>;
  readonly remaining: readonly string[];
  /** Notes about IDs that were left out. */
  readonly notes: readonly string[];
  /** Whether the user continues although all requests were rejected. */
  readonly isSure?: boolean;
}

/** The result of the command. */
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
export function linkIntentsCommand(deps: CategoryDeps): CommandHandler {
  const { connection, toProblem, memory } = deps;
  /** The unfinished runs, by the command argument of *Continue*. */
  const unfinished = new WeakMap<object, PendingLinks>();

  const prepare = async (argument: unknown): Promise<PendingLinks> => {
    const title = vscode.l10n.t('Link Intents');
    const given = intentIdsArgument(argument);
    const here = await pickCategoryTarget(deps, argument, title);
    const category = await pickCategory(memory, here, argument, title, ['create', 'add', 'import']);
    const { ids, ...leftOut } = given ?? (await askIntentIds(here, category));
    const notes = omittedIdsText(leftOut);
    return { here, category, before: { linked: [], unknownIds: [] }, remaining: ids, notes };
  };

  const link = async (work: PendingLinks): Promise<LinkResult> => {
    const { here, category, before, remaining, isSure = false } = work;
    const { insights } = await connection.client({ isInteractive: true });
    const all = remaining.length.toLocaleString(vscode.env.language);
    const title = vscode.l10n.t('Linking intents to "{0}"...', plainText(category.name));
    const outcome = await withCancellableProgress(title, (signal, report) =>
      linkInBatches(remaining, {
        send: (ids) => insights.linkIntents(here.environmentId, category.id, ids, { signal }),
        report: (linked) =>
          report(vscode.l10n.t('{0} of {1}', linked.toLocaleString(vscode.env.language), all)),
        isCategoryConfirmed: isSure || before.linked.length > 0,
      }),
    );
    await memory.link(here, category.id, outcome.linked);
    const total: LinkOutcome = {
      ...outcome,
      linked: [...before.linked, ...outcome.linked],
      unknownIds: [...before.unknownIds, ...outcome.unknownIds],
    };
    // Not awaited: the command ends while the message is still open.
    void notify(work, total);
    const { linked, unknownIds, remaining: rest } = total;
    return { success: rest.length === 0 && unknownIds.length === 0, linked, unknown: unknownIds, left: rest };
  };

  const notify = async (work: PendingLinks, outcome: LinkOutcome): Promise<void> => {
    const { here, category, notes } = work;
    const { end, remaining, linked, unknownIds } = outcome;
    const reason = typeof end === 'object' ? toProblem(end.error)?.message : undefined;
    const name = plainText(category.name);
    const message = [linkedText(outcome, { name, place: here.name, reason }), ...notes].join(' ');
    const [goOn, copy, forget] = [
      vscode.l10n.t('Continue'),
      vscode.l10n.t('Copy Unknown IDs'),
      vscode.l10n.t('Remove Category from List'),
    ];
    const isKnown = memory.list(here).some(({ id }) => id === category.id);
    const buttons = [
      ...(remaining.length > 0 ? [goOn] : []),
      ...(unknownIds.length > 0 ? [copy] : []),
      ...(linked.length === 0 && typeof end !== 'object' && isKnown ? [forget] : []),
    ];
    const isGood = remaining.length === 0 && unknownIds.length === 0;
    const show = isGood ? showInformation : showWarning;
    const picked = await show(message, ...buttons);
    if (picked === copy) {
      await vscode.env.clipboard.writeText(unknownIds.join('\n'));
      vscode.window.setStatusBarMessage(vscode.l10n.t('$(check) IDs copied'), 3000);
    } else if (picked === forget) {
      await vscode.commands.executeCommand('hostedMcp.forgetIntentCategory', {
        ...here.target,
        categoryId: category.id,
      });
    } else if (picked === goOn) {
      const argument = {};
      unfinished.set(argument, {
        ...work,
        before: { linked, unknownIds },
        remaining,
        isSure: end === 'doubtful',
      });
      await vscode.commands.executeCommand('hostedMcp.linkIntents', argument);
    }
  };

  return async (argument) => {
    const left = typeof argument === 'object' && argument !== null ? unfinished.get(argument) : undefined;
    return link(left ?? (await prepare(argument)));
  };
}

/** Asks for intent IDs, also on several lines. Throws a `CancellationError`. */
function askIntentIds({ name }: CategoryTarget, category: PickedCategory) {
  return askInput({
    title: vscode.l10n.t('Link Intents to "{0}" in {1}', plainText(category.name), name),
    prompt: vscode.l10n.t(
      'Enter or paste one or more intent IDs, for example from the web dashboard, or a JSON array of IDs',
    ),
    placeholder: vscode.l10n.t('Separate IDs with line breaks, commas, semicolons, or spaces'),
    isMultiline: true,
    validate: (typed) =>
      parseIntentIds(typed).ids.length === 0 ? vscode.l10n.t('Enter at least one intent ID.') : undefined,
    accept: async (typed) => parseIntentIds(typed),
  });
}
