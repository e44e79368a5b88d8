import * as vscode from 'vscode';
import type { Environment } from '../api/environmentRecord.ts';
import { plainText } from '../domain/plainText.ts';
import type { ToProblem } from '../editor/problem.ts';
import { withCancellableProgress } from '../editor/progress.ts';
import { ask, type TitleButton } from '../editor/question.ts';
import { UserError } from '../editor/userError.ts';

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
  readonly toProblem: ToProblem;
  /** What was left unfinished before. */
  readonly unfinished?: Unfinished | undefined;
  readonly left: (unfinished: Unfinished | undefined) => void;
}

/** Answers that were left. `isNamed`: with the question for the branch. */
export interface Unfinished extends Draft {
  readonly isNamed: boolean;
}

/**
 * Asks for what is not given, and creates with the last answer: a failure keeps what was typed, and leads back. What is
 * left is kept without a word, for the next time.
 */
export async function askDraft(question: DraftQuestion): Promise<Environment> {
  const { taken, usual, given, create, toProblem, unfinished, left } = question;
  const nameRule = (typed: string): string | undefined => environmentNameRule(typed, taken);
  const broken =
    (given.name === undefined ? undefined : nameRule(given.name)) ??
    (given.sourceBranch === undefined ? undefined : branchRule(given.sourceBranch));
  if (broken !== undefined) throw new UserError(broken);

  const start = { name: given.name?.trim() ?? '', sourceBranch: given.sourceBranch?.trim() ?? usual };
  let { name, sourceBranch, isNamed } = unfinished ?? { ...start, isNamed: given.name !== undefined };
  // Somebody may have taken the name meanwhile.
  isNamed &&= nameRule(name) === undefined;
  const title = unfinished ? vscode.l10n.t('{0}, from Draft', question.title) : question.title;
  if (given.name !== undefined && given.sourceBranch !== undefined) {
    return withCancellableProgress(vscode.l10n.t('Creating {0}…', name), (signal) => create(start, signal));
  }

  /** The request that is at work. */
  let sending: Promise<Environment> | undefined;
  const send = async (draft: Draft, signal: AbortSignal): Promise<Environment | UserError> => {
    try {
      sending = create(draft, signal);
      const created = await sending;
      sending = undefined;
      return created;
    } catch (error) {
      if (!signal.aborted) sending = undefined;
      // No other answer would do: the questions end.
      if (error instanceof UserError && error.isFinal) return error;
      throw signal.aborted ? error : withoutSignIn(error, draft.name);
    }
  };
  const explain = (error: unknown): string => toProblem(error)?.message ?? vscode.l10n.t('Cancelled.');

  let isAnew = false;
  const startOver: readonly TitleButton[] = unfinished
    ? [{ icon: 'clear-all', tooltip: vscode.l10n.t('Start Over'), go: () => (isAnew = true) }]
    : [];

  const askName = (): Promise<Environment | UserError | 'named'> =>
    ask<Environment | UserError | 'named'>({
      ...{
        title,
        explain,
        value: name,
        prompt: vscode.l10n.t('The name of the environment'),
        check: nameRule,
      },
      waysOut: startOver,
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
        prompt: vscode.l10n.t('The branch that {0} is deployed from', plainText(name)),
        accept: (typed, signal) => send({ name, sourceBranch: typed.trim() }, signal),
        left: (typed) => {
          sourceBranch = typed.trim();
        },
        waysOut: [...(given.name === undefined ? [toName(() => (isBack = true))] : []), ...startOver],
      });
    } catch (error) {
      if (isBack) return 'back';
      throw error;
    }
  };

  for (;;) {
    try {
      const answered = isNamed ? await askBranch() : await askName();
      if (answered instanceof UserError) throw answered;
      if (typeof answered === 'object') {
        left(undefined);
        return answered;
      }
      isNamed = answered === 'named';
    } catch (error) {
      if (!(error instanceof vscode.CancellationError)) throw error;
      if (isAnew) return askDraft({ ...question, unfinished: undefined });
      const hasTyped = name !== start.name || sourceBranch !== start.sourceBranch;
      left(hasTyped ? { name, sourceBranch, isNamed } : undefined);
      const outcome = sending && (await outcomeOf(sending));
      if (!outcome) throw error;
      if (!outcome.environment) throw outcome.error;
      left(undefined);
      return outcome.environment;
    }
  }
}

function toName(go: () => void): TitleButton {
  return { icon: 'arrow-left', tooltip: vscode.l10n.t('Back to the Name'), go };
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

/** The service asked for a sign-in, and that was left: nothing was carried out. */
function withoutSignIn(error: unknown, name: string): unknown {
  if (!(error instanceof vscode.CancellationError)) return error;
  return new UserError(
    vscode.l10n.t("{0} wasn't created: the service wants you to sign in, and that was left.", name),
  );
}

/** The rule that a name for a new environment breaks, in words. `taken`: names that there are. */
function environmentNameRule(name: string, taken: readonly string[]): string | undefined {
  const trimmed = name.trim();
  if (trimmed === '') return vscode.l10n.t('The name must not be empty.');
  if (/\p{Cc}/u.test(trimmed)) return vscode.l10n.t('The name must be one line of plain text.');
  return taken.includes(trimmed)
    ? vscode.l10n.t('This project has an environment of that name already.')
    : undefined;
}

/** The rule of Git that the name of a branch breaks, in words. */
function branchRule(branch: string): string | undefined {
  const name = branch.trim();
  if (name === '') return vscode.l10n.t('The branch must not be empty.');
  const sign = /[\s\p{Cc}~^:?*[\\]/u.exec(name)?.[0];
  if (sign !== undefined) {
    return sign.trim() === ''
      ? vscode.l10n.t('The name of a branch has no blanks.')
      : vscode.l10n.t('The name of a branch has no "{0}".', sign);
  }
  const isOdd = /^[-/]|\/$|\.$|\.\.|\/\/|@\{|(^|\/)\.|\.lock(\/|$)|^@$/.test(name);
  return isOdd ? vscode.l10n.t('Git has no branches of such a name.') : undefined;
}
