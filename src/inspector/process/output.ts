import { shortText } from '../../domain/plainText.ts';

/** Characters that are kept, the newest. */
const keptLimit = 200_000;
/** Lines and characters that a page shows. */
const shownLines = 12;
const shownLine = 300;

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
  // A longer one may hold a shorter one.
  const hidden = [...new Set(secrets)].toSorted((one, other) => other.length - one.length);
  const hide = (text: string): string => hidden.reduce((rest, one) => rest.replaceAll(one, '•••'), text);
  return {
    add(text) {
      kept += text;
      // Now and then: a secret at the edge is cut off whole with its line.
      if (kept.length > 2 * keptLimit) kept = kept.slice(kept.indexOf('\n', -keptLimit + kept.length) + 1);
    },
    get text() {
      return hide(kept);
    },
    get end() {
      // What is hidden may have several lines.
      const lines = hide(kept.slice(-4 * shownLines * shownLine))
        .trimEnd()
        .split(/\r\n?|\n/);
      return lines
        .slice(-shownLines)
        .map((line) => shortText(line, shownLine))
        .join('\n');
    },
  };
}

/** One line of what was said, for people. */
export const oneLine = (text: string, secrets: readonly string[]): string =>
  shortText(
    secrets.reduce((rest, one) => rest.replaceAll(one, '•••'), text.slice(0, 10 * shownLine)),
    shownLine,
  );
