import * as vscode from 'vscode';
import type { EnvironmentRef } from '../../domain/environment.ts';
import type { CommandHandler } from '../../editor/commands.ts';
import { showError, showInformation } from '../../editor/message.ts';
import { UserError } from '../../editor/userError.ts';
import { formatEnvironmentLabel } from '../../explorer/environmentLabel.ts';
import { confirmPlan, offerDeploy } from '../applyPlan.ts';
import type { VariableStepOutcome } from '../applySteps.ts';
import { planSteps, type RequestedChanges } from '../plan.ts';
import { appliedChangesText, joinNames, resultText } from '../planTexts.ts';
import type { VariablesService } from '../variablesService.ts';
import type { ImportMatch, ImportProblem } from './classifyImport.ts';
import { importProblemsText } from './importProblemTexts.ts';
import { askSecrets, askWhetherToReplace } from './importQuestions.ts';
import { openImportReport } from './importReport.ts';
import { readImportSource } from './readImportSource.ts';

/** The answers of the user for an import. They contain values, and must not be logged. */
interface PendingVariableImport {
  readonly target: EnvironmentRef;
  readonly sourceName: string;
  readonly changes: RequestedChanges;
  readonly problems: readonly ImportProblem[];
  /** The keys of `problems` that aren't imported. */
  readonly skippedKeys: readonly string[];
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
export function createImportVariablesCommand(service: VariablesService): CommandHandler {
  /** The unfinished imports, by the command argument of *Try Again*. */
  const unfinished = new WeakMap<object, PendingVariableImport>();

  const notifyFailed = async (
    pending: PendingVariableImport,
    outcomes: readonly VariableStepOutcome[],
  ): Promise<void> => {
    const { toProblem } = service.context;
    const [again, details] = [vscode.l10n.t('Try Again'), vscode.l10n.t('Show Details')];
    const picked = await showError(resultText(pending.target, outcomes, toProblem), again, details);
    if (picked === details) {
      await openImportReport(pending, outcomes, toProblem);
      // The message offers *Try Again* once more beside the report.
      await notifyFailed(pending, outcomes);
    }
    if (picked !== again) return;
    const argument = {};
    unfinished.set(argument, { ...pending, changes: findRemainingChanges(pending.changes, outcomes) });
    await vscode.commands.executeCommand('hostedMcp.importEnvironmentVariables', argument);
  };

  return async (argument): Promise<ImportResult> => {
    const resumedImport =
      typeof argument === 'object' && argument !== null ? unfinished.get(argument) : undefined;
    const pending = resumedImport ?? (await prepareImport(service, argument));
    const { target, changes, problems, notes } = pending;
    const { variables } = await service.read(target.environmentId, { isInteractive: true });
    const { steps } = planSteps(variables, changes);
    if (steps.length === 0) {
      notifyNothingToDo(pending);
      return toImportResult(pending, []);
    }
    await confirmPlan(target, steps, importProblemsText(problems), ...notes);
    const outcomes = await service.applyPlan(target, steps);
    // Not awaited: the command ends while the message is still open.
    if (outcomes.some(({ result }) => result !== 'applied')) void notifyFailed(pending, outcomes);
    else void notifyImported(pending, outcomes);
    return toImportResult(pending, outcomes);
  };
}

/** Reads the file, and asks the user for everything that an import needs. */
async function prepareImport(service: VariablesService, argument: unknown): Promise<PendingVariableImport> {
  const { pickEnvironment } = service.context.services;
  const target = await pickEnvironment(argument, vscode.l10n.t('Import Variables'));
  const title = vscode.l10n.t('Import Variables into {0}', formatEnvironmentLabel(target));
  const { name, text } = await readImportSource(argument, title);
  const { findImportChanges, classifyImport, matchWithEnvironment } = await import('./classifyImport.ts');
  const content = classifyImport(text);
  if (content.keys.size === 0)
    throw new UserError(vscode.l10n.t('No KEY=value lines were found in {0}.', name));
  const list = await service.read(target.environmentId, { isInteractive: true });
  const match = matchWithEnvironment(content, list);
  const deletesExtraKeys = await askWhetherToReplace(argument, title, match, name);
  const secrets = await askSecrets(title, match);
  return {
    target,
    sourceName: name,
    changes: findImportChanges(match, list.variables, { isReplaced: deletesExtraKeys, secrets }),
    problems: [...match.skipped, ...match.warnings],
    skippedKeys: match.skipped.map(({ key }) => key),
    notes: [
      undeletableKeysText(match, deletesExtraKeys),
      list.isListedByService
        ? ''
        : vscode.l10n.t(
            "This service can't list variables. Only variables in your list are changed, and none are deleted.",
          ),
    ],
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
  pending: PendingVariableImport,
  outcomes: readonly VariableStepOutcome[],
): Promise<void> {
  const { skippedKeys } = pending;
  const applied = appliedChangesText(pending.target, outcomes);
  const message =
    skippedKeys.length === 0
      ? applied
      : `${applied} ${vscode.l10n.t('Skipped: {0}.', joinNames(skippedKeys))}`;
  await notifyWithDetails(pending, (buttons) => offerDeploy(pending.target, message, ...buttons));
}

function notifyNothingToDo(pending: PendingVariableImport): void {
  const { skippedKeys } = pending;
  const place = formatEnvironmentLabel(pending.target);
  const message =
    skippedKeys.length === 0
      ? vscode.l10n.t(
          'Nothing was changed because everything in {0} is already in {1}.',
          pending.sourceName,
          place,
        )
      : vscode.l10n.t('Nothing was changed in {0}. Skipped: {1}.', place, joinNames(skippedKeys));
  void notifyWithDetails(pending, (buttons) => showInformation(message, ...buttons));
}

/** Adds *Show Details* to the buttons of a message if the source has problems. */
async function notifyWithDetails(
  pending: PendingVariableImport,
  showMessage: (buttons: readonly string[]) => PromiseLike<string | undefined>,
): Promise<void> {
  const details = vscode.l10n.t('Show Details');
  const buttons = pending.problems.length > 0 ? [details] : [];
  if ((await showMessage(buttons)) === details) await openImportReport(pending, [], () => undefined);
}

function undeletableKeysText({ undeletableKeys }: ImportMatch, isReplaced: boolean): string {
  return isReplaced && undeletableKeys.length > 0
    ? vscode.l10n.t('Not deleted (listed in a comment): {0}', joinNames(undeletableKeys))
    : '';
}

function toImportResult(
  pending: PendingVariableImport,
  outcomes: readonly VariableStepOutcome[],
): ImportResult {
  return {
    environmentId: pending.target.environmentId,
    applied: outcomes.filter(({ result }) => result === 'applied').map(({ step }) => step.key),
    failed: failedKeys(outcomes),
    skipped: pending.skippedKeys,
  };
}

function failedKeys(outcomes: readonly VariableStepOutcome[]): readonly string[] {
  return outcomes.filter(({ result }) => result !== 'applied').map(({ step }) => step.key);
}
