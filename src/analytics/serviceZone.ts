import { serviceZones } from '../api/analytics.ts';
import { getZoneOffset } from '../editor/webview/timeZone.ts';
import type { Period } from './period.ts';

/** A zone that the service knows, in place of the one of the person. */
export interface ServiceZone {
  readonly name: string;
  /** Its clocks show the same within the span, so that its days are the same. */
  readonly hasSameOffset: boolean;
}

/** The zone itself where the service knows it, else the first that shows the same time, else the one that comes nearest. */
export function findServiceZone(zone: string, { from, to }: Period): ServiceZone {
  const known = serviceZones();
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
