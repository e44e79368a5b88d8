import { truncateText } from '../../domain/plainText.ts';
import { classifyLine } from './errorRules.ts';
import { type FileReference, findFileReference } from './fileReference.ts';

export const maxErrors = 20;
const maxErrorLength = 300;
const maxReferences = 5;
/** Maximum number of lines between an error and a position that belongs to it. */
const maxDistance = 12;
/** Number of lines after a warning in which a position belongs to the warning. */
const maxWarningDistance = 3;

/** A row of the list. `time` is in milliseconds since the epoch. */
export interface RowRef {
  readonly id: number;
  readonly time: number;
}

/** A line that might explain a failure. */
export interface BuildError {
  readonly row: RowRef;
  readonly text: string;
  /** The positions in source files that the error might have, the most probable one first. */
  readonly references: readonly FileReference[];
}

/** Collects the errors of a build log and their positions. */
export interface ErrorCollector {
  /** The first errors. */
  readonly errors: readonly BuildError[];
  /** Number of all errors. */
  readonly count: number;
  /** `text` is a line without the prefixes of build tools. */
  add(text: string, row: RowRef): void;
}

/** A position on a line of its own, before its error is known. */
interface PendingReference {
  readonly reference: FileReference;
  readonly lineNumber: number;
}

/** Creates a collector. Takes linear time, and keeps a bounded number of errors and positions. */
export function createErrorCollector(): ErrorCollector {
  const errors: BuildError[] = [];
  const knownTexts = new Set<string>();
  const findReference = createReferenceFinder();
  let count = 0;
  let lineNumber = 0;
  let pendingReferences: readonly PendingReference[] = [];
  /** The error to which following positions belong: its index and its line. */
  let openError: { readonly index: number; readonly lineNumber: number } | undefined;
  let lastWarningLine = Number.NEGATIVE_INFINITY;
  let lastNpmLine = Number.NEGATIVE_INFINITY;

  function addError(text: string, reference: FileReference | undefined, row: RowRef): void {
    // npm writes one error as several lines.
    const isNpmLine = /^npm (?:ERR!|error)/.test(text);
    const isContinued = isNpmLine && lastNpmLine === lineNumber - 1;
    if (isNpmLine) lastNpmLine = lineNumber;
    if (isContinued) return;
    const references = reference ? [reference] : listNearReferences();
    pendingReferences = [];
    openError = undefined;
    lastWarningLine = Number.NEGATIVE_INFINITY;
    const error = createBuildError(text, references, row);
    if (knownTexts.has(error.text)) return;
    count++;
    if (errors.length >= maxErrors) return;
    knownTexts.add(error.text);
    errors.push(error);
    if (!reference) openError = { index: errors.length - 1, lineNumber };
  }

  /** Returns the positions before an error, the last one first, which is the innermost call in Python. */
  function listNearReferences(): readonly FileReference[] {
    return pendingReferences
      .filter((pending) => lineNumber - pending.lineNumber <= maxDistance)
      .map(({ reference }) => reference)
      .toReversed();
  }

  /** Adds a position to the error before it, or keeps it for the error after it. */
  function addPosition(reference: FileReference): void {
    if (lineNumber - lastWarningLine <= maxWarningDistance) return;
    const error = openError && errors[openError.index];
    if (!openError || !error || lineNumber - openError.lineNumber > maxDistance) {
      pendingReferences = [...pendingReferences, { reference, lineNumber }].slice(-maxReferences);
    } else if (error.references.length < maxReferences) {
      errors[openError.index] = { ...error, references: [...error.references, reference] };
    }
  }

  return {
    errors,
    get count() {
      return count;
    },
    add(text, row) {
      lineNumber++;
      const reference = findReference(text);
      const meaning = classifyLine(text, reference);
      if (meaning === 'error') addError(text, reference, row);
      else if (meaning === 'warning') lastWarningLine = lineNumber;
      else if (meaning === 'location' && reference) addPosition(reference);
    },
  };
}

export function createBuildError(
  text: string,
  references: readonly FileReference[],
  row: RowRef,
): BuildError {
  return { row, text: truncateText(text, maxErrorLength), references };
}

/** Creates a function that returns the position in a line. ESLint writes the path on a line before its problems. */
function createReferenceFinder(): (text: string) => FileReference | undefined {
  let currentFile: string | undefined;
  return (text) => {
    if (/^[^\s:()]{1,300}\.\w{1,10}$/.test(text)) currentFile = text;
    const [, line, column] = /^(\d{1,7}):(\d{1,7})\s+error\s/.exec(text) ?? [];
    if (line === undefined) return findFileReference(text);
    return currentFile === undefined ? undefined : findFileReference(`${currentFile}:${line}:${column}`);
  };
}
