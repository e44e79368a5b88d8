/** A variable in a Git configuration file. Section and key are in lower case. */
interface GitVariable {
  readonly section: string;
  readonly subsection: string;
  readonly key: string;
  readonly value: string;
}

/** The header of a section: `[section]`, `[section.subsection]`, or `[section "subsection"]`. */
const sectionPattern = /\s*\[[ \t]*([\w-]+)(?:\.([\w.-]+)|[ \t]+"((?:[^"\\\n]|\\.)*)")?[ \t]*\]/y;
/** A key and its value, which consists of quoted parts, escape sequences, and other characters up to a comment. */
const variablePattern =
  /\s*([a-z][\w-]*)[ \t]*(?:=((?:"(?:[^"\\\n]|\\[\s\S])*"?|\\(?:\r?\n|[\s\S])|[^"\\\n#;])*))?/iy;
const restOfLine = /[^\n]*(?:\n|$)/y;

/** Parses a Git configuration file (`git help config`). Invalid lines are skipped. */
export function parseGitConfig(text: string): readonly GitVariable[] {
  const variables: GitVariable[] = [];
  let position = text.startsWith('\uFEFF') ? 1 : 0;
  const matchNext = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = position;
    const match = pattern.exec(text);
    position += match?.[0].length ?? 0;
    return match;
  };
  let section = '';
  let subsection = '';
  while (position < text.length) {
    const sectionHeader = matchNext(sectionPattern);
    if (sectionHeader) {
      section = (sectionHeader[1] ?? '').toLowerCase();
      subsection = sectionHeader[2]?.toLowerCase() ?? (sectionHeader[3] ?? '').replace(/\\(.)/g, '$1');
    }
    // A variable can follow its header on the same line.
    const [, key, rawValue] = matchNext(variablePattern) ?? [];
    if (key !== undefined)
      variables.push({ section, subsection, key: key.toLowerCase(), value: unquoteValue(rawValue) });
    matchNext(restOfLine);
  }
  return variables;
}

const escapedCharacters: Readonly<Record<string, string>> = { n: '\n', t: '\t', b: '\b' };

/** Removes quotation marks, and unquoted white space at both ends of a value. */
function unquoteValue(raw = ''): string {
  const parts = raw.match(/"(?:[^"\\]|\\[\s\S])*"?|\\(?:\r?\n|[\s\S])|\s+|[^"\\\s]+/g) ?? [];
  while (parts.at(-1)?.trim() === '') parts.pop();
  return parts
    .join('')
    .trimStart()
    .replace(/\\(?:\r?\n|([\s\S]))|"/g, (_, escaped?: string) =>
      escaped === undefined ? '' : (escapedCharacters[escaped] ?? escaped),
    );
}
