import * as vscode from 'vscode';
import type { Environment } from '../api/environmentRecord.ts';
import { toPlainText } from '../domain/plainText.ts';
import type { TitleButton } from '../editor/openBox.ts';
import type { ToProblem } from '../editor/problem.ts';
import { withCancellableProgress } from '../editor/progress.ts';
import { askText, createProgress, runSteps, type WizardStep } from '../editor/steps.ts';
import { UserError } from '../editor/userError.ts';

/** The answers for a new environment. */
export interface EnvironmentDraft {
  readonly name: string;
  readonly sourceBranch: string;
}

interface EnvironmentDraftQuestion {
  readonly title: string;
  /** The title if the questions start with the answers of `unfinishedDraft`. */
  readonly draftTitle: string;
  /** The names of the environments of the project. */
  readonly takenNames: readonly string[];
  /** The branch that is suggested. */
  readonly suggestedBranch: string;
  readonly providedAnswers: { readonly [Key in keyof EnvironmentDraft]: string | undefined };
  readonly create: (draft: EnvironmentDraft, signal: AbortSignal) => Promise<Environment>;
  readonly toProblem: ToProblem;
  /** The answers that the user gave before they closed the questions the last time. */
  readonly unfinishedDraft?: UnfinishedDraft | undefined;
  readonly onLeave: (unfinished: UnfinishedDraft | undefined) => void;
}

/** The answers of questions that the user closed. `isNamed`: whether the question for the name was answered. */
export interface UnfinishedDraft extends EnvironmentDraft {
  readonly isNamed: boolean;
}

interface EnvironmentAnswers extends EnvironmentDraft {
  /** The result of the request: the environment, or an error that no other answer can fix. */
  readonly result?: Environment | UserError;
}

/**
 * Asks for the missing answers, and creates the environment after the last one. If the request fails, the question
 * stays open with its answer. If the user closes the questions, the answers are passed to `onLeave`.
 */
export async function askEnvironmentDraft(question: EnvironmentDraftQuestion): Promise<Environment> {
  const { takenNames, suggestedBranch, providedAnswers, create } = question;
  const issue =
    (providedAnswers.name === undefined
      ? undefined
      : validateEnvironmentName(providedAnswers.name, takenNames)) ??
    (providedAnswers.sourceBranch === undefined
      ? undefined
      : validateBranchName(providedAnswers.sourceBranch));
  if (issue !== undefined) throw new UserError(issue);
  const initialDraft = {
    name: providedAnswers.name?.trim() ?? '',
    sourceBranch: providedAnswers.sourceBranch?.trim() ?? suggestedBranch,
  };
  if (providedAnswers.name !== undefined && providedAnswers.sourceBranch !== undefined) {
    const title = vscode.l10n.t('Creating {0}...', initialDraft.name);
    return withCancellableProgress(title, (signal) => create(initialDraft, signal));
  }
  return askInSteps(question, initialDraft);
}

async function askInSteps(
  question: EnvironmentDraftQuestion,
  initialDraft: EnvironmentDraft,
): Promise<Environment> {
  const { providedAnswers, unfinishedDraft, onLeave } = question;
  const request = new CreationRequest(question.create);
  const [nameStep, branchStep] = createSteps(question, request);
  let isStartedOver = false;
  const startOver: readonly TitleButton[] = unfinishedDraft
    ? [
        {
          icon: 'clear-all',
          tooltip: vscode.l10n.t('Start Over'),
          run: () => (isStartedOver = true),
        },
      ]
    : [];
  const progress = createProgress<EnvironmentAnswers>(unfinishedDraft ?? initialDraft);
  // Another user might have used the name in the meantime.
  const isNameFree =
    unfinishedDraft && validateEnvironmentName(unfinishedDraft.name, question.takenNames) === undefined;
  if (unfinishedDraft?.isNamed && isNameFree) progress.answeredSteps.push(nameStep);
  const title = unfinishedDraft ? question.draftTitle : question.title;
  try {
    const { result } = await runSteps(title, [nameStep, branchStep], progress, startOver);
    if (!result || result instanceof UserError) throw result;
    onLeave(undefined);
    return result;
  } catch (error) {
    if (!(error instanceof vscode.CancellationError)) throw error;
    if (isStartedOver) return askEnvironmentDraft({ ...question, unfinishedDraft: undefined });
    const answerTo = (key: keyof EnvironmentDraft): string =>
      (progress.drafts.get(key) ?? progress.answers[key]).trim();
    const draft = { name: answerTo('name'), sourceBranch: answerTo('sourceBranch') };
    const isChanged = draft.name !== initialDraft.name || draft.sourceBranch !== initialDraft.sourceBranch;
    const isNamed = progress.answeredSteps.length > 0 || providedAnswers.name !== undefined;
    onLeave(isChanged ? { ...draft, isNamed } : undefined);
    if (!request.running) throw error;
    const outcome = await waitUntilSettled(request.running);
    if (!outcome.environment) throw outcome.error;
    onLeave(undefined);
    return outcome.environment;
  }
}

/** Creates the steps that ask for the name and the branch. The last one that is asked sends the request. */
function createSteps(
  { takenNames, providedAnswers, toProblem }: EnvironmentDraftQuestion,
  request: CreationRequest,
): readonly [WizardStep<EnvironmentAnswers>, WizardStep<EnvironmentAnswers>] {
  const createStep = (
    key: keyof EnvironmentDraft,
    validate: (input: string) => string | undefined,
    prompt: (answers: EnvironmentDraft) => string,
  ): WizardStep<EnvironmentAnswers> => ({
    shouldAsk: () => providedAnswers[key] === undefined,
    ask: (answers, frame) =>
      askText<EnvironmentAnswers>(frame, {
        key,
        validate,
        explainError: (error) => toProblem(error)?.message ?? vscode.l10n.t('Canceled.'),
        value: answers[key],
        prompt: prompt(answers),
        accept: async (input, signal) => {
          const { name, sourceBranch }: EnvironmentDraft = { ...answers, [key]: input.trim() };
          const isLast = key === 'sourceBranch' || providedAnswers.sourceBranch !== undefined;
          const result = isLast && (await request.send({ name, sourceBranch }, signal));
          return { name, sourceBranch, ...(result && { result }) };
        },
      }),
  });
  return [
    createStep(
      'name',
      (input) => validateEnvironmentName(input, takenNames),
      () => vscode.l10n.t('Enter a name for the environment'),
    ),
    createStep('sourceBranch', validateBranchName, ({ name }) =>
      vscode.l10n.t('Enter the branch to deploy "{0}" from', toPlainText(name)),
    ),
  ];
}

/** Sends the requests to create an environment, and keeps the latest one. */
class CreationRequest {
  /** The request whose result is still unknown, even after the user closed the question. */
  running: Promise<Environment> | undefined;
  readonly #create: EnvironmentDraftQuestion['create'];

  constructor(create: EnvironmentDraftQuestion['create']) {
    this.#create = create;
  }

  /** Returns the environment, or an error that ends the questions. Rejects with other errors. */
  async send(draft: EnvironmentDraft, signal: AbortSignal): Promise<Environment | UserError> {
    try {
      this.running = this.#create(draft, signal);
      const created = await this.running;
      this.running = undefined;
      return created;
    } catch (error) {
      if (!signal.aborted) this.running = undefined;
      if (error instanceof UserError && error.isPermanent) return error;
      throw signal.aborted ? error : explainCanceledSignIn(error, draft.name);
    }
  }
}

interface SettledRequest {
  readonly environment?: Environment;
  readonly error?: unknown;
}

/** Waits for a request whose question was closed, because the request might still succeed. */
function waitUntilSettled(request: Promise<Environment>): Promise<SettledRequest> {
  const settled = request.then(
    (environment): SettledRequest => ({ environment }),
    (error: unknown): SettledRequest => ({ error }),
  );
  return withCancellableProgress(
    vscode.l10n.t('Checking whether the environment was created...'),
    (signal) => {
      const canceled = new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(new vscode.CancellationError()), { once: true });
      });
      return Promise.race([settled, canceled]);
    },
  );
}

/** Replaces a cancellation with an explanation: the service required a sign-in, and the user canceled it. */
function explainCanceledSignIn(error: unknown, name: string): unknown {
  if (!(error instanceof vscode.CancellationError)) return error;
  return new UserError(vscode.l10n.t("{0} wasn't created because the required sign-in was canceled.", name));
}

/** Returns the rule that the name of a new environment breaks, or `undefined`. */
function validateEnvironmentName(name: string, takenNames: readonly string[]): string | undefined {
  const trimmed = name.trim();
  if (trimmed === '') return vscode.l10n.t("The name can't be empty.");
  if (/\p{Cc}/u.test(trimmed)) return vscode.l10n.t('The name must be a single line of plain text.');
  return takenNames.includes(trimmed)
    ? vscode.l10n.t('This project already has an environment with that name.')
    : undefined;
}

/** Returns the rule of Git that a branch name breaks (`git check-ref-format`), or `undefined`. */
function validateBranchName(branch: string): string | undefined {
  const name = branch.trim();
  if (name === '') return vscode.l10n.t("The branch name can't be empty.");
  const character = /[\s\p{Cc}~^:?*[\\]/u.exec(name)?.[0];
  if (character !== undefined) {
    return character.trim() === ''
      ? vscode.l10n.t("A branch name can't contain spaces.")
      : vscode.l10n.t('A branch name can\'t contain "{0}".', character);
  }
  const isForbidden = /^[-/]|\/$|\.$|\.\.|\/\/|@\{|(^|\/)\.|\.lock(\/|$)|^@$/.test(name);
  return isForbidden ? vscode.l10n.t("Git doesn't allow this branch name.") : undefined;
}
