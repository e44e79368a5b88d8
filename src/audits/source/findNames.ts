/** A name in a text. Lines and characters start at 0. */
export interface NameMatch {
  readonly name: string;
  readonly line: number;
  readonly character: number;
  /** The trimmed line. */
  readonly text: string;
  /** 0: probably a definition; 1: in quotation marks; 2: any other mention. */
  readonly rank: 0 | 1 | 2;
}

/** Maximum number of matches of a name in a text. */
const maxMatches = 20;
const maxLineLength = 2_000;

/** Finds names as whole words, probable definitions first. */
export function findNames(text: string, names: readonly string[]): readonly NameMatch[] {
  // Most files contain none of the names, so their lines aren't checked.
  const present = names.filter((name) => text.includes(name));
  if (present.length === 0) return [];
  const patterns = present.map((name) => ({ name, pattern: createWordPattern(name) }));
  const found: NameMatch[] = [];
  for (const [line, content] of text.split(/\r\n|\r|\n/).entries()) {
    if (content.length > maxLineLength) continue;
    for (const { name, pattern } of patterns) {
      const at = content.search(pattern);
      if (at < 0) continue;
      found.push({
        name,
        line,
        character: at,
        text: content.trim().slice(0, 200),
        rank: rankMatch(content, at, name),
      });
    }
  }
  return found
    .toSorted((one, other) => one.rank - other.rank || one.line - other.line)
    .slice(0, maxMatches * present.length);
}

function createWordPattern(name: string): RegExp {
  return new RegExp(`(?<![\\w.-])${escapeName(name)}(?![\\w-])`);
}

function escapeName(name: string): string {
  return name.replace(/[.\-/]/g, '\\$&');
}

function rankMatch(line: string, at: number, name: string): NameMatch['rank'] {
  const before = line.slice(0, at);
  const isQuoted = /["'`]$/.test(before) && /^["'`]/.test(line.slice(at + name.length));
  if (isQuoted) return /tool|\bname\b/i.test(before) ? 0 : 1;
  return /\b(?:def|function|fn|func|fun|const|class)\s+$/.test(before) ? 0 : 2;
}
