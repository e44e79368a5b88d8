/**
 * Schemas that accept almost any response: a record needs only an ID and the data that a view can't do without.
 *
 * @module
 */

import * as z from 'zod/mini';
import { omitUndefined } from '../fields.ts';
import { type ApiIssue, formatPath } from './errors.ts';
import type { ReadResult, ResponseReader } from './operation.ts';

// Stops zod from testing `eval`, which a Content Security Policy reports as a violation.
z.config({ jitless: true });

export function isId(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** An ID: a string that isn't empty. */
export const requiredId = z.string().check(z.minLength(1));

// Not `z.catch`, because responses contain so many nulls that creating an error for each would take most of the time.
const createOptional = <T>(isValid: (value: unknown) => value is T) =>
  z.transform((value: unknown): T | undefined => (isValid(value) ? value : undefined));

/** A string. Absent if the service sends null, another type, or no value. */
export const optionalText = createOptional((value) => typeof value === 'string');

/** Whether a value is a string with visible characters. */
export function hasVisibleText(value: unknown): value is string {
  return typeof value === 'string' && /[^\s\p{Z}\p{C}]/u.test(value);
}

/** A string with visible characters. Absent if the service sends any other value. */
export const optionalVisibleText = createOptional(hasVisibleText);

export const optionalNumber = createOptional((value) => typeof value === 'number');

export const optionalFlag = createOptional((value) => typeof value === 'boolean');

/** Whether a value is a secret: true unless the service sends `false`. */
export const secretUnlessFalse = z.transform((value: unknown): boolean => value !== false);

/** True only if the service sends `true`. */
export const trueOnly = z.transform((value: unknown): boolean => value === true);

/** The valid elements of a list. Empty if the value isn't a list. */
export function tolerantList<T extends z.ZodMiniType>(item: T) {
  return z.catch(
    z.pipe(
      z.array(z.unknown()),
      z.transform((elements) => parseValidElements(item, elements)),
    ),
    () => [],
  );
}

/** A value of a schema. Absent if the service sends null or an invalid value. */
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

function parseValidElements<T extends z.ZodMiniType>(item: T, elements: readonly unknown[]): z.output<T>[] {
  const valid: z.output<T>[] = [];
  for (const element of elements) {
    const result = item.safeParse(element);
    if (result.success) valid.push(result.data);
  }
  return valid;
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

/** Reads a response that is a list: the valid records, and the number of invalid ones. */
export function readMany<T extends z.ZodMiniType>(schema: T): ResponseReader<z.output<T>[]> {
  return readManyWith((json) => schema.safeParse(json).data);
}

/** Reads a response that is a list. `read` reads a record, and returns `undefined` for an invalid one. */
export function readManyWith<T>(read: (json: unknown) => T | undefined): ResponseReader<T[]> {
  return (json) => {
    if (!Array.isArray(json)) return { ok: false, issues: [{ path: '', message: 'is not a list' }] };
    const value = json.map(read).filter((record) => record !== undefined);
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

// Uses only the paths of the schema's issues, because their messages could quote the response.
function createShapeError(issues: readonly { readonly path: readonly PropertyKey[] }[]): ReadResult<never> {
  const apiIssues = issues.map(
    ({ path }): ApiIssue => ({ path: formatPath(path), message: 'is missing or not as expected' }),
  );
  return { ok: false, issues: apiIssues };
}
