import { type FoundKey, isVariableKey } from './foundKey.ts';

/** Matches a line that begins with `KEY=`. A line with only another `=` after it is the end of Base64 data. */
const assignmentPattern = /^[ \t]*(?:export[ \t]+)?([a-zA-Z]\w*)[ \t]*=(?!=[ \t]*$)[ \t]*/;

/**
 * Finds the keys that a template of a `.env` file assigns. Excludes assignments in comments, which are optional by
 * convention, and lines within a value, such as those of a private key.
 */
export function findTemplateKeys(text: string): readonly FoundKey[] {
  const foundKeys: FoundKey[] = [];
  // The text that ends the current multiline value.
  let closingText: string | undefined;
  let offset = 0;
  for (const line of text.split(/(?<=\r\n|\n|\r(?!\n))/)) {
    const start = offset;
    offset += line.length;
    if (closingText !== undefined) {
      if (findUnescaped(line, closingText, 0) >= 0) closingText = undefined;
      continue;
    }
    const content = line.trimEnd();
    const [prefix, key] = assignmentPattern.exec(content) ?? [];
    if (prefix !== undefined && key !== undefined && isVariableKey(key)) {
      foundKeys.push({ key, offset: start + prefix.lastIndexOf(key) });
    }
    closingText = findUnclosedEnd(content, prefix?.length);
  }
  return foundKeys;
}

/**
 * Returns the text that ends the multiline value that begins in this line, or `undefined` if the value has a single
 * line. `valueStart`: the column of the value.
 */
function findUnclosedEnd(line: string, valueStart: number | undefined): string | undefined {
  const quote = valueStart === undefined ? undefined : /['"`]/.exec(line[valueStart] ?? '')?.[0];
  if (valueStart !== undefined && quote !== undefined) {
    return findUnescaped(line, quote, valueStart + 1) < 0 ? quote : undefined;
  }
  return line.includes('-----BEGIN ') && !line.includes('-----END ') ? '-----END ' : undefined;
}

/** Returns the index of the first occurrence that isn't escaped with a backslash, or -1. */
function findUnescaped(line: string, searchText: string, start: number): number {
  let index = line.indexOf(searchText, start);
  while (index > 0 && line[index - 1] === '\\') index = line.indexOf(searchText, index + 1);
  return index;
}
