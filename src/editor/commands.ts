import * as vscode from 'vscode';
import type { CommandId } from '../ids.ts';
import type { Log } from './log.ts';
import { offerRemedies } from './offerRemedies.ts';
import type { ToProblem } from './problem.ts';

/**
 * What a command is called with: a tree node, a plain object that holds answers it would else ask for,
 * or nothing. Its result is what the service answered. `selection`: all that was selected where a menu was opened.
 */
export type CommandHandler = (argument: unknown, selection?: unknown) => unknown;
export type CommandTable = { readonly [Id in CommandId]?: CommandHandler };

/**
 * The one place where commands are registered, and the error boundary round each: a cancelled command is
 * silent, any other failure is logged and shown once with its remedies and *Try Again*. After a failure the
 * command's result is `undefined`.
 */
export function registerCommands(table: CommandTable, toProblem: ToProblem, log: Log): vscode.Disposable {
  return vscode.Disposable.from(
    ...Object.entries(table).map(([id, handler]) =>
      vscode.commands.registerCommand(id, (...args: readonly [unknown?, unknown?]) =>
        runCommand(id, handler, args, toProblem, log),
      ),
    ),
  );
}

async function runCommand(
  id: string,
  handler: CommandHandler,
  args: readonly [unknown?, unknown?],
  toProblem: ToProblem,
  log: Log,
): Promise<unknown> {
  try {
    return await handler(...args);
  } catch (error) {
    const problem = toProblem(error);
    if (!problem) return undefined;
    const line = `${id}: ${problem.message}${problem.detail ? ` (${problem.detail})` : ''}`;
    if (problem.isInformational) log.info(line);
    else log.error(line);
    // Not awaited: the caller gets its answer while the message still stands.
    void offerRemedies(problem, () => vscode.commands.executeCommand(id, ...args));
    return undefined;
  }
}
