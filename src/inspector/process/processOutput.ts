import { truncateText } from '../../domain/plainText.ts';
import { maskSecrets } from '../maskSecrets.ts';

/** Characters that are kept, the newest. */
const maxKeptLength = 200_000;
/** Lines and characters that a page shows. */
const maxShownLines = 12;
const maxShownLineLength = 300;
/** Of a line, before what can't be seen is taken out. */
const maxLineLength = 3000;

/** What a process writes to its standard error: its end, without secrets. */
export interface ProcessOutput {
  add(text: string): void;
  /** All that is kept. */
  readonly text: string;
  /** The end of it, for a page: no line is long, and nothing in it is invisible. */
  readonly tail: string;
}

export function createProcessOutput(secrets: readonly string[]): ProcessOutput {
  let kept = '';
  const hide = createRedactor(secrets);
  return {
    add(text) {
      kept += text;
      if (kept.length < 2 * maxKeptLength) return;
      // At the end of a line: no secret is cut in two.
      const end = kept.indexOf('\n', kept.length - maxKeptLength);
      kept = end < 0 ? '' : kept.slice(end + 1);
    },
    get text() {
      return hide(kept);
    },
    get tail() {
      const lines = hide(kept)
        .trimEnd()
        .split(/\r\n?|\n/);
      return lines
        .slice(-maxShownLines)
        .map((line) => truncateText(line.slice(0, maxLineLength), maxShownLineLength))
        .join('\n');
    },
  };
}

/** One line of what was said, for people. */
export const toRedactedLine = (text: string, secrets: readonly string[]): string =>
  truncateText(createRedactor(secrets)(text).slice(0, maxLineLength), maxShownLineLength);

/** Leaves out secrets, of several lines each. */
function createRedactor(secrets: readonly string[]): (text: string) => string {
  const lines = secrets.flatMap((one) => [one, ...one.split(/\r\n?|\n/)]).filter(({ length }) => length > 3);
  return (text) => maskSecrets(text, lines);
}
