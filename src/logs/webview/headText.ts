import type { ListItem } from '../protocol.ts';
import { durationText } from '../rowText.ts';
import { fill, type Strings } from '../strings.ts';

/** What the head of a request says: method, duration, entries, errors. */
export function headText(
  { method, durationInMs, hasEnded, entries, errors, warnings }: NonNullable<ListItem['head']>,
  strings: Strings,
): string {
  return [
    method,
    durationInMs === undefined ? (hasEnded ? undefined : strings.notEnded) : durationText(durationInMs),
    fill(strings.entries, entries),
    errors > 0 ? fill(strings.errors, errors) : undefined,
    warnings > 0 ? fill(strings.warnings, warnings) : undefined,
  ]
    .filter((part) => part !== undefined && part !== '')
    .join('  ·  ');
}
