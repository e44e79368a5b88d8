import * as z from 'zod/mini';
import { omitUndefined } from '../fields.ts';
import { type ApiIssue, formatPath } from './errors.ts';
import type { ReadResult, ResponseReader } from './operation.ts';

// The check for `eval` alone is reported as a violation where a content security policy forbids it.
z.config({ jitless: true });

/** Pieces for reading replies forgivingly: only what a view can't do without may fail. */

export function isId(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** An id: the one thing that a record can't do without. */
export const id = z.string().check(z.minLength(1));

// Not by `catch`: nulls are so common in replies that an error for each would take most of the time.
const optionalOf = <T>(is: (value: unknown) => value is T) =>
  z.transform((value: unknown): T | undefined => (is(value) ? value : undefined));

/** Absent when the service sends null, nothing, or something else than a text. */
export const optionalText = optionalOf((value) => typeof value === 'string');

/** Whether it is a text with something to see in it. */
export function hasVisibleText(value: unknown): value is string {
  return typeof value === 'string' && /[^\s\p{Z}\p{C}]/u.test(value);
}

/** A text to be read by people: also absent when there is nothing to see in it. */
export const optionalVisibleText = optionalOf(hasVisibleText);

export const optionalNumber = optionalOf((value) => typeof value === 'number');

export const optionalFlag = optionalOf((value) => typeof value === 'boolean');

/** True unless the service says `false`: what can't be told is treated as a secret. */
export const secretUnlessFalse = z.transform((value: unknown): boolean => value !== false);

/** True only when the service says so. */
export const trueOnly = z.transform((value: unknown): boolean => value === true);

/** The readable elements of a list; none when it is no list. */
export function tolerantList<T extends z.ZodMiniType>(item: T) {
  return z.catch(
    z.pipe(
      z.array(z.unknown()),
      z.transform((elements) => parseReadable(item, elements)),
    ),
    () => [],
  );
}

/** A part that is absent when it is null or unreadable. */
export function optionalPart<T extends z.ZodMiniType>(schema: T) {
  return z.catch(z.optional(schema), undefined);
}

/** A record whose absent fields are left out instead of being `undefined`; unknown fields are ignored. */
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

/** A reply that is one record. */
export function readOne<T extends z.ZodMiniType>(schema: T): ResponseReader<z.output<T>> {
  return (json) => {
    const read = schema.safeParse(json);
    return read.success ? { ok: true, value: read.data, dropped: 0 } : createShapeError(read.error.issues);
  };
}

/** A reply that is a list: its readable records, and how many others there were. */
export function readMany<T extends z.ZodMiniType>(schema: T): ResponseReader<z.output<T>[]> {
  return readManyWith((json) => schema.safeParse(json).data);
}

/** The same, each record read by a function: `undefined` says that it can't be read. */
export function readManyWith<T>(read: (json: unknown) => T | undefined): ResponseReader<T[]> {
  return (json) => {
    if (!Array.isArray(json)) return { ok: false, issues: [{ path: '', message: 'is not a list' }] };
    const value = json.map(read).filter((one) => one !== undefined);
    return { ok: true, value, dropped: json.length - value.length };
  };
}

/** `{success: true}`, or an answer that has no body by its status. */
export const readSuccessFlag: ResponseReader<{ readonly success: true }> = (json) => {
  const isSuccess =
    json === undefined ||
    (typeof json === 'object' && json !== null && Reflect.get(json, 'success') === true);
  if (!isSuccess) return { ok: false, issues: [{ path: 'success', message: 'is not true' }] };
  return { ok: true, value: { success: true }, dropped: 0 };
};

// Only where, never what: the words of the parser could quote the reply.
function createShapeError(issues: readonly { readonly path: readonly PropertyKey[] }[]): ReadResult<never> {
  const found = issues.map(
    ({ path }): ApiIssue => ({ path: formatPath(path), message: 'is missing or not as expected' }),
  );
  return { ok: false, issues: found };
}
