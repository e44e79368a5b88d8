import * as vscode from 'vscode';
import type { EnvironmentRef } from '../../domain/environment.ts';
import { looksSecret } from '../../domain/looksSecret.ts';
import { getStringArgument } from '../../editor/arguments.ts';
import { getFileName } from '../../editor/fileName.ts';
import { showInformation } from '../../editor/message.ts';
import { pickMany } from '../../editor/pickBox.ts';
import { pickOne } from '../../editor/pickOne.ts';
import { withCancellableProgress } from '../../editor/progress.ts';
import { UserError } from '../../editor/userError.ts';
import { needsConfirmation } from '../../explorer/environmentLabel.ts';
import { confirmPlan, offerDeploy } from '../applyPlan.ts';
import type { VariableStepOutcome } from '../applySteps.ts';
import { readTextFile } from '../localFiles.ts';
import { changeCountsText } from '../outcomeTexts.ts';
import { planSteps, type VariableStep } from '../plan.ts';
import { appliedChangesText, joinNames, resultText } from '../planTexts.ts';
import { validateKey, validateValue } from '../validation.ts';
import type { KnownVariable } from '../variable.ts';
import type { VariablesService } from '../variablesService.ts';
import { type ComparedVariable, compareSides, type Side } from './compareSides.ts';
import { comparedSourceName, skippedVariablesText } from './comparisonTexts.ts';
import { type ComparedSource, type ComparisonSources, isLocalFile } from './comparisonUri.ts';
import { type CopyableVariable, findCopyableVariables, type SkippedVariable } from './copyableVariables.ts';

/**
 * Asks which variables to copy from one side of a comparison to the other, and copies them with their values. Returns
 * the number of copied variables, or `undefined` if none can be copied. Throws a `UserError` with the keys that weren't
 * copied.
 */
export async function copyVariables(
  service: VariablesService,
  sources: ComparisonSources,
  argument: unknown,
): Promise<{ readonly copied: number } | undefined> {
  const { comparisons } = service;
  const targetSide = await pickTargetSide(sources, argument);
  const sourceSide = targetSide === 'left' ? 'right' : 'left';
  const target = sources[targetSide];
  const sides = await withCancellableProgress(vscode.l10n.t('Comparing variables...'), (signal) =>
    comparisons.read(sources, { signal, isInteractive: true }),
  );
  const { copyable, skipped } = findCopyableVariables(
    compareSides(sides.left, sides.right),
    sourceSide,
    await createCopyCheck(target, sides[targetSide].isComplete),
  );
  if (copyable.length === 0) {
    void notifyNothingToCopy(target, skipped);
    return undefined;
  }
  const picked = await pickVariablesToCopy(copyable, skipped, sources[sourceSide], target);
  const current = await comparisons.readSource(target, { isInteractive: true });
  const { steps } = planSteps(current.variables, {
    set: picked.map((one) => toRequestedVariable(one, current.variables)),
    remove: [],
  });
  if (steps.length > 0) {
    const fileNote = isLocalFile(target)
      ? vscode.l10n.t('Anyone who can open the file can read the values.')
      : '';
    await confirmPlan(describeAsEnvironment(target), steps, fileNote, skippedVariablesText(skipped));
  }
  const outcomes = await applyToTarget(service, target, steps);
  if (isLocalFile(target)) comparisons.refreshFile(target.file);
  if (outcomes.some(({ result }) => result !== 'applied')) {
    throw new UserError(resultText(describeAsEnvironment(target), outcomes, service.context.toProblem));
  }
  notifyCopied(target, outcomes);
  return { copied: outcomes.length };
}

function notifyCopied(target: ComparedSource, outcomes: readonly VariableStepOutcome[]): void {
  if (outcomes.length === 0) {
    void showInformation(
      vscode.l10n.t(
        'Nothing was copied because {0} already has the selected values.',
        comparedSourceName(target),
      ),
    );
  } else if (isLocalFile(target)) {
    void showInformation(
      vscode.l10n.t('Variables in {0}: {1}.', comparedSourceName(target), changeCountsText(outcomes)),
    );
  } else {
    void offerDeploy(target, appliedChangesText(target, outcomes));
  }
}

/**
 * Returns the request to set a variable on the other side. A new variable that looks like a secret becomes one, unless
 * its source is an environment in which it's plain.
 */
function toRequestedVariable({ key, value, isSecret }: CopyableVariable, current: readonly KnownVariable[]) {
  const isNew = !current.some((one) => one.key === key);
  return { key, value, isSecret: isSecret ?? (isNew && looksSecret(key, value)) };
}

async function applyToTarget(
  service: VariablesService,
  target: ComparedSource,
  steps: readonly VariableStep[],
): Promise<readonly VariableStepOutcome[]> {
  if (steps.length === 0) return [];
  if (!isLocalFile(target)) return service.applyPlan(target, steps);
  const values = steps.flatMap((step): [string, string][] =>
    step.kind === 'remove' || step.value === undefined ? [] : [[step.key, step.value]],
  );
  await editLocalFile(target.file, new Map(values));
  return steps.map((step): VariableStepOutcome => ({ step, result: 'applied' }));
}

/** Sets values in a `.env` file: all of them, or none. Keeps the rest of the file. */
async function editLocalFile(file: vscode.Uri, values: ReadonlyMap<string, string>): Promise<void> {
  const isUnsaved = vscode.workspace.textDocuments.some(
    ({ uri, isDirty }) => isDirty && uri.toString() === file.toString(),
  );
  if (isUnsaved)
    throw new UserError(vscode.l10n.t('{0} has unsaved changes. Save it first.', getFileName(file)));
  const { setEnvValues } = await import('../env/editEnv.ts');
  const result = setEnvValues(await readTextFile(file), values);
  if ('failedKeys' in result) {
    throw new UserError(
      vscode.l10n.t(
        "{0} wasn't changed because {1} couldn't be written. Check the file for an unclosed quotation mark.",
        getFileName(file),
        joinNames(result.failedKeys),
      ),
    );
  }
  await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(result.text));
}

/** Returns a reference with the name of the source, for the texts of plans. For a file, the ID is empty. */
function describeAsEnvironment(source: ComparedSource): EnvironmentRef {
  return isLocalFile(source) ? { environmentId: '', environmentName: comparedSourceName(source) } : source;
}

/**
 * Creates a function that returns the reason why a variable can't be copied to the target, or `undefined` if it can.
 */
async function createCopyCheck(
  target: ComparedSource,
  isComplete: boolean,
): Promise<(entry: ComparedVariable, isNew: boolean) => string | undefined> {
  const { formatAssignment } = await import('../env/formatAssignment.ts');
  return ({ key, value }, isNew) => {
    if (value === undefined) {
      return isLocalFile(target)
        ? vscode.l10n.t("Values that can't be read must be entered in the file.")
        : vscode.l10n.t("Values that can't be read must be entered with Edit Variables.");
    }
    if (isLocalFile(target)) {
      return formatAssignment(key, value) === undefined
        ? vscode.l10n.t("Some combinations of special characters can't be stored in a .env file.")
        : undefined;
    }
    if (isNew && !isComplete) return vscode.l10n.t("This service can't create variables.");
    return (isNew ? validateKey(key, new Set()) : undefined) ?? validateValue(value);
  };
}

async function pickTargetSide({ left, right }: ComparisonSources, argument: unknown): Promise<Side> {
  const sideArgument = getStringArgument(argument, 'to');
  if (sideArgument === 'left' || sideArgument === 'right') return sideArgument;
  const item = (icon: string, source: ComparedSource, target: ComparedSource, side: Side) => ({
    iconPath: new vscode.ThemeIcon(icon),
    label: vscode.l10n.t('To {0}', comparedSourceName(target)),
    description: vscode.l10n.t('from {0}', comparedSourceName(source)),
    side,
    target,
  });
  const items = [item('arrow-right', left, right, 'right'), item('arrow-left', right, left, 'left')];
  const picked = await pickOne(items, {
    title: vscode.l10n.t('Copy Variables to Other Side'),
    placeHolder: vscode.l10n.t('Select the side to change'),
    canPreselect: (item) => isLocalFile(item.target) || !needsConfirmation(item.target),
  });
  return picked.side;
}

async function pickVariablesToCopy(
  copyable: readonly CopyableVariable[],
  skipped: readonly SkippedVariable[],
  source: ComparedSource,
  target: ComparedSource,
): Promise<readonly CopyableVariable[]> {
  const kindTexts = {
    onlyLeft: vscode.l10n.t('only in {0}', comparedSourceName(source)),
    onlyRight: vscode.l10n.t('only in {0}', comparedSourceName(source)),
    differs: vscode.l10n.t('different'),
    unknown: vscode.l10n.t("can't be compared"),
    same: vscode.l10n.t('identical'),
  };
  const items = copyable.map((offer) => ({ label: offer.key, description: kindTexts[offer.kind], offer }));
  const select = vscode.l10n.t('Select the variables to copy to {0}.', comparedSourceName(target));
  const cannot = vscode.l10n.t("Can't be copied: {0}", joinNames(skipped.map(({ key }) => key)));
  const placeholder = skipped.length > 0 ? `${select} ${cannot}` : select;
  const picked = await pickMany(vscode.l10n.t('Copy Variables to Other Side'), {
    items,
    placeholder,
    picked: [],
  });
  if (picked.length === 0) throw new vscode.CancellationError();
  return picked.map(({ offer }) => offer);
}

async function notifyNothingToCopy(
  target: ComparedSource,
  skipped: readonly SkippedVariable[],
): Promise<void> {
  const sentences = [
    vscode.l10n.t('No variables can be copied to {0}.', comparedSourceName(target)),
    skippedVariablesText(skipped),
  ];
  const edit = vscode.l10n.t('Edit Variables');
  const buttons = skipped.length > 0 && !isLocalFile(target) ? [edit] : [];
  const picked = await showInformation(sentences.join(' ').trim(), ...buttons);
  if (picked === edit) await vscode.commands.executeCommand('hostedMcp.editEnvironmentVariables', target);
}
