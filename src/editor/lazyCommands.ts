import type { CommandId } from '../ids.ts';
import type { CommandHandler, CommandTable } from './commands.ts';
import { createLazy } from './lazy.ts';

/**
 * The IDs that only the table or only the list contains. `never` for the type `CommandTable`, which doesn't contain the
 * IDs of the table.
 */
type Mismatch<Table, Id> = CommandTable extends Table
  ? never
  : Exclude<keyof Table, Id> | Exclude<Id, keyof Table>;

/** `unknown` if table and list contain the same IDs. Otherwise a type with the difference, for the compiler's error. */
type SameIds<Table, Id> = [Mismatch<Table, Id>] extends [never]
  ? unknown
  : { readonly mismatch: Mismatch<Table, Id> };

/**
 * Creates commands that load their handlers on first use. `ids` contains the IDs of the table, because the table isn't
 * loaded yet. The compiler compares the IDs if the table is declared with `satisfies CommandTable`. A command rejects
 * if the loaded table has no handler for one of the IDs.
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
