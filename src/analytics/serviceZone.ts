import { listServiceZones } from '../api/analytics.ts';
import { getZoneOffset } from '../editor/webview/timeZone.ts';
import type { Period } from './period.ts';

/** A time zone that the service supports, for requests in place of the user's time zone. */
export interface ServiceZone {
  readonly name: string;
  /**
   * Whether the zone has the same UTC offset as the user's zone during the period, so that days begin at the same time.
   */
  readonly hasSameOffset: boolean;
}

/**
 * Returns the user's time zone if the service supports it. Otherwise returns the first zone with the same UTC offset
 * during the period, or the one with the smallest difference.
 */
export function findServiceZone(zone: string, { from, to }: Period): ServiceZone {
  const supportedZones = listServiceZones();
  if (supportedZones.includes(zone)) return { name: zone, hasSameOffset: true };
  const times = [from, (from + to) / 2, to];
  const offsets = times.map((time) => getZoneOffset(time, zone));
  let [nearestZone, smallestDifference] = [zone, Number.POSITIVE_INFINITY];
  for (const name of supportedZones) {
    const differences = times.map((time, index) =>
      Math.abs(getZoneOffset(time, name) - (offsets[index] ?? 0)),
    );
    const difference = Math.max(...differences);
    if (difference >= smallestDifference) continue;
    [nearestZone, smallestDifference] = [name, difference];
    if (smallestDifference === 0) break;
  }
  return { name: nearestZone, hasSameOffset: smallestDifference === 0 };
}
