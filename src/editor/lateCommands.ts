import type { CommandId } from '../ids.ts';
import type { CommandTable } from './commands.ts';
import { later } from './later.ts';

/** Commands that are made, all of them, when one is first used. */
export function lateCommands(ids: readonly CommandId[], make: () => Promise<CommandTable>): CommandTable {
  const table = later(make);
  return Object.fromEntries(
    ids.map((id) => [id, async (argument: unknown) => (await table.load())[id]?.(argument)]),
  );
}
