/** Characters that are markup everywhere, including those of tables, mentions, issue numbers, and formulas. */
const markupCharacters = /[\\`*[\]<>|~@#$&]|(?<![a-z0-9])_|_(?![a-z0-9])/gi;
/** Characters that start a list, a heading, or a table at the start of a line. */
const lineStartMarkup = /^(\s*)([-+=:]|(\d+)([.)]))/;
/** Characters that some renderers interpret as a link. */
const autolink = /(?<=\/)\/|\/(?=\/)|(?<=mailto|xmpp):|(?<=www)\./gi;

/** Escapes a text for Markdown, with as few escapes as possible. */
export function escapeMarkdown(text: string): string {
  return replaceControlCharacters(text)
    .replace(markupCharacters, '\\$&')
    .replace(autolink, '\\$&')
    .replace(lineStartMarkup, (_, space: string, mark: string, digits?: string, end?: string) =>
      digits === undefined ? `${space}\\${mark}` : `${space}${digits}\\${end}`,
    );
}

/** Returns a code span whose delimiter is longer than any run of backticks in the text. Escapes bars for tables. */
export function formatCodeSpan(text: string): string {
  const runs = text.match(/`+/g) ?? [];
  const fence = '`'.repeat(Math.max(0, ...runs.map((run) => run.length)) + 1);
  return `${fence} ${replaceControlCharacters(text).replaceAll('|', '\\|')} ${fence}`;
}

function replaceControlCharacters(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out.
  return text.replace(/[\u0000-\u001f\u007f]+/g, ' ');
}

/** Returns a code block whose fence is longer than any run of backticks in the text. */
export function formatCodeBlock(text: string): string {
  const runs = text.match(/`+/g) ?? [];
  const fence = '`'.repeat(Math.max(2, ...runs.map((run) => run.length)) + 1);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out.
  const lines = text.replace(/\r\n?/g, '\n').replace(/[\u0000-\u0009\u000b-\u001f\u007f]/g, ' ');
  return `${fence}text\n${lines}\n${fence}`;
}

/** Returns a table. The cells must be Markdown already. */
export function formatMarkdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}
