import { type Import, moduleOf } from './imports.ts';

const [begin, end] = ['<!-- map: npm run generate -->', '<!-- /map -->'];

/**
 * Creates a table of the modules that each module imports. Its columns are the imported modules, from the
 * lowest layer up.
 */
export function createModuleMap(imports: readonly Import[]): string {
  const between = imports
    .map(({ from, to }) => [moduleOf(from), moduleOf(to)] as const)
    .filter(([from, to]) => from !== '' && to !== '' && from !== to);
  const modules = [...new Set(imports.flatMap(({ from, to }) => [moduleOf(from), moduleOf(to)]))]
    .filter((module) => module !== '')
    .sort();
  const importedBy = (module: string): ReadonlySet<string> =>
    new Set(between.filter(([from]) => from === module).map(([, to]) => to));
  const imported = new Map(modules.map((module) => [module, importedBy(module)]));
  /** Returns the number of layers below a module. */
  const height = (module: string): number =>
    Math.max(0, ...[...(imported.get(module) ?? [])].map((below) => height(below) + 1));
  const shared = new Set(between.map(([, to]) => to));
  const byHeight = (one: string, other: string): number =>
    height(one) - height(other) || (one < other ? -1 : 1);
  const columns = [...shared].sort(byHeight);
  const rows = [...columns, ...modules.filter((module) => !shared.has(module))];
  return [
    `| Module | ${columns.map((column) => `Imports \`${column}\``).join(' | ')} |`,
    `|---|${columns.map(() => ':-:|').join('')}`,
    ...rows.map(
      (module) =>
        `| \`${module}\` | ${columns.map((column) => (imported.get(module)?.has(column) ? '●' : '')).join(' | ')} |`,
    ),
  ].join('\n');
}

/** Replaces the map between its markers in a text. Throws if the text has no markers. */
export function replaceModuleMap(text: string, map: string): string {
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`The markers of the module map are missing: ${begin} … ${end}`);
  return `${text.slice(0, from)}${begin}\n\n${map}\n\n${text.slice(to)}`;
}
