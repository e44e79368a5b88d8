import type { Random } from '../world/random.ts';
import type { LogEntry } from './logEntry.ts';

type EdgeCaseEntry = Pick<LogEntry, 'type'> & Partial<Pick<LogEntry, 'content' | 'method' | 'durationInMs'>>;

const nested = { a: [{ b: { c: [[1, 2], { d: null }] } }], 'e"f': '\u2028', big: 2 ** 60, text: 'a\nb\tc' };

const edgeCases: readonly [(random: Random) => EdgeCaseEntry, ...((random: Random) => EdgeCaseEntry)[]] = [
  () => ({
    type: 'INFO',
    content: '\u001B[1;31mred and bold\u001B[0m then \u001B[38;5;208m256\u001B[0m \u001B[2K\u001B[',
  }),
  () => ({ type: 'INFO', content: JSON.stringify(nested) }),
  () => ({ type: 'INFO', content: JSON.stringify(nested, null, 2) }),
  () => ({ type: 'DEBUG', content: '{"broken": [1, 2' }),
  () => ({ type: 'ERROR', content: 'first line\r\nsecond line\n\n\tindented\n' }),
  () => ({ type: 'INFO', content: '<img src=x onerror=alert(1)><script>alert(1)</script>' }),
  () => ({
    type: 'INFO',
    content: '\u202Eright to left \u202C \u05E9\u05DC\u05D5\u05DD \u{1F327}\uFE0F \u0000 \uD83D',
  }),
  () => ({ type: 'INFO', content: '' }),
  () => ({ type: 'INFO' }),
  () => ({ type: 'START' }),
  () => ({ type: 'END' }),
  () => ({ type: 'START', method: 'notifications/initialized' }),
  (random) => ({ type: 'DEBUG', content: `heap ${random.int(20, 90)} MB`, durationInMs: 0.25 }),
];

const hugeLineLength = 100_000;

/**
 * Creates entries that are edge cases for viewers, one of them now and then. Few of them have a line of 100
 * KB.
 */
export function createEdgeCaseEntries(random: Random): EdgeCaseEntry[] {
  if (random.chance(0.01))
    return [{ type: 'INFO', content: `huge ${random.text(16).repeat(hugeLineLength / 16)}` }];
  return random.chance(0.4) ? [random.pick(edgeCases)(random)] : [];
}
