/** A variable of a configuration file of Git. Section and key are in lower case. */
export interface GitVariable {
  readonly section: string;
  readonly subsection: string;
  readonly key: string;
  readonly value: string;
}

const sectionPattern = /\s*\[[ \t]*([\w-]+)(?:\.([\w.-]+)|[ \t]+"((?:[^"\\\n]|\\.)*)")?[ \t]*\]/y;
/** A key and its value: pieces in quotation marks, pairs with a backslash, and other characters up to a comment. */
const variablePattern =
  /\s*([a-z][\w-]*)[ \t]*(?:=((?:"(?:[^"\\\n]|\\[\s\S])*"?|\\(?:\r?\n|[\s\S])|[^"\\\n#;])*))?/iy;
const restOfLine = /[^\n]*(?:\n|$)/y;

/** Reads the syntax of `git help config`. A line that isn't of it is skipped. */
export function parseGitConfig(text: string): readonly GitVariable[] {
  const variables: GitVariable[] = [];
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  const next = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    at += match?.[0].length ?? 0;
    return match;
  };
  let section = '';
  let subsection = '';
  while (at < text.length) {
    const header = next(sectionPattern);
    if (header) {
      section = (header[1] ?? '').toLowerCase();
      subsection = header[2]?.toLowerCase() ?? (header[3] ?? '').replace(/\\(.)/g, '$1');
    }
    // A variable may follow its header in the same line.
    const [, key, raw] = next(variablePattern) ?? [];
    if (key !== undefined)
      variables.push({ section, subsection, key: key.toLowerCase(), value: unquoteValue(raw) });
    next(restOfLine);
  }
  return variables;
}

const escapedCharacters: Readonly<Record<string, string>> = { n: '\n', t: '\t', b: '\b' };

/** Returns a value without quotation marks, and without white space at its ends that has none. */
function unquoteValue(raw = ''): string {
  const pieces = raw.match(/"(?:[^"\\]|\\[\s\S])*"?|\\(?:\r?\n|[\s\S])|\s+|[^"\\\s]+/g) ?? [];
  while (pieces.at(-1)?.trim() === '') pieces.pop();
  return pieces
    .join('')
    .trimStart()
    .replace(/\\(?:\r?\n|([\s\S]))|"/g, (_, escaped?: string) =>
      escaped === undefined ? '' : (escapedCharacters[escaped] ?? escaped),
    );
}
