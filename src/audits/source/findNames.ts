/** The location of a name in a text. `line` and `character` start at 0. */
export interface NameMatch {
  readonly name: string;
  readonly line: number;
  readonly character: number;
  /** The trimmed line, at most 200 characters. */
  readonly text: string;
  /** 0: probably a definition. 1: in quotation marks. 2: any other mention. */
  readonly rank: 0 | 1 | 2;
}

/** The average maximum number of matches of each name in a text. */
const maxMatches = 20;
const maxLineLength = 2_000;

/** Finds names as whole words. Returns at most one match of a name in a line, and probable definitions first. */
export function findNames(text: string, names: readonly string[]): readonly NameMatch[] {
  // Avoids the slow search by lines, because most files contain none of the names.
  const present = names.filter((name) => text.includes(name));
  if (present.length === 0) return [];
  const patterns = present.map((name) => ({ name, pattern: createWordPattern(name) }));
  const matches: NameMatch[] = [];
  for (const [line, content] of text.split(/\r\n|\r|\n/).entries()) {
    if (content.length > maxLineLength) continue;
    for (const { name, pattern } of patterns) {
      const character = content.search(pattern);
      if (character < 0) continue;
      matches.push({
        name,
        line,
        character,
        text: content.trim().slice(0, 200),
        rank: rankMatch(content, character, name),
      });
    }
  }
  return matches
    .toSorted((one, other) => one.rank - other.rank || one.line - other.line)
    .slice(0, maxMatches * present.length);
}

function createWordPattern(name: string): RegExp {
  return new RegExp(`(?<![\\w.-])${escapeName(name)}(?![\\w-])`);
}

function escapeName(name: string): string {
  return name.replace(/[.\-/]/g, '\\$&');
}

function rankMatch(line: string, character: number, name: string): NameMatch['rank'] {
  const textBefore = line.slice(0, character);
  const isQuoted = /["'`]$/.test(textBefore) && /^["'`]/.test(line.slice(character + name.length));
  if (isQuoted) return /tool|\bname\b/i.test(textBefore) ? 0 : 1;
  return /\b(?:def|function|fn|func|fun|const|class)\s+$/.test(textBefore) ? 0 : 2;
}
