import type { CommandId } from '../ids.ts';
import type { CommandHandler, CommandTable } from './commands.ts';
import { lazy } from './lazy.ts';

/** Commands that are made, all of them, when one is first used. One of these ids that isn't made is a mistake. */
export function lazyCommands(ids: readonly CommandId[], create: () => Promise<CommandTable>): CommandTable {
  const table = lazy(async () => {
    const created = await create();
    const missing = ids.filter((id) => created[id] === undefined);
    if (missing.length > 0) throw new Error(`There is no ${missing.join(', ')}.`);
    return created;
  });
  return Object.fromEntries(
    ids.map((id) => [id, async (...args: Parameters<CommandHandler>) => (await table.load())[id]?.(...args)]),
  );
}
