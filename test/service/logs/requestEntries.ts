import { formatTime } from '../world/clock.ts';
import type { LogProfile } from '../world/model.ts';
import type { Random } from '../world/random.ts';
import { createEdgeCaseEntries } from './edgeCaseEntries.ts';
import type { LogEntry } from './logEntry.ts';
import { createToolCall, stackTrace } from './toolCalls.ts';

/**
 * Creates the entries of one request from START to END, ascending from `time` (in milliseconds). Neighboring
 * entries often have the same millisecond.
 */
export function createRequestEntries(profile: LogProfile, random: Random, time: number): LogEntry[] {
  const requestId = createRequestId(random);
  const call = createToolCall(profile.theme, random);
  const entries: LogEntry[] = [];
  let entryTime = time;
  const write = (type: string, content: string): void => {
    entries.push({ timestamp: formatTime(entryTime), type, requestId, content });
  };
  const pause = (): void => {
    entryTime += random.chance(0.4) ? 0 : random.int(1, 300);
  };

  entries.push({
    timestamp: formatTime(entryTime),
    type: 'START',
    requestId,
    method: 'tools/call',
    content: call.tool,
  });
  if (random.chance(0.25)) write('DEBUG', `arguments ${call.argument}`);
  for (const step of call.steps) {
    pause();
    write('INFO', step);
    if (random.chance(0.02)) write('INFO', step); // A duplicate: the same entry twice, and both are real.
  }
  pause();
  if (random.chance(0.05)) write('WARNING', `\u001B[33mslow\u001B[0m ${call.tool} is over its 300 ms budget`);
  if (random.chance(0.04)) write('ERROR', random.chance(0.5) ? call.failure : stackTrace(call.failure));
  if (profile.hasEdgeCases) {
    for (const edgeCase of createEdgeCaseEntries(random))
      entries.push({ timestamp: formatTime(entryTime), requestId, ...edgeCase });
  }
  pause();
  entries.push({ timestamp: formatTime(entryTime), type: 'END', requestId, durationInMs: entryTime - time });
  return entries;
}

function createRequestId(random: Random): string {
  const hex = (length: number) => Array.from({ length }, () => random.int(0, 15).toString(16)).join('');
  return `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`;
}
