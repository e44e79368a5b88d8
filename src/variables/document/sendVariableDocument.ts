import * as vscode from 'vscode';
import { looksSecret } from '../../domain/looksSecret.ts';
import type { Remedy, ToProblem } from '../../editor/problem.ts';
import type { SaveOutcome, SaveRequest } from '../../editor/serviceDocument/documents.ts';
import { UserError } from '../../editor/userError.ts';
import { confirmPlan, describeFailedStep, offerDeploy } from '../applyPlan.ts';
import { findConcurrentChanges, findRequestedChanges, planSteps, type VariableStep } from '../plan.ts';
import { appliedChangesText, concurrentChangesText, joinNames, resultText } from '../planTexts.ts';
import type { VariableList } from '../variable.ts';
import type { VariableAccess } from '../variableAccess.ts';
import { type DocumentIssue, documentIssueText, warningKinds } from './documentIssues.ts';
import { parseDocument, refreshDocument } from './documentText.ts';

/** Opens the Problems view, which lists the problems of the document. */
const showProblems = (): Remedy => ({
  label: vscode.l10n.t('Show Problems'),
  icon: 'warning',
  command: 'workbench.actions.view.problems',
});

/** Maximum number of problems in a message. The editor underlines all of them. */
const maxIssues = 5;

/** The outcome of saving, with the reasons why keys weren't applied, by key. */
interface SaveVariablesOutcome extends SaveOutcome<VariableList> {
  readonly unapplied: ReadonlyMap<string, string>;
}

/**
 * Sends the changes of a document after a confirmation. Throws a `UserError` if the document has problems, and a
 * `CancellationError` if the user declines.
 */
export async function sendVariableDocument(
  access: VariableAccess,
  toProblem: ToProblem,
  { environment, text, base }: SaveRequest<VariableList>,
): Promise<SaveVariablesOutcome> {
  const current = await access.read(environment.environmentId, { isInteractive: true });
  const steps = planDocument(text, base, current);
  if (steps.length === 0) return { current: current, unapplied: new Map() };
  const note = base
    ? concurrentChangesText(findConcurrentChanges(base.variables, current.variables), steps)
    : vscode.l10n.t(
        "The window was reloaded after you opened this document, so changes by other users can't be detected.",
      );
  await confirmPlan(environment, steps, note);
  const outcomes = await access.applyPlan(environment, steps);
  const after = await access.read(environment.environmentId).catch(() => current);
  const failed = outcomes.filter(({ result }) => result !== 'applied');
  const unapplied = new Map(failed.map((one) => [one.step.key, describeFailedStep(one, toProblem)]));
  if (failed.length === 0) {
    void offerDeploy(environment, appliedChangesText(environment, outcomes));
    return { current: after, unapplied };
  }
  return {
    current: after,
    unapplied,
    remaining: {
      text: refreshDocument(text, after.variables, new Set(unapplied.keys())),
      error: new UserError(resultText(environment, outcomes, toProblem), { remedies: [showProblems()] }),
    },
  };
}

/**
 * Plans the steps for a document. `base`: the variables that the document was created from, if known. Throws a
 * `UserError` if the document can't be sent.
 */
function planDocument(
  text: string,
  base: VariableList | undefined,
  current: VariableList,
): readonly VariableStep[] {
  const { variables } = base ?? current;
  const { requestedVariables, issues } = parseDocument(text, variables, looksSecret);
  const errors = issues.filter(({ kind }) => !warningKinds.has(kind));
  if (errors.length > 0) {
    throw new UserError(documentIssuesText(errors), { isPermanent: true, remedies: [showProblems()] });
  }
  const { steps, keysWithoutValue } = planSteps(
    current.variables,
    findRequestedChanges(variables, requestedVariables),
  );
  if (keysWithoutValue.length > 0) {
    throw new UserError(
      vscode.l10n.t(
        'This document has no value for {0}, which has since been deleted on the service. Enter a value, or delete the line.',
        joinNames(keysWithoutValue),
      ),
    );
  }
  const added = steps.filter(({ kind }) => kind === 'add').map(({ key }) => key);
  if (!current.isListedByService && added.length > 0) {
    throw new UserError(
      vscode.l10n.t(
        "This service can't create variables. Remove these keys, or add them by ID in the tree: {0}.",
        joinNames(added),
      ),
    );
  }
  return steps;
}

function documentIssuesText(issues: readonly DocumentIssue[]): string {
  const texts = issues
    .slice(0, maxIssues)
    .map((one) => vscode.l10n.t('Line {0}: {1}', one.line + 1, documentIssueText(one)));
  if (issues.length > maxIssues) texts.push(vscode.l10n.t('And {0} more.', issues.length - maxIssues));
  return texts.join(' ');
}
