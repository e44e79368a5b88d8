import * as vscode from 'vscode';
import type { Environment } from '../api/environmentRecord.ts';
import { offerContinue } from '../editor/offerContinue.ts';
import type { Describe } from '../editor/problem.ts';
import { withCancellableProgress } from '../editor/progress.ts';
import { ask } from '../editor/question.ts';
import { UserError } from '../editor/userError.ts';
import { plainText } from '../explorer/plainText.ts';
import { branchRule, environmentNameRule } from './createRules.ts';

/** An environment to be created in a project. */
export interface Draft {
  readonly name: string;
  readonly sourceBranch: string;
}

interface DraftQuestion {
  readonly title: string;
  /** Names that the project has. */
  readonly taken: readonly string[];
  /** A branch to begin with. */
  readonly usual: string;
  readonly given: { readonly [Key in keyof Draft]: string | undefined };
  readonly create: (draft: Draft, signal: AbortSignal) => Promise<Environment>;
  readonly describe: Describe;
}

/**
 * Asks for what is not given, and creates with the last answer: a failure keeps what was typed, and leads back; so does
 * leaving, for as long as its message stands.
 */
export async function askDraft(question: DraftQuestion): Promise<Environment> {
  const { title, taken, usual, given, create, describe } = question;
  const t = vscode.l10n.t;
  const nameRule = (typed: string): string | undefined => environmentNameRule(typed, taken);
  const broken =
    (given.name === undefined ? undefined : nameRule(given.name)) ??
    (given.sourceBranch === undefined ? undefined : branchRule(given.sourceBranch));
  if (broken !== undefined) throw new UserError(broken);

  const start = { name: given.name?.trim() ?? '', sourceBranch: given.sourceBranch?.trim() ?? usual };
  let { name, sourceBranch } = start;
  if (given.name !== undefined && given.sourceBranch !== undefined) {
    return withCancellableProgress(t('Creating {0}…', name), (signal) => create(start, signal));
  }

  /** The request that was sent last. */
  let sending: Promise<Environment> | undefined;
  const send = async (draft: Draft, signal: AbortSignal): Promise<Environment | UserError> => {
    try {
      sending = create(draft, signal);
      return await sending;
    } catch (error) {
      // No other answer would do: the questions end.
      if (error instanceof UserError && error.isFinal) return error;
      throw signal.aborted ? error : withoutSignIn(error, draft.name);
    }
  };
  const explain = (error: unknown): string => describe(error)?.message ?? t('Cancelled.');

  const askName = (): Promise<Environment | UserError | 'named'> =>
    ask<Environment | UserError | 'named'>({
      ...{ title, explain, value: name, prompt: t('The name of the environment'), check: nameRule },
      accept: async (typed, signal) => {
        name = typed.trim();
        return given.sourceBranch === undefined ? 'named' : send({ name, sourceBranch }, signal);
      },
      left: (typed) => {
        name = typed.trim();
      },
    });

  const askBranch = async (): Promise<Environment | UserError | 'back'> => {
    let isBack = false;
    try {
      return await ask<Environment | UserError>({
        ...{ title, explain, value: sourceBranch, check: branchRule },
        prompt: t('The branch that {0} is deployed from', plainText(name)),
        accept: (typed, signal) => send({ name, sourceBranch: typed.trim() }, signal),
        left: (typed) => {
          sourceBranch = typed.trim();
        },
        ...(given.name === undefined && {
          wayOut: { icon: 'arrow-left', tooltip: t('Back to the Name'), go: () => (isBack = true) },
        }),
      });
    } catch (error) {
      if (isBack) return 'back';
      throw error;
    }
  };

  let isNamed = given.name !== undefined;
  for (;;) {
    try {
      const answered = isNamed ? await askBranch() : await askName();
      if (answered instanceof UserError) throw answered;
      if (typeof answered === 'object') return answered;
      isNamed = answered === 'named';
    } catch (error) {
      if (!(error instanceof vscode.CancellationError)) throw error;
      const outcome = sending && (await outcomeOf(sending));
      if (outcome?.environment) return outcome.environment;
      const hasTyped = name !== start.name || sourceBranch !== start.sourceBranch;
      if (!hasTyped || !(await offerContinue(stateText(outcome?.error)))) throw error;
    }
  }
}

interface Outcome {
  readonly environment?: Environment;
  readonly error?: unknown;
}

/** What became of a request whose question was left: that cannot be taken back. */
function outcomeOf(sending: Promise<Environment>): Promise<Outcome> {
  const settled = sending.then(
    (environment): Outcome => ({ environment }),
    (error: unknown): Outcome => ({ error }),
  );
  return withCancellableProgress(vscode.l10n.t('Looking for what was created…'), (signal) => {
    const left = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(new vscode.CancellationError()), { once: true });
    });
    return Promise.race([settled, left]);
  });
}

function stateText(error: unknown): string {
  return error instanceof UserError ? error.message : vscode.l10n.t('No environment was created.');
}

/** The service asked for a sign-in, and that was left: nothing was carried out. */
function withoutSignIn(error: unknown, name: string): unknown {
  if (!(error instanceof vscode.CancellationError)) return error;
  return new UserError(
    vscode.l10n.t('{0} was not created: the service wants you to sign in, and that was left.', name),
  );
}
