import * as vscode from 'vscode';
import type { Environment } from '../api/environmentRecord.ts';
import { plainText } from '../domain/plainText.ts';
import type { TitleButton } from '../editor/openBox.ts';
import type { ToProblem } from '../editor/problem.ts';
import { withCancellableProgress } from '../editor/progress.ts';
import { askText, createProgress, runSteps, type WizardStep } from '../editor/steps.ts';
import { UserError } from '../editor/userError.ts';

/** A new environment. */
export interface EnvironmentDraft {
  readonly name: string;
  readonly sourceBranch: string;
}

interface EnvironmentDraftQuestion {
  readonly title: string;
  /** The title if the questions start with the answers of `unfinished`. */
  readonly draftTitle: string;
  /** The names of the environments of the project. */
  readonly takenNames: readonly string[];
  /** The branch that is suggested. */
  readonly suggestedBranch: string;
  readonly given: { readonly [Key in keyof EnvironmentDraft]: string | undefined };
  readonly create: (draft: EnvironmentDraft, signal: AbortSignal) => Promise<Environment>;
  readonly toProblem: ToProblem;
  /** The answers of an earlier run of the questions that the user left. */
  readonly unfinished?: UnfinishedDraft | undefined;
  readonly onLeave: (unfinished: UnfinishedDraft | undefined) => void;
}

/** The answers of questions that the user left. `isNamed`: the question for the name was answered. */
export interface UnfinishedDraft extends EnvironmentDraft {
  readonly isNamed: boolean;
}

interface EnvironmentAnswers extends EnvironmentDraft {
  /** The result of the request: the environment, or an error that no other answer can fix. */
  readonly result?: Environment | UserError;
}

/**
 * Asks for the missing answers, and creates the environment after the last one. If the request fails, the question
 * stays open with its answer. If the user leaves, the answers are passed to `onLeave`.
 */
export async function askEnvironmentDraft(question: EnvironmentDraftQuestion): Promise<Environment> {
  const { takenNames, suggestedBranch, given, create, toProblem, unfinished, onLeave } = question;
  const nameRule = (typed: string): string | undefined => validateEnvironmentName(typed, takenNames);
  const broken =
    (given.name === undefined ? undefined : nameRule(given.name)) ??
    (given.sourceBranch === undefined ? undefined : validateBranchName(given.sourceBranch));
  if (broken !== undefined) throw new UserError(broken);

  const start = {
    name: given.name?.trim() ?? '',
    sourceBranch: given.sourceBranch?.trim() ?? suggestedBranch,
  };
  if (given.name !== undefined && given.sourceBranch !== undefined) {
    const title = vscode.l10n.t('Creating {0}...', start.name);
    return withCancellableProgress(title, (signal) => create(start, signal));
  }

  /** The running request. */
  let sending: Promise<Environment> | undefined;
  const send = async (draft: EnvironmentDraft, signal: AbortSignal): Promise<Environment | UserError> => {
    try {
      sending = create(draft, signal);
      const created = await sending;
      sending = undefined;
      return created;
    } catch (error) {
      if (!signal.aborted) sending = undefined;
      // A final error ends the questions.
      if (error instanceof UserError && error.isFinal) return error;
      throw signal.aborted ? error : explainCanceledSignIn(error, draft.name);
    }
  };
  const explainError = (error: unknown): string => toProblem(error)?.message ?? vscode.l10n.t('Canceled.');
  const step = (
    key: keyof EnvironmentDraft,
    validate: (typed: string) => string | undefined,
    prompt: (answers: EnvironmentDraft) => string,
  ): WizardStep<EnvironmentAnswers> => ({
    applies: () => given[key] === undefined,
    ask: (answers, frame) =>
      askText<EnvironmentAnswers>(frame, {
        key,
        validate,
        explainError,
        value: answers[key],
        prompt: prompt(answers),
        accept: async (typed, signal) => {
          const { name, sourceBranch }: EnvironmentDraft = { ...answers, [key]: typed.trim() };
          const isLast = key === 'sourceBranch' || given.sourceBranch !== undefined;
          const result = isLast && (await send({ name, sourceBranch }, signal));
          return { name, sourceBranch, ...(result && { result }) };
        },
      }),
  });
  const nameStep = step('name', nameRule, () => vscode.l10n.t('Enter a name for the environment'));
  const branchStep = step('sourceBranch', validateBranchName, ({ name }) =>
    vscode.l10n.t('Enter the branch to deploy {0} from', plainText(name)),
  );

  let isAnew = false;
  const startOver: readonly TitleButton[] = unfinished
    ? [{ icon: 'clear-all', tooltip: vscode.l10n.t('Start Over'), run: () => (isAnew = true) }]
    : [];
  const progress = createProgress<EnvironmentAnswers>(unfinished ?? start);
  // Another user might have used the name meanwhile.
  if (unfinished?.isNamed && nameRule(unfinished.name) === undefined) progress.answeredSteps.push(nameStep);
  const title = unfinished ? question.draftTitle : question.title;
  try {
    const { result: sent } = await runSteps(title, [nameStep, branchStep], progress, startOver);
    if (!sent || sent instanceof UserError) throw sent;
    onLeave(undefined);
    return sent;
  } catch (error) {
    if (!(error instanceof vscode.CancellationError)) throw error;
    if (isAnew) return askEnvironmentDraft({ ...question, unfinished: undefined });
    const said = (key: keyof EnvironmentDraft): string =>
      (progress.drafts.get(key) ?? progress.answers[key]).trim();
    const draft = { name: said('name'), sourceBranch: said('sourceBranch') };
    const hasTyped = draft.name !== start.name || draft.sourceBranch !== start.sourceBranch;
    const isNamed = progress.answeredSteps.length > 0 || given.name !== undefined;
    onLeave(hasTyped ? { ...draft, isNamed } : undefined);
    const outcome = sending && (await waitUntilSettled(sending));
    if (!outcome) throw error;
    if (!outcome.environment) throw outcome.error;
    onLeave(undefined);
    return outcome.environment;
  }
}

interface SettledRequest {
  readonly environment?: Environment;
  readonly error?: unknown;
}

/** Waits for a request whose question was left: the request might still succeed. */
function waitUntilSettled(sending: Promise<Environment>): Promise<SettledRequest> {
  const settled = sending.then(
    (environment): SettledRequest => ({ environment }),
    (error: unknown): SettledRequest => ({ error }),
  );
  return withCancellableProgress(
    vscode.l10n.t('Checking whether the environment was created...'),
    (signal) => {
      const left = new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(new vscode.CancellationError()), { once: true });
      });
      return Promise.race([settled, left]);
    },
  );
}

/** The service required a sign-in that the user canceled, so nothing was created. */
function explainCanceledSignIn(error: unknown, name: string): unknown {
  if (!(error instanceof vscode.CancellationError)) return error;
  return new UserError(vscode.l10n.t("{0} wasn't created because the required sign-in was canceled.", name));
}

/** Returns the rule that the name of a new environment breaks. */
function validateEnvironmentName(name: string, taken: readonly string[]): string | undefined {
  const trimmed = name.trim();
  if (trimmed === '') return vscode.l10n.t("The name can't be empty.");
  if (/\p{Cc}/u.test(trimmed)) return vscode.l10n.t('The name must be a single line of plain text.');
  return taken.includes(trimmed)
    ? vscode.l10n.t('This project already has an environment with that name.')
    : undefined;
}

/** Returns the rule of Git that a branch name breaks. */
function validateBranchName(branch: string): string | undefined {
  const name = branch.trim();
  if (name === '') return vscode.l10n.t("The branch name can't be empty.");
  const sign = /[\s\p{Cc}~^:?*[\\]/u.exec(name)?.[0];
  if (sign !== undefined) {
    return sign.trim() === ''
      ? vscode.l10n.t("A branch name can't contain spaces.")
      : vscode.l10n.t('A branch name can\'t contain "{0}".', sign);
  }
  const isOdd = /^[-/]|\/$|\.$|\.\.|\/\/|@\{|(^|\/)\.|\.lock(\/|$)|^@$/.test(name);
  return isOdd ? vscode.l10n.t("Git doesn't allow this branch name.") : undefined;
}
