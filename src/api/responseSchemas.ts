import * as z from 'zod/mini';
import { omitUndefined } from '../fields.ts';
import { type ApiIssue, formatPath } from './errors.ts';
import type { ReadResult, ResponseReader } from './operation.ts';

// Without this, zod probes for `eval`, which a content security policy reports as a violation.
z.config({ jitless: true });

/** Schemas that read responses tolerantly: only missing data that a view requires is an error. */

export function isId(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** An ID, the only field that every record requires. */
export const requiredId = z.string().check(z.minLength(1));

// Without `catch`, because nulls are so common in responses that an error for each would take most of the time.
const optionalOf = <T>(is: (value: unknown) => value is T) =>
  z.transform((value: unknown): T | undefined => (is(value) ? value : undefined));

/** A string. Absent if the service sends null, nothing, or another type. */
export const optionalText = optionalOf((value) => typeof value === 'string');

/** Whether a value is a string with visible characters. */
export function hasVisibleText(value: unknown): value is string {
  return typeof value === 'string' && /[^\s\p{Z}\p{C}]/u.test(value);
}

/** A string for users. Also absent if it has no visible characters. */
export const optionalVisibleText = optionalOf(hasVisibleText);

export const optionalNumber = optionalOf((value) => typeof value === 'number');

export const optionalFlag = optionalOf((value) => typeof value === 'boolean');

/** True unless the service sends `false`: without that, a value is treated as a secret. */
export const secretUnlessFalse = z.transform((value: unknown): boolean => value !== false);

/** True only if the service sends `true`. */
export const trueOnly = z.transform((value: unknown): boolean => value === true);

/** The readable elements of a list. Empty if the value isn't a list. */
export function tolerantList<T extends z.ZodMiniType>(item: T) {
  return z.catch(
    z.pipe(
      z.array(z.unknown()),
      z.transform((elements) => parseReadable(item, elements)),
    ),
    () => [],
  );
}

/** A value that is absent if it's null or unreadable. */
export function optionalPart<T extends z.ZodMiniType>(schema: T) {
  return z.catch(z.optional(schema), undefined);
}

/** A record without its `undefined` and unknown fields. */
export function record<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.pipe(
    z.object(shape),
    z.transform((fields) => omitUndefined(fields)),
  );
}

function parseReadable<T extends z.ZodMiniType>(item: T, elements: readonly unknown[]): z.output<T>[] {
  const read: z.output<T>[] = [];
  for (const element of elements) {
    const one = item.safeParse(element);
    if (one.success) read.push(one.data);
  }
  return read;
}

/** Reads a response that is one record. */
export function readOne<T extends z.ZodMiniType>(schema: T): ResponseReader<z.output<T>> {
  return (json) => {
    const read = schema.safeParse(json);
    return read.success
      ? { ok: true, value: read.data, droppedCount: 0 }
      : createShapeError(read.error.issues);
  };
}

/** Reads a response that is a list: its readable records, and the number of the others. */
export function readMany<T extends z.ZodMiniType>(schema: T): ResponseReader<z.output<T>[]> {
  return readManyWith((json) => schema.safeParse(json).data);
}

/** Reads a response that is a list with a function for each record, which returns `undefined` for an unreadable one. */
export function readManyWith<T>(read: (json: unknown) => T | undefined): ResponseReader<T[]> {
  return (json) => {
    if (!Array.isArray(json)) return { ok: false, issues: [{ path: '', message: 'is not a list' }] };
    const value = json.map(read).filter((one) => one !== undefined);
    return { ok: true, value, droppedCount: json.length - value.length };
  };
}

/** Reads `{success: true}`, or a response without a body (HTTP 204). */
export const readSuccessFlag: ResponseReader<{ readonly success: true }> = (json) => {
  const isSuccess =
    json === undefined ||
    (typeof json === 'object' && json !== null && Reflect.get(json, 'success') === true);
  if (!isSuccess) return { ok: false, issues: [{ path: 'success', message: 'is not true' }] };
  return { ok: true, value: { success: true }, droppedCount: 0 };
};

// Contains only paths: messages of the parser could quote the response.
function createShapeError(issues: readonly { readonly path: readonly PropertyKey[] }[]): ReadResult<never> {
  const found = issues.map(
    ({ path }): ApiIssue => ({ path: formatPath(path), message: 'is missing or not as expected' }),
  );
  return { ok: false, issues: found };
}
