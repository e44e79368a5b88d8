import { truncateText } from '../../domain/plainText.ts';
import { maskSecrets } from '../maskSecrets.ts';

/** Number of the newest UTF-16 units that are kept when the output reaches twice this length. */
const maxKeptLength = 200_000;
/** Maximum number of lines and of UTF-16 units per line on the page. */
const maxShownLines = 12;
const maxShownLineLength = 300;
/** Maximum number of UTF-16 units of a line before invisible characters are removed. */
const maxLineLength = 3000;

/** The end of a process's standard error, without secrets. */
export interface ProcessOutput {
  add(text: string): void;
  /** The kept output. */
  readonly text: string;
  /** The last lines, shortened and without invisible characters, for the page. */
  readonly tail: string;
}

export function createProcessOutput(secrets: readonly string[]): ProcessOutput {
  let buffer = '';
  const redact = createRedactor(secrets);
  return {
    add(text) {
      buffer += text;
      if (buffer.length < 2 * maxKeptLength) return;
      // Cuts between lines, so that no secret is split.
      const end = buffer.indexOf('\n', buffer.length - maxKeptLength);
      buffer = end < 0 ? '' : buffer.slice(end + 1);
    },
    get text() {
      return redact(buffer);
    },
    get tail() {
      const lines = redact(buffer)
        .trimEnd()
        .split(/\r\n?|\n/);
      return lines
        .slice(-maxShownLines)
        .map((line) => truncateText(line.slice(0, maxLineLength), maxShownLineLength))
        .join('\n');
    },
  };
}

/** Formats a text as one short line without secrets and invisible characters. */
export const toRedactedLine = (text: string, secrets: readonly string[]): string =>
  truncateText(createRedactor(secrets)(text).slice(0, maxLineLength), maxShownLineLength);

/** Returns a function that masks secrets, including each line of a multiline secret. */
function createRedactor(secrets: readonly string[]): (text: string) => string {
  const lines = secrets.flatMap((one) => [one, ...one.split(/\r\n?|\n/)]).filter(({ length }) => length > 3);
  return (text) => maskSecrets(text, lines);
}
