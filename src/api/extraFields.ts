import { stringifyJson } from './stringifyJson.ts';

/**
 * Returns JSON of the fields of a record that are missing in `knownFields`, or have another value there. Together with
 * `knownFields`, they are the whole record. Returns `undefined` if there are no such fields.
 */
export function findExtraFields(record: object, knownFields: object): string | undefined {
  let extraFields: [string, unknown][] | undefined;
  for (const name of Object.keys(record)) {
    const value: unknown = Reflect.get(record, name);
    if (value === Reflect.get(knownFields, name)) continue;
    extraFields ??= [];
    extraFields.push([name, value]);
  }
  return extraFields && stringifyJson(Object.fromEntries(extraFields));
}

/** Matches timestamps that need no conversion. Excludes days after the 28th, because these might not exist. */
const exactTimestamp =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;

/** Formats a timestamp as ISO 8601 in UTC, to the millisecond. Returns `undefined` if the timestamp is invalid. */
export function toMillisecondTimestamp(timestamp: string): string | undefined {
  // Avoids parsing nearly all timestamps. A page has a thousand of them.
  if (exactTimestamp.test(timestamp)) return timestamp;
  const time = Date.parse(timestamp);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}
