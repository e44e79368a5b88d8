import type { CommandId } from '../ids.ts';
import type { CommandHandler, CommandTable } from './commands.ts';
import { lazy } from './lazy.ts';

/** Creates commands that load their handlers on first use. Loading throws if one of the IDs has no handler. */
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
