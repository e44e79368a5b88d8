import { stringifyJson } from './stringifyJson.ts';

/**
 * JSON of the fields of a record that say something else than `told` does, or that it hasn't: with `told` they are the
 * record as it was sent. Undefined: `told` says it all.
 */
export function findExtraFields(record: object, known: object): string | undefined {
  let extraFields: [string, unknown][] | undefined;
  for (const name of Object.keys(record)) {
    const value: unknown = Reflect.get(record, name);
    if (value === Reflect.get(known, name)) continue;
    extraFields ??= [];
    extraFields.push([name, value]);
  }
  return extraFields && stringifyJson(Object.fromEntries(extraFields));
}

/** One in milliseconds; of the last days of a month it isn't certain that they exist. */
const exactTimestamp =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;

/** A timestamp as one in milliseconds is written: ISO 8601 in UTC. Undefined where it can't be read. */
export function toMillisecondTimestamp(timestamp: string): string | undefined {
  // As nearly all are: a page has a thousand of them.
  if (exactTimestamp.test(timestamp)) return timestamp;
  const time = Date.parse(timestamp);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}
