/** A position in a source file that a line of a build log names. */
export interface FileReference {
  /** The path in the log, with slashes. Relative, or absolute on the machine that ran the build. */
  readonly path: string;
  /** Number of the line, from 1. */
  readonly line: number;
  /** Number of the column, from 1. */
  readonly column?: number;
  /** Index of the path in the text. */
  readonly start: number;
  /** Index after the position in the text. */
  readonly end: number;
}

const maxPathLength = 300;

/** The form of Python, the only one in which a path can contain spaces. */
const pythonPattern = /\bFile "([^"]{1,300})", line (\d{1,7})/;

/** Matches the position after a path: `(12,7)`, `:12:7`, `:12`, or, in webpack, ` 12:7`. */
const positionPattern = /(?:\((\d{1,7}),(\d{1,7})\)|:(\d{1,7})(?::(\d{1,7}))?| (\d{1,7}):(\d{1,7}))(?!\d)/g;

/** The characters that end a path. Each position begins with one, so that reading all paths takes linear time. */
const endOfPath = /[\s"'`<>|*?:;,(){}=\u2500-\u257f]/;

/** Files that have no extension. */
const knownName = /(?:^|\/)(?:Dockerfile|Containerfile|Makefile|Procfile)$/;

/** Returns the first position in a source file that a line names, such as `src/forecast.ts:12:7`. */
export function findFileReference(text: string): FileReference | undefined {
  const python = pythonPattern.exec(text);
  if (python) {
    const [match, path = '', line = ''] = python;
    return createReference(path, [line], python.index, python.index + match.length);
  }
  for (const match of text.matchAll(positionPattern)) {
    const numbers = match.slice(1).filter((group) => group !== undefined);
    const start = findPathStart(text, match.index);
    const path = text.slice(start, match.index);
    const reference = createReference(path, numbers, start, match.index + match[0].length);
    if (reference) return reference;
  }
  return undefined;
}

function findPathStart(text: string, end: number): number {
  let start = end;
  while (start > 0 && end - start <= maxPathLength && !endOfPath.test(text[start - 1] ?? '')) start--;
  return start;
}

function createReference(
  rawPath: string,
  [line = '', column]: readonly string[],
  start: number,
  end: number,
): FileReference | undefined {
  const path = normalizePath(rawPath);
  const lineNumber = Number(line);
  if (path === undefined || lineNumber === 0) return undefined;
  const columnNumber = Number(column ?? 0);
  return { path, line: lineNumber, ...(columnNumber > 0 && { column: columnNumber }), start, end };
}

/** Returns the path of a file with slashes, or `undefined` if the text can't be one. */
function normalizePath(text: string): string | undefined {
  const isBracketOpen = text.split('[').length > text.split(']').length;
  // `///` is the rest of a file URL.
  const path = (isBracketOpen ? text.replace(/^\[/, '') : text).replaceAll('\\', '/').replace(/^\/\/\//, '/');
  const isFile = /\.[A-Za-z]\w{0,9}$/.test(path) || knownName.test(path);
  return isFile && path.length <= maxPathLength && !path.startsWith('//') ? path : undefined;
}
