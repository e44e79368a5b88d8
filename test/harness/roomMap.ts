import { type Import, roomOf } from './imports.ts';

const [begin, end] = ['<!-- map: npm run map -->', '<!-- /map -->'];

/** Which rooms each room imports, as a table: those that others import are its columns, the lowest first. */
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
  /** How many floors are below it. */
  const height = (room: string): number =>
    Math.max(0, ...[...(imported.get(room) ?? [])].map((below) => height(below) + 1));
  const shared = new Set(between.map(([, to]) => to));
  const byHeight = (one: string, other: string): number =>
    height(one) - height(other) || (one < other ? -1 : 1);
  const columns = [...shared].sort(byHeight);
  const rows = [...columns, ...rooms.filter((room) => !shared.has(room))];
  return [
    `| room | ${columns.map((column) => `imports \`${column}\``).join(' | ')} |`,
    `|---|${columns.map(() => ':-:|').join('')}`,
    ...rows.map(
      (room) =>
        `| \`${room}\` | ${columns.map((column) => (imported.get(room)?.has(column) ? '●' : '')).join(' | ')} |`,
    ),
  ].join('\n');
}

/** The text with the map in its place. Throws when it has no place for one. */
export function withMap(text: string, map: string): string {
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`No place for the map: ${begin} … ${end}`);
  return `${text.slice(0, from)}${begin}\n\n${map}\n\n${text.slice(to)}`;
}
