import { removePrefixes, splitBuildLines } from './buildLine.ts';
import { type BuildError, createBuildError, createErrorCollector, type RowRef } from './errorCollector.ts';
import { findFileReference } from './fileReference.ts';
import { findStep, type StepId, stepIds } from './stepRules.ts';

/** An entry of a build log. */
interface BuildLogEntry extends RowRef {
  /** Whether the service returned no time for the entry. */
  readonly isUndated?: true;
  readonly content?: string;
}

/** A step that begins with an entry. */
export interface BuildStep {
  readonly id: StepId;
  readonly row: RowRef;
  /** Milliseconds since the epoch. Absent if the entry has no time. */
  readonly startedAt?: number;
}

/** The steps and the errors in a build log. */
export interface BuildLog {
  readonly steps: readonly BuildStep[];
  /** The first errors. */
  readonly errors: readonly BuildError[];
  /** Number of all errors. */
  readonly errorCount: number;
  /** The last line that isn't only a status, such as "Failed". Absent if there is none. */
  readonly lastLine?: BuildError;
  /** Time of the last entry that has one, in milliseconds since the epoch. */
  readonly lastTime?: number;
}

/** Reads the entries of a growing build log. */
export interface BuildLogParser {
  readonly log: BuildLog;
  add(entry: BuildLogEntry): void;
}

/**
 * Creates a parser that finds the steps and the errors of a build log by the lines of usual tools. Takes linear time, and
 * keeps a bounded number of results.
 */
export function createBuildLogParser(): BuildLogParser {
  const steps: BuildStep[] = [];
  const collector = createErrorCollector();
  let lastLine: { readonly text: string; readonly row: RowRef } | undefined;
  let lastTime: number | undefined;

  /** Adds a later step. Steps can run commands of earlier ones again, such as an installation in the last stage. */
  function startStep(id: StepId, { time, isUndated }: BuildLogEntry, row: RowRef): void {
    const last = steps.at(-1);
    if (last && stepIds.indexOf(id) <= stepIds.indexOf(last.id)) return;
    steps.push({ id, row, ...(!isUndated && { startedAt: time }) });
  }

  return {
    get log() {
      return {
        steps,
        errors: collector.errors,
        errorCount: collector.count,
        ...(lastLine && { lastLine: describeLastLine(lastLine) }),
        ...(lastTime !== undefined && { lastTime }),
      };
    },
    add(entry) {
      const row = { id: entry.id, time: entry.time };
      for (const line of splitBuildLines(entry.content ?? '')) {
        const text = removePrefixes(line);
        if (text === '') continue;
        const step = findStep(text);
        if (step !== undefined) startStep(step, entry, row);
        collector.add(text, row);
        if (!/^(?:failed|canceled|deployed|done)\W*$/i.test(text)) lastLine = { text, row };
      }
      if (!entry.isUndated) lastTime = entry.time;
    },
  };
}

function describeLastLine({ text, row }: { readonly text: string; readonly row: RowRef }): BuildError {
  const reference = findFileReference(text);
  return createBuildError(text, reference ? [reference] : [], row);
}

/**
 * Returns the duration of each step in milliseconds, as far as the log has times that differ. `end` is the end of the
 * last step in milliseconds since the epoch, if it's known.
 */
export function measureSteps(
  steps: readonly BuildStep[],
  end: number | undefined,
): readonly (number | undefined)[] {
  const times = [...steps.map(({ startedAt }) => startedAt), end];
  const durations = steps.map((_, index) => {
    const [from, until] = [times[index], times[index + 1]];
    return from === undefined || until === undefined ? undefined : Math.max(0, until - from);
  });
  // A service that returns the whole log with one time measures nothing.
  const isMeasured = durations.some((duration) => duration !== undefined && duration > 0);
  return isMeasured ? durations : steps.map(() => undefined);
}
