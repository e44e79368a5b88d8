import { listServiceZones } from '../api/analytics.ts';
import { getZoneOffset } from '../editor/webview/timeZone.ts';
import type { Period } from './period.ts';

/** A time zone that the service supports, in place of the user's. */
export interface ServiceZone {
  readonly name: string;
  /** Whether the UTC offset equals the user's during the period, so that days begin at the same time. */
  readonly hasSameOffset: boolean;
}

/**
 * Returns the user's time zone if the service supports it, otherwise the first zone with the same offset, otherwise the
 * zone with the smallest difference.
 */
export function findServiceZone(zone: string, { from, to }: Period): ServiceZone {
  const known = listServiceZones();
  if (known.includes(zone)) return { name: zone, hasSameOffset: true };
  const times = [from, (from + to) / 2, to];
  const offsets = times.map((time) => getZoneOffset(time, zone));
  let [nearest, least] = [zone, Number.POSITIVE_INFINITY];
  for (const name of known) {
    const differences = times.map((time, index) =>
      Math.abs(getZoneOffset(time, name) - (offsets[index] ?? 0)),
    );
    const most = Math.max(...differences);
    if (most >= least) continue;
    [nearest, least] = [name, most];
    if (least === 0) break;
  }
  return { name: nearest, hasSameOffset: least === 0 };
}
