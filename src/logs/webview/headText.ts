import { fill } from '../../editor/webview/fill.ts';
import type { ListItem } from '../protocol.ts';
import { durationText } from '../rowText.ts';
import type { Strings } from '../strings.ts';

/** What the head of a request says: method, duration, entries, errors, and last what may be long. */
export function headText(
  { method, durationInMs, hasEnded, entries, errors, warnings, subject }: NonNullable<ListItem['head']>,
  strings: Strings,
): string {
  return [
    method,
    durationInMs === undefined ? (hasEnded ? undefined : strings.notEnded) : durationText(durationInMs),
    entries === 1 ? strings.oneEntry : fill(strings.entries, entries),
    errors === 0 ? undefined : errors === 1 ? strings.oneError : fill(strings.errors, errors),
    warnings === 0 ? undefined : warnings === 1 ? strings.oneWarning : fill(strings.warnings, warnings),
    subject,
  ]
    .filter((part) => part !== undefined && part !== '')
    .join('  ·  ');
}
