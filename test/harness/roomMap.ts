import { type Import, roomOf } from './imports.ts';

const [begin, end] = ['<!-- map: npm run map -->', '<!-- /map -->'];

/** Returns a table of the modules that each module imports. Imported modules are its columns, the lowest layer first. */
export function roomMap(imports: readonly Import[]): string {
  const between = imports
    .map(({ from, to }) => [roomOf(from), roomOf(to)] as const)
    .filter(([from, to]) => from !== '' && to !== '' && from !== to);
  const rooms = [...new Set(imports.flatMap(({ from, to }) => [roomOf(from), roomOf(to)]))]
    .filter((room) => room !== '')
    .sort();
  const importedBy = (room: string): ReadonlySet<string> =>
    new Set(between.filter(([from]) => from === room).map(([, to]) => to));
  const imported = new Map(rooms.map((room) => [room, importedBy(room)]));
  /** The number of layers below a module. */
  const height = (room: string): number =>
    Math.max(0, ...[...(imported.get(room) ?? [])].map((below) => height(below) + 1));
  const shared = new Set(between.map(([, to]) => to));
  const byHeight = (one: string, other: string): number =>
    height(one) - height(other) || (one < other ? -1 : 1);
  const columns = [...shared].sort(byHeight);
  const rows = [...columns, ...rooms.filter((room) => !shared.has(room))];
  return [
    `| Module | ${columns.map((column) => `Imports \`${column}\``).join(' | ')} |`,
    `|---|${columns.map(() => ':-:|').join('')}`,
    ...rows.map(
      (room) =>
        `| \`${room}\` | ${columns.map((column) => (imported.get(room)?.has(column) ? '●' : '')).join(' | ')} |`,
    ),
  ].join('\n');
}

/** Returns the text with the map in its place. Throws if the text has no place for a map. */
export function withMap(text: string, map: string): string {
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`No place for the module map: ${begin} … ${end}`);
  return `${text.slice(0, from)}${begin}\n\n${map}\n\n${text.slice(to)}`;
}
