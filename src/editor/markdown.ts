/**
 * Matches characters that can be markup anywhere in a line, such as in tables, mentions, issue numbers, or formulas.
 */
const markupCharacters = /[\\`*[\]<>|~@#$&]|(?<![a-z0-9])_|_(?![a-z0-9])/gi;
/** Matches characters that are markup of a list, a heading, or a table at the start of a line. */
const lineStartMarkup = /^(\s*)([-+=:]|(\d+)([.)]))/;
/** Matches characters in texts that some renderers turn into links. */
const autolinkPattern = /(?<=\/)\/|\/(?=\/)|(?<=mailto|xmpp):|(?<=www)\./gi;

/** Escapes a text for Markdown, as one line. Escapes only characters that could be markup. */
export function escapeMarkdown(text: string): string {
  return replaceControlCharacters(text)
    .replace(markupCharacters, '\\$&')
    .replace(autolinkPattern, '\\$&')
    .replace(lineStartMarkup, (_, space: string, markup: string, digits?: string, delimiter?: string) =>
      digits === undefined ? `${space}\\${markup}` : `${space}${digits}\\${delimiter}`,
    );
}

/**
 * Formats a text as a code span, whose delimiter is longer than any run of backticks in the text. Escapes vertical
 * bars, so that the span can be in a table.
 */
export function formatCodeSpan(text: string): string {
  const runs = text.match(/`+/g) ?? [];
  const fence = '`'.repeat(Math.max(0, ...runs.map((run) => run.length)) + 1);
  return `${fence} ${replaceControlCharacters(text).replaceAll('|', '\\|')} ${fence}`;
}

function replaceControlCharacters(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the control characters are replaced.
  return text.replace(/[\u0000-\u001f\u007f]+/g, ' ');
}

/** Formats a text as a code block, whose fence is longer than any run of backticks in the text. */
export function formatCodeBlock(text: string): string {
  const runs = text.match(/`+/g) ?? [];
  const fence = '`'.repeat(Math.max(2, ...runs.map((run) => run.length)) + 1);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the control characters are replaced.
  const lines = text.replace(/\r\n?/g, '\n').replace(/[\u0000-\u0009\u000b-\u001f\u007f]/g, ' ');
  return `${fence}text\n${lines}\n${fence}`;
}

/** Formats a table. The cells must already be Markdown. */
export function formatMarkdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}
