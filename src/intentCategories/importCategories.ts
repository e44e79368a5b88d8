import * as vscode from 'vscode';
import { toEnvironmentRef } from '../domain/environment.ts';
import { toPlainText } from '../domain/plainText.ts';
import type { CommandHandler } from '../editor/commands.ts';
import { confirm } from '../editor/confirm.ts';
import { showInformation, showWarning } from '../editor/message.ts';
import { withCancellableProgress } from '../editor/progress.ts';
import { importPlanText, importResultText } from './importTexts.ts';
import { type CategoryContext, type CategoryTarget, pickCategoryTarget } from './pickCategoryTarget.ts';
import { type ImportPlan, type ImportStep, planImport } from './planImport.ts';
import { readImportFile } from './readImportFile.ts';
import { type ImportOutcome, runImportPlan } from './runImportPlan.ts';

/** The steps of an import that aren't done yet. */
interface PendingCategoryImport {
  readonly target: CategoryTarget;
  readonly steps: readonly ImportStep[];
}

/**
 * Creates the command *Import Intent Categories*, which creates and links the categories of a file after a
 * confirmation.
 */
export function createImportCategoriesCommand(context: CategoryContext): CommandHandler {
  const { connection, store } = context;
  /** The unfinished imports, by the command argument of *Continue*. */
  const unfinished = new WeakMap<object, PendingCategoryImport>();

  const continueLater = async (pending: PendingCategoryImport): Promise<void> => {
    const argument = {};
    unfinished.set(argument, pending);
    await vscode.commands.executeCommand('hostedMcp.importIntentCategories', argument);
  };

  const runImport = async ({ target, steps }: PendingCategoryImport): Promise<object> => {
    const { insights } = await connection.client({ isInteractive: true });
    const outcome = await withCancellableProgress(
      vscode.l10n.t('Importing intent categories...'),
      (signal, report) =>
        runImportPlan(steps, {
          insights,
          signal,
          environmentId: target.environmentId,
          report: (name) => report(toPlainText(name)),
          onDidCreate: (category) => store.put(target, category),
          onDidLink: (categoryId, intentIds) => store.link(target, categoryId, intentIds),
        }),
    );
    // Not awaited: the command ends while the message is still open.
    void notifyImported(context, target, outcome, continueLater);
    const { created, linkedCount, unknownIds, remainingSteps } = outcome;
    return {
      environmentId: target.environmentId,
      created: created.map(({ name }) => name),
      linked: linkedCount,
      unknown: unknownIds,
      left: remainingSteps.map(({ name }) => name),
    };
  };

  return async (argument) => {
    const resumedImport =
      typeof argument === 'object' && argument !== null ? unfinished.get(argument) : undefined;
    const pending = resumedImport ?? (await prepareImport(context, argument));
    return pending && runImport(pending);
  };
}

/** Reads the file, and asks for a confirmation. Returns `undefined` if there is nothing to import. */
async function prepareImport(
  context: CategoryContext,
  argument: unknown,
): Promise<PendingCategoryImport | undefined> {
  const title = vscode.l10n.t('Import Intent Categories');
  const isUri = argument instanceof vscode.Uri;
  const target = await pickCategoryTarget(context, isUri ? undefined : argument, title);
  const { name, categories } = await readImportFile(argument, title, target.environment);
  const plan = planImport(categories, context.store.list(target));
  if (plan.steps.length === 0) {
    const message = [
      categories.length === 0
        ? vscode.l10n.t('{0} contains no intent categories.', name)
        : vscode.l10n.t(
            "Everything in {0} is already in your list for {1}. There's nothing to import.",
            name,
            target.label,
          ),
      importPlanText(plan),
    ].filter((part) => part !== '');
    void showInformation(message.join(' '));
    return undefined;
  }
  await confirmImport(plan, name, target);
  return { target, steps: plan.steps };
}

/** Shows the outcome of an import, with buttons to continue it and to add a category that might have been created. */
async function notifyImported(
  context: CategoryContext,
  target: CategoryTarget,
  outcome: ImportOutcome,
  continueLater: (pending: PendingCategoryImport) => Promise<void>,
): Promise<void> {
  const { remainingSteps, failure, unknownIds, unlinkedCategories } = outcome;
  const reason = failure && context.toProblem(failure.error)?.message;
  const message = importResultText(outcome, { place: target.label, reason });
  const [continueLabel, add] = [vscode.l10n.t('Continue'), vscode.l10n.t('Add by ID...')];
  const buttons = [
    ...(remainingSteps.length > 0 ? [continueLabel] : []),
    ...(failure?.uncertainName === undefined ? [] : [add]),
  ];
  const isSuccess = !failure && unknownIds.length === 0 && unlinkedCategories.length === 0;
  const show = isSuccess ? showInformation : showWarning;
  const picked = await show(message, ...buttons);
  if (picked === continueLabel) await continueLater({ target, steps: remainingSteps });
  else if (picked === add) {
    await vscode.commands.executeCommand('hostedMcp.addIntentCategory', {
      ...toEnvironmentRef(target.environment),
      suggestedName: failure?.uncertainName,
    });
    // Offers to continue the import once more.
    if (remainingSteps.length > 0) await notifyImported(context, target, outcome, continueLater);
  }
}

/** Shows the plan. Throws a `CancellationError`. */
async function confirmImport(plan: ImportPlan, name: string, target: CategoryTarget): Promise<void> {
  const detail = [
    importPlanText(plan),
    vscode.l10n.t(
      "The service can't list intent categories. Categories that were created elsewhere aren't checked, so duplicates are possible.",
    ),
  ].join('\n\n');
  await confirm(vscode.l10n.t('Import {0} into {1}?', name, target.label), detail, vscode.l10n.t('Import'));
}
