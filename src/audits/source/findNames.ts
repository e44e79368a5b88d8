/** Where a name stands in a text; lines and characters from 0. */
export interface NameMatch {
  readonly name: string;
  readonly line: number;
  readonly character: number;
  /** The line, without the blanks around it. */
  readonly text: string;
  /** 0: it is defined there, by the look of it; 1: it is quoted; 2: it is mentioned. */
  readonly rank: 0 | 1 | 2;
}

/** Number of places of a name that a text has at most. */
const maxMatches = 20;
const maxLineLength = 2_000;

/** Where these names stand as words of their own, the likeliest definitions first. */
export function findNames(text: string, names: readonly string[]): readonly NameMatch[] {
  // Most files have none of them: lines are looked at only where there is something to see.
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
