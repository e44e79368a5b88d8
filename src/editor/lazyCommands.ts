import type { CommandId } from '../ids.ts';
import type { CommandHandler, CommandTable } from './commands.ts';
import { createLazy } from './lazy.ts';

/** IDs in the table or in the list, but not in both. Never for a `CommandTable`, whose type doesn't contain its IDs. */
type Mismatch<Table, Id> = CommandTable extends Table
  ? never
  : Exclude<keyof Table, Id> | Exclude<Id, keyof Table>;

type SameIds<Table, Id> = [Mismatch<Table, Id>] extends [never]
  ? unknown
  : { readonly mismatch: Mismatch<Table, Id> };

/**
 * Creates commands that load their handlers on first use. `ids` has the IDs of the table, which aren't available before
 * it's loaded. The compiler compares them if the table is `satisfies CommandTable`. Loading throws if one has no handler.
 */
export function createLazyCommands<const Ids extends readonly CommandId[], Table extends CommandTable>(
  ids: Ids & SameIds<Table, Ids[number]>,
  load: () => Promise<Table>,
): CommandTable {
  const table = createLazy(async (): Promise<CommandTable> => {
    const loaded = await load();
    const missing = ids.filter((id) => loaded[id] === undefined);
    if (missing.length > 0) throw new Error(`There is no ${missing.join(', ')}.`);
    return loaded;
  });
  return Object.fromEntries(
    ids.map((id) => [id, async (...args: Parameters<CommandHandler>) => (await table.load())[id]?.(...args)]),
  );
}
