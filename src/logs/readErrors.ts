import * as l10n from '@vscode/l10n';
import type { Client } from '../api/client.ts';
import type { LogEntry } from '../api/logEntries.ts';
import type { LatestErrors, LoggedError } from '../domain/environmentSummary.ts';
import { truncateText } from '../domain/plainText.ts';
import { getField } from '../fields.ts';
import { parseTimestamp } from './logRow.ts';
import { getFirstLine } from './rowText.ts';
import { createBuildLogParser } from './verdict/buildLog.ts';

/** Number of errors in a summary. */
const maxLatestErrors = 5;
/** Number of entries that are read, because many of them can have the same text. */
const maxErrorEntries = 100;
const dayMs = 24 * 60 * 60 * 1000;
const maxErrorLength = 300;
/** Maximum number of characters of an entry that are parsed as JSON. */
const maxJsonLength = 20_000;

/**
 * Returns the first error in the log of a deployment, or its last line if it has no recognized error (`deployments.getLogs`).
 */
export async function readDeploymentError(
  { deployments }: Pick<Client, 'deployments'>,
  deploymentId: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { logs } = await deployments.getLogs(deploymentId, { signal });
  const parser = createBuildLogParser();
  for (const [id, { content = '' }] of logs.entries()) parser.add({ id, time: 0, isUndated: true, content });
  const { errors, lastLine } = parser.log;
  return (errors[0] ?? lastLine)?.text;
}

/** Returns the latest errors in the log of an environment (`environments.getLatestLogs`). */
export async function readLatestErrors(
  { environments }: Pick<Client, 'environments'>,
  environmentId: string,
  signal: AbortSignal,
): Promise<LatestErrors> {
  const query = { level: ['ERROR'] as const, limit: maxErrorEntries };
  const { logs } = await environments.getLatestLogs(environmentId, query, { signal });
  return summarizeErrors(logs, Date.now());
}

/**
 * Summarizes the entries of the level *Error*. Leaves out entries without a valid time, because there is no range of the
 * log to open for them. `now`: in milliseconds since the epoch.
 */
export function summarizeErrors(entries: readonly LogEntry[], now: number): LatestErrors {
  const entryErrors = entries
    .flatMap((entry) => {
      const time = parseTimestamp(entry);
      const isError = entry.type.toUpperCase() === 'ERROR';
      return time === undefined || !isError ? [] : [{ time, text: describeError(entry) }];
    })
    .toSorted((a, b) => b.time - a.time);
  const dayErrors = entryErrors.filter(({ time }) => time > now - dayMs);
  const dayCount = dayErrors.length;
  const byText = new Map<string, LoggedError>();
  // Without errors in the last 24 hours, the earlier ones are better than none.
  for (const { time, text } of dayCount > 0 ? dayErrors : entryErrors) {
    // A program often logs an error both as a message and as a stack trace.
    const key = text.replace(/^Error: /, '');
    const known = byText.get(key);
    byText.set(key, { time, text, ...known, count: (known?.count ?? 0) + 1 });
  }
  return {
    errors: [...byText.values()].slice(0, maxLatestErrors),
    dayCount,
    isDayIncomplete: dayCount >= maxErrorEntries,
  };
}

/** Returns the message of an entry in JSON, or the first line of another entry. */
function describeError({ content = '', ...entry }: LogEntry): string {
  const row = { id: 0, time: 0, ...entry, content: findJsonMessage(content) ?? content };
  return truncateText(getFirstLine(row, true).line, maxErrorLength) || l10n.t('(no message)');
}

function findJsonMessage(content: string): string | undefined {
  if (!content.trimStart().startsWith('{') || content.length > maxJsonLength) return undefined;
  try {
    const json: unknown = JSON.parse(content);
    const error = getField(json, 'error');
    const candidates = [getField(json, 'message'), getField(json, 'msg'), error, getField(error, 'message')];
    return candidates.find((one): one is string => typeof one === 'string' && one.trim() !== '');
  } catch {
    // Not JSON, or only its first line.
    return undefined;
  }
}
