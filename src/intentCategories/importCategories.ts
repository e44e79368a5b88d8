import * as vscode from 'vscode';
import { toEnvironmentRef } from '../domain/environment.ts';
import { plainText } from '../domain/plainText.ts';
import type { CommandHandler } from '../editor/commands.ts';
import { confirm } from '../editor/confirm.ts';
import { showInformation, showWarning } from '../editor/message.ts';
import { withCancellableProgress } from '../editor/progress.ts';
import { importPlanText, importResultText } from './importTexts.ts';
import { type CategoryDeps, type CategoryTarget, pickCategoryTarget } from './pickCategoryTarget.ts';
import { type ImportPlan, type ImportStep, planImport } from './planImport.ts';
import { readImportFile } from './readImportFile.ts';
import { type ImportOutcome, runImportPlan } from './runImportPlan.ts';

/** The steps of an import that aren't done yet. */
interface PendingCategoryImport {
  readonly here: CategoryTarget;
  readonly steps: readonly ImportStep[];
}

/**
 * Creates the command *Import Intent Categories*, which creates and links the categories of a file after a
 * confirmation.
 */
export function importCategoriesCommand(deps: CategoryDeps): CommandHandler {
  const { connection, toProblem, memory } = deps;
  /** The unfinished imports, by the command argument of *Continue*. */
  const unfinished = new WeakMap<object, PendingCategoryImport>();

  const prepare = async (argument: unknown): Promise<PendingCategoryImport | undefined> => {
    const title = vscode.l10n.t('Import Intent Categories');
    const here = await pickCategoryTarget(deps, argument instanceof vscode.Uri ? undefined : argument, title);
    const { name, categories } = await readImportFile(argument, title, here.target);
    const plan = planImport(categories, memory.list(here));
    if (plan.steps.length === 0) {
      const all = categories.length === 0 ? vscode.l10n.t('{0} contains no intent categories.', name) : '';
      const said = [
        all ||
          vscode.l10n.t(
            "Everything in {0} is already in your list for {1}. There's nothing to import.",
            name,
            here.name,
          ),
        importPlanText(plan),
      ].filter((part) => part !== '');
      void showInformation(said.join(' '));
      return undefined;
    }
    await confirmImport(plan, name, here);
    return { here, steps: plan.steps };
  };

  const runImport = async ({ here, steps }: PendingCategoryImport): Promise<object> => {
    const { insights } = await connection.client({ isInteractive: true });
    const applied = await withCancellableProgress(
      vscode.l10n.t('Importing intent categories...'),
      (signal, report) =>
        runImportPlan(steps, {
          insights,
          signal,
          environmentId: here.environmentId,
          report: (name) => report(plainText(name)),
          created: (category) => memory.put(here, category),
          linked: (categoryId, intentIds) => memory.link(here, categoryId, intentIds),
        }),
    );
    // Not awaited: the command ends while the message is still open.
    void notify(here, applied);
    const { created, linked, unknownIds, remaining } = applied;
    return {
      environmentId: here.environmentId,
      created: created.map(({ name }) => name),
      linked,
      unknown: unknownIds,
      left: remaining.map(({ name }) => name),
    };
  };

  const notify = async (here: CategoryTarget, applied: ImportOutcome): Promise<void> => {
    const { remaining, stopped, unknownIds, unlinkedCategories } = applied;
    const reason = stopped && toProblem(stopped.error)?.message;
    const message = importResultText(applied, { place: here.name, reason });
    const [goOn, add] = [vscode.l10n.t('Continue'), vscode.l10n.t('Add by ID...')];
    const buttons = [
      ...(remaining.length > 0 ? [goOn] : []),
      ...(stopped?.unclear === undefined ? [] : [add]),
    ];
    const isGood = !stopped && unknownIds.length === 0 && unlinkedCategories.length === 0;
    const show = isGood ? showInformation : showWarning;
    const picked = await show(message, ...buttons);
    if (picked === goOn) {
      const argument = {};
      unfinished.set(argument, { here, steps: remaining });
      await vscode.commands.executeCommand('hostedMcp.importIntentCategories', argument);
    } else if (picked === add) {
      const suggestedName = stopped?.unclear;
      await vscode.commands.executeCommand('hostedMcp.addIntentCategory', {
        ...toEnvironmentRef(here.target),
        suggestedName,
      });
      // Offers to continue the import once more.
      if (remaining.length > 0) await notify(here, applied);
    }
  };

  return async (argument) => {
    const left = typeof argument === 'object' && argument !== null ? unfinished.get(argument) : undefined;
    const work = left ?? (await prepare(argument));
    return work && runImport(work);
  };
}

/** Shows the plan. Throws a `CancellationError`. */
async function confirmImport(plan: ImportPlan, name: string, here: CategoryTarget): Promise<void> {
  const detail = [
    importPlanText(plan),
    vscode.l10n.t(
      "The service can't list intent categories, so categories that aren't in your list aren't compared.",
    ),
  ].join('\n\n');
  await confirm(vscode.l10n.t('Import {0} into {1}?', name, here.name), detail, vscode.l10n.t('Import'));
}
