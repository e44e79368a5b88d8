import * as vscode from 'vscode';
import type { CommandId } from '../ids.ts';
import type { Log } from './log.ts';
import { offerRemedies } from './offerRemedies.ts';
import type { ToProblem } from './problem.ts';

/**
 * The handler of a command. `argument` is a tree node, a plain object with values that the command would otherwise
 * prompt for, or `undefined`. `selection` contains all items that were selected when the user opened a menu. The result
 * is often the response of the service. Remedies and tests use it.
 */
export type CommandHandler = (argument: unknown, selection?: unknown) => unknown;
export type CommandTable = { readonly [Id in CommandId]?: CommandHandler };

/**
 * Registers commands and handles their errors. A cancellation isn't shown. Any other error is logged and shown once,
 * with its remedies and *Try Again*. After an error, the result of the command is `undefined`. All commands of the
 * extension are registered here.
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
    // Not awaited, so that the caller gets the result while the message is open.
    void offerRemedies(problem, () => vscode.commands.executeCommand(id, ...args));
    return undefined;
  }
}
