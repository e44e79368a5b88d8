import { type FoundKey, isVariableKey } from './foundKey.ts';

/** A line `KEY=`. Where nothing but another `=` follows, it is the end of something encoded. */
const assignmentPattern = /^[ \t]*(?:export[ \t]+)?([a-zA-Z]\w*)[ \t]*=(?!=[ \t]*$)[ \t]*/;

/**
 * The keys that a template for an `.env` file assigns. One that is commented out is optional by custom, so it isn't
 * missed; if a source reads it, it is found there. The lines of a value are no assignments, least of all those of a
 * private key, which look like some.
 */
export function findTemplateKeys(text: string): readonly FoundKey[] {
  const found: FoundKey[] = [];
  // What ends the value of several lines that we are in.
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

/** What must still come to end the value that a line begins at `value`; absent where it ends with the line. */
function findOpenEnd(line: string, value: number | undefined): string | undefined {
  const quote = value === undefined ? undefined : /['"`]/.exec(line[value] ?? '')?.[0];
  if (value !== undefined && quote !== undefined) {
    return indexOfEnd(line, quote, value + 1) < 0 ? quote : undefined;
  }
  return line.includes('-----BEGIN ') && !line.includes('-----END ') ? '-----END ' : undefined;
}

/** Where the first `end` is that no backslash makes part of the value. */
function indexOfEnd(line: string, end: string, from: number): number {
  let at = line.indexOf(end, from);
  while (at > 0 && line[at - 1] === '\\') at = line.indexOf(end, at + 1);
  return at;
}
