import * as vscode from 'vscode';
import type { EnvironmentRef, PickEnvironment } from '../../domain/environment.ts';
import type { CommandHandler } from '../../editor/commands.ts';
import { showError, showInformation } from '../../editor/message.ts';
import type { ToProblem } from '../../editor/problem.ts';
import { UserError } from '../../editor/userError.ts';
import { environmentLabel } from '../../explorer/environmentLabel.ts';
import type { ApplyPlan } from '../applyPlan.ts';
import type { VariableStepOutcome } from '../applySteps.ts';
import { confirmPlan } from '../confirmPlan.ts';
import { offerDeploy } from '../offerDeploy.ts';
import { planSteps, type RequestedChanges } from '../plan.ts';
import { appliedChangesText, joinNames, resultText } from '../planTexts.ts';
import type { ReadVariables } from '../reader.ts';
import type { ImportMatch, ImportProblem } from './classifyImport.ts';
import { importProblemsText } from './importProblemTexts.ts';
import { askReplace, askSecrets } from './importQuestions.ts';
import { openImportReport } from './importReport.ts';
import { readImportSource } from './readImportSource.ts';

interface ImportDeps {
  readonly pickEnvironment: PickEnvironment;
  readonly read: ReadVariables;
  readonly applyPlan: ApplyPlan;
  readonly toProblem: ToProblem;
}

/** The answers of the user for an import. They contain values, and must not be logged. */
interface PendingVariableImport {
  readonly target: EnvironmentRef;
  readonly sourceName: string;
  readonly intent: RequestedChanges;
  readonly remarks: readonly ImportProblem[];
  readonly skipped: readonly string[];
  /** Further texts for the confirmation. */
  readonly notes: readonly string[];
}

/** The result of the command. It contains no values. */
interface ImportResult {
  readonly environmentId: string;
  readonly applied: readonly string[];
  readonly failed: readonly string[];
  readonly skipped: readonly string[];
}

/** Creates the command that sets the variables of an environment to those of a `.env` file. */
export function importVariablesCommand({
  pickEnvironment,
  read,
  applyPlan,
  toProblem,
}: ImportDeps): CommandHandler {
  /** The unfinished imports, by the command argument of *Try Again*. */
  const unfinished = new WeakMap<object, PendingVariableImport>();

  const prepare = async (argument: unknown): Promise<PendingVariableImport> => {
    const target = await pickEnvironment(argument, vscode.l10n.t('Import Variables'));
    const title = vscode.l10n.t('Import Variables into {0}', environmentLabel(target));
    const { name, text } = await readImportSource(argument, title);
    const { findImportChanges, classifyImport, matchWithEnvironment } = await import('./classifyImport.ts');
    const content = classifyImport(text);
    if (content.keys.size === 0)
      throw new UserError(vscode.l10n.t('No KEY=value lines were found in {0}.', name));
    const list = await read(target.environmentId, { isInteractive: true });
    const match = matchWithEnvironment(content, list);
    const isReplaced = await askReplace(argument, title, match, name);
    const secrets = await askSecrets(title, match);
    return {
      target,
      sourceName: name,
      intent: findImportChanges(match, list.variables, { isReplaced, secrets }),
      remarks: [...match.skipped, ...match.warnings],
      skipped: match.skipped.map(({ key }) => key),
      notes: [
        keptKeysText(match, isReplaced),
        list.isListed
          ? ''
          : vscode.l10n.t(
              "This service can't list variables. Only variables in your list are changed, and none are deleted.",
            ),
      ],
    };
  };

  const runImport = async (work: PendingVariableImport): Promise<ImportResult> => {
    const { target, intent, remarks, notes } = work;
    const { variables } = await read(target.environmentId, { isInteractive: true });
    const { steps } = planSteps(variables, intent);
    if (steps.length === 0) {
      notifyNothingToDo(work);
      return toImportResult(work, []);
    }
    await confirmPlan(target, steps, importProblemsText(remarks), ...notes);
    const outcomes = await applyPlan(target, steps);
    // Not awaited: the command ends while the message is still open.
    if (outcomes.some(({ result }) => result !== 'applied')) void notifyFailed(work, outcomes);
    else void notifyImported(work, outcomes);
    return toImportResult(work, outcomes);
  };

  const notifyFailed = async (
    work: PendingVariableImport,
    outcomes: readonly VariableStepOutcome[],
  ): Promise<void> => {
    const [again, details] = [vscode.l10n.t('Try Again'), vscode.l10n.t('Show Details')];
    const message = resultText(work.target, outcomes, toProblem);
    const picked = await showError(message, again, details);
    if (picked === details) {
      await openImportReport(work, outcomes, toProblem);
      // The message offers *Try Again* once more beside the report.
      await notifyFailed(work, outcomes);
    }
    if (picked !== again) return;
    const argument = {};
    unfinished.set(argument, { ...work, intent: findRemainingChanges(work.intent, outcomes) });
    await vscode.commands.executeCommand('hostedMcp.importEnvironmentVariables', argument);
  };

  return async (argument) => {
    const left = typeof argument === 'object' && argument !== null ? unfinished.get(argument) : undefined;
    return runImport(left ?? (await prepare(argument)));
  };
}

/** Returns the changes that weren't applied. */
function findRemainingChanges(
  { set, remove }: RequestedChanges,
  outcomes: readonly VariableStepOutcome[],
): RequestedChanges {
  const failed = new Set(failedKeys(outcomes));
  return {
    set: set.filter(({ key }) => failed.has(key)),
    remove: remove.filter((key) => failed.has(key)),
  };
}

async function notifyImported(
  work: PendingVariableImport,
  outcomes: readonly VariableStepOutcome[],
): Promise<void> {
  const { skipped } = work;
  const done = appliedChangesText(work.target, outcomes);
  const said = skipped.length === 0 ? done : `${done} ${vscode.l10n.t('Skipped: {0}.', joinNames(skipped))}`;
  await notifyWithDetails(work, (buttons) => offerDeploy(work.target, said, ...buttons));
}

function notifyNothingToDo(work: PendingVariableImport): void {
  const { skipped } = work;
  const place = environmentLabel(work.target);
  const said =
    skipped.length === 0
      ? vscode.l10n.t(
          'Nothing was changed because everything in {0} is already in {1}.',
          work.sourceName,
          place,
        )
      : vscode.l10n.t('Nothing was changed in {0}. Skipped: {1}.', place, joinNames(skipped));
  void notifyWithDetails(work, (buttons) => showInformation(said, ...buttons));
}

/** Adds *Show Details* to the buttons of a message if the source has problems. */
async function notifyWithDetails(
  work: PendingVariableImport,
  message: (buttons: readonly string[]) => PromiseLike<string | undefined>,
): Promise<void> {
  const details = vscode.l10n.t('Show Details');
  const buttons = work.remarks.length > 0 ? [details] : [];
  if ((await message(buttons)) === details) await openImportReport(work, [], () => undefined);
}

function keptKeysText({ keptKeys }: ImportMatch, isReplaced: boolean): string {
  return isReplaced && keptKeys.length > 0
    ? vscode.l10n.t('Not deleted (listed in a comment): {0}', joinNames(keptKeys))
    : '';
}

function toImportResult(work: PendingVariableImport, outcomes: readonly VariableStepOutcome[]): ImportResult {
  return {
    environmentId: work.target.environmentId,
    applied: outcomes.filter(({ result }) => result === 'applied').map(({ step }) => step.key),
    failed: failedKeys(outcomes),
    skipped: work.skipped,
  };
}

function failedKeys(outcomes: readonly VariableStepOutcome[]): readonly string[] {
  return outcomes.filter(({ result }) => result !== 'applied').map(({ step }) => step.key);
}
