import { shortText } from '../../domain/plainText.ts';
import { maskSecrets } from '../maskSecrets.ts';

/** Characters that are kept, the newest. */
const keptLimit = 200_000;
/** Lines and characters that a page shows. */
const shownLines = 12;
const shownLine = 300;
/** Of a line, before what can't be seen is taken out. */
const longestLine = 3000;

/** What a process writes to its standard error: its end, without secrets. */
export interface Output {
  add(text: string): void;
  /** All that is kept. */
  readonly text: string;
  /** The end of it, for a page: no line is long, and nothing in it is invisible. */
  readonly end: string;
}

export function createOutput(secrets: readonly string[]): Output {
  let kept = '';
  const hide = hiding(secrets);
  return {
    add(text) {
      kept += text;
      if (kept.length < 2 * keptLimit) return;
      // At the end of a line: no secret is cut in two.
      const end = kept.indexOf('\n', kept.length - keptLimit);
      kept = end < 0 ? '' : kept.slice(end + 1);
    },
    get text() {
      return hide(kept);
    },
    get end() {
      const lines = hide(kept)
        .trimEnd()
        .split(/\r\n?|\n/);
      return lines
        .slice(-shownLines)
        .map((line) => shortText(line.slice(0, longestLine), shownLine))
        .join('\n');
    },
  };
}

/** One line of what was said, for people. */
export const oneLine = (text: string, secrets: readonly string[]): string =>
  shortText(hiding(secrets)(text).slice(0, longestLine), shownLine);

/** Leaves out secrets, of several lines each. */
function hiding(secrets: readonly string[]): (text: string) => string {
  const lines = secrets.flatMap((one) => [one, ...one.split(/\r\n?|\n/)]).filter(({ length }) => length > 3);
  return (text) => maskSecrets(text, lines);
}
