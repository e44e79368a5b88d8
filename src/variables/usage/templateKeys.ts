import { type FoundKey, isVariableKey } from './foundKey.ts';

/** A line `KEY=`. A line with only another `=` after it is the end of encoded data. */
const assignmentPattern = /^[ \t]*(?:export[ \t]+)?([a-zA-Z]\w*)[ \t]*=(?!=[ \t]*$)[ \t]*/;

/**
 * Finds the keys that a template of a `.env` file assigns. Excludes assignments in comments, which are optional by
 * convention, and lines within a value, such as those of a private key.
 */
export function findTemplateKeys(text: string): readonly FoundKey[] {
  const found: FoundKey[] = [];
  // The end of the current multiline value.
  let end: string | undefined;
  let at = 0;
  for (const line of text.split(/(?<=\r\n|\n|\r(?!\n))/)) {
    const start = at;
    at += line.length;
    if (end !== undefined) {
      if (indexOfEnd(line, end, 0) >= 0) end = undefined;
      continue;
    }
    const content = line.trimEnd();
    const [head, key] = assignmentPattern.exec(content) ?? [];
    if (head !== undefined && key !== undefined && isVariableKey(key)) {
      found.push({ key, offset: start + head.lastIndexOf(key) });
    }
    end = findOpenEnd(content, head?.length);
  }
  return found;
}

/** Returns the end of the multiline value that a line starts at `value`, or `undefined` for a single-line value. */
function findOpenEnd(line: string, value: number | undefined): string | undefined {
  const quote = value === undefined ? undefined : /['"`]/.exec(line[value] ?? '')?.[0];
  if (value !== undefined && quote !== undefined) {
    return indexOfEnd(line, quote, value + 1) < 0 ? quote : undefined;
  }
  return line.includes('-----BEGIN ') && !line.includes('-----END ') ? '-----END ' : undefined;
}

/** Returns the offset of the first `end` that isn't escaped with a backslash. */
function indexOfEnd(line: string, end: string, from: number): number {
  let at = line.indexOf(end, from);
  while (at > 0 && line[at - 1] === '\\') at = line.indexOf(end, at + 1);
  return at;
}
