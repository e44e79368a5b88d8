/** Always markup, wherever it stands: also that of tables, mentions, issue numbers and formulas. */
const markupCharacters = /[\\`*[\]<>|~@#$&]|(?<![a-z0-9])_|_(?![a-z0-9])/gi;
/** What makes a list, a heading or a table at the start of a line. */
const atStart = /^(\s*)([-+=:]|(\d+)([.)]))/;
/** What some readers make a link of by itself. */
const autolink = /(?<=\/)\/|\/(?=\/)|(?<=mailto|xmpp):|(?<=www)\./gi;

/** Text that stays text in Markdown, with as few escapes as that takes. */
export function escapeMarkdown(text: string): string {
  return replaceControlCharacters(text)
    .replace(markupCharacters, '\\$&')
    .replace(autolink, '\\$&')
    .replace(atStart, (_, space: string, mark: string, digits?: string, end?: string) =>
      digits === undefined ? `${space}\\${mark}` : `${space}${digits}\\${end}`,
    );
}

/** A code span whose fence is longer than any run of backticks inside; a table wants its bars escaped. */
export function codeSpan(text: string): string {
  const runs = text.match(/`+/g) ?? [];
  const fence = '`'.repeat(Math.max(0, ...runs.map((run) => run.length)) + 1);
  return `${fence} ${replaceControlCharacters(text).replaceAll('|', '\\|')} ${fence}`;
}

function replaceControlCharacters(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out.
  return text.replace(/[\u0000-\u001f\u007f]+/g, ' ');
}

/** A block of text as it is: its fence is longer than any run of backticks inside. */
export function codeBlock(text: string): string {
  const runs = text.match(/`+/g) ?? [];
  const fence = '`'.repeat(Math.max(2, ...runs.map((run) => run.length)) + 1);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out.
  const lines = text.replace(/\r\n?/g, '\n').replace(/[\u0000-\u0009\u000b-\u001f\u007f]/g, ' ');
  return `${fence}text\n${lines}\n${fence}`;
}

/** A table; its cells are Markdown already. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}
