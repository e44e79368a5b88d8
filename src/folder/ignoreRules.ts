/**
 * Converts a `.gitignore` file in `folder` (such as `a/b`, or `''` for the root) to rules that apply at the root of the
 * repository. The rules of all files, from the root down, form one list in which later rules take precedence.
 */
export function parseIgnoreRules(text: string, folder: string): readonly string[] {
  // Git skips a byte order mark.
  return text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .flatMap((line) => parseIgnoreRule(line, folder) ?? []);
}

function parseIgnoreRule(line: string, folder: string): string | undefined {
  // A pattern without a name matches nothing.
  if (line.startsWith('#') || /^!?[/\s]*$/.test(line)) return undefined;
  if (folder === '') return line;
  const isNegative = line.startsWith('!');
  const pattern = isNegative ? line.slice(1) : line;
  // A slash that isn't at the end anchors a pattern to its folder.
  const isAnchored = pattern
    .replace(/(?<!\\)\s+$/, '')
    .replace(/\/$/, '')
    .includes('/');
  const pathPattern = isAnchored ? pattern.replace(/^\//, '') : `**/${pattern}`;
  return `${isNegative ? '!' : ''}/${escapePattern(folder)}/${pathPattern}`;
}

/** Escapes the name of a folder for a pattern. */
function escapePattern(path: string): string {
  return path.replace(/[\\*?[\]!#\s]/g, '\\$&');
}
