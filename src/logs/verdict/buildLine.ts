import { stripAnsi } from '../ansi.ts';

/** Maximum number of characters of a line that rules examine. */
const maxLineLength = 1000;

/**
 * Prefixes that build tools add to the output of commands: timestamps, the step number and time of Docker, and marks such
 * as `==>`, `-----> `, and `│`.
 */
const prefixes = [
  /^\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[\d.,]{0,10}Z?\]?\s+/,
  /^\[?\d\d:\d\d:\d\d[\d.,]{0,10}\]?\s+/,
  /^#\d{1,4} (?:\d{1,6}\.\d{1,4} )?/,
  /^Step \d{1,3}\/\d{1,3} ?: ?/,
  /^\[[\w .-]{0,40}\d{1,3}\/\d{1,3}\] /,
  /^[=\-#]{1,8}>\s*/,
  /^##?\[\w{1,20}\]\s*/,
  /^(?:RUN |[>$%│┃➤→▲]\s+)/,
];

/** Splits the content of an entry into lines without control codes. A line that was overwritten is a line. */
export function splitBuildLines(content: string): readonly string[] {
  return content.split(/[\r\n]+/).map((line) => stripAnsi(line.slice(0, maxLineLength)).trimEnd());
}

/** Returns the text of a line without the prefixes of build tools. */
export function removePrefixes(line: string): string {
  let text = line.trim();
  for (const prefix of prefixes) text = text.replace(prefix, '');
  return text.trim();
}
