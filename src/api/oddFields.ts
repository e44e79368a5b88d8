import { jsonText } from './jsonText.ts';

/**
 * JSON of the fields of a record that say something else than `told` does, or that it has not: with `told` they are the
 * record as it was sent. Undefined: `told` says it all.
 */
export function oddFields(record: object, told: object): string | undefined {
  let odd: [string, unknown][] | undefined;
  for (const name of Object.keys(record)) {
    const value: unknown = Reflect.get(record, name);
    if (value === Reflect.get(told, name)) continue;
    odd ??= [];
    odd.push([name, value]);
  }
  return odd && jsonText(Object.fromEntries(odd));
}

/** A timestamp as one in milliseconds is written: ISO 8601 in UTC. Undefined where it cannot be read. */
export function inMs(timestamp: string): string | undefined {
  const time = Date.parse(timestamp);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}
