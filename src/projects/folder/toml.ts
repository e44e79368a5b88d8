/** Texts and lists of texts by key, by table; `''` is the top. Other values stand as they are written. */
export type TomlTables = ReadonlyMap<string, ReadonlyMap<string, string | readonly string[]>>;

/** As much of TOML as is needed to find names and versions in a `pyproject.toml`; never throws. */
export function readToml(text: string): TomlTables {
  const tables = new Map<string, Map<string, string | readonly string[]>>();
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  let table = '';
  for (let at = 0; at < lines.length; at += 1) {
    const line = withoutComment(lines[at] ?? '').trim();
    const head = /^\[\[?\s*(.+?)\s*\]\]?$/.exec(line);
    if (head && !line.includes('=')) {
      table = (head[1] ?? '').replaceAll(/["'\s]/g, '');
      if (!tables.has(table)) tables.set(table, new Map());
      continue;
    }
    const [, rawKey = '', first = ''] = /^((?:"[^"]*"|'[^']*'|[\w.-]+)+)\s*=\s*(.*)$/.exec(line) ?? [];
    if (rawKey === '') continue;
    let value = first;
    const block = /^("""|''')/.exec(value)?.[1];
    if (block !== undefined) {
      while (value.split(block).length < 3 && at + 1 < lines.length) value += `\n${lines[++at] ?? ''}`;
      value = value.split(block)[1] ?? '';
    } else if (value.startsWith('[')) {
      while (!isClosed(value) && at + 1 < lines.length) value += `\n${withoutComment(lines[++at] ?? '')}`;
    }
    const keys = tables.get(table) ?? new Map<string, string | readonly string[]>();
    tables.set(table, keys);
    const isList = block === undefined && value.startsWith('[');
    keys.set(
      rawKey.replaceAll(/["']/g, ''),
      isList ? textsIn(value) : block === undefined ? (textsIn(value)[0] ?? value) : value,
    );
  }
  return tables;
}

const quoted = /"((?:[^"\\]|\\.)*)"|'([^']*)'/g;

function textsIn(value: string): readonly string[] {
  return [...value.matchAll(quoted)].map(([, basic, literal]) => literal ?? basic ?? '');
}

function withoutComment(line: string): string {
  const masked = line.replaceAll(quoted, (text) => 'x'.repeat(text.length));
  const hash = masked.indexOf('#');
  return hash < 0 ? line : line.slice(0, hash);
}

function isClosed(value: string): boolean {
  const bare = value.replaceAll(quoted, '');
  return bare.split('[').length <= bare.split(']').length;
}
