import * as z from 'zod/mini';
import { omitUndefined } from '../fields.ts';
import { record } from './responseSchemas.ts';

/** Fields that the schema of a record doesn't have, or that have another type there, by name. */
export type UnknownFields = Readonly<Record<string, unknown>>;

type LooseRecord<Shape extends z.core.$ZodLooseShape> = z.output<ReturnType<typeof record<Shape>>> & {
  readonly others?: UnknownFields;
  /** The value that was sent in place of a record. */
  readonly unread?: unknown;
};

/**
 * Creates the schema of a record that keeps everything: unknown and unreadable fields are in `others`. For data that is
 * shown whole.
 */
export function looseRecord<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  const known = record(shape);
  return z.pipe(
    // `z.record` drops `__proto__`.
    z.custom<Readonly<Record<string, unknown>>>(isPlainObject),
    z.transform((raw, context): LooseRecord<Shape> => {
      const read = known.safeParse(raw);
      if (!read.success) {
        for (const issue of read.error.issues) context.issues.push({ ...issue, input: raw, code: 'custom' });
        return z.NEVER;
      }
      const others = findUnknownFields(raw, read.data, shape);
      return omitUndefined({ ...read.data, others }) as LooseRecord<Shape>;
    }),
  );
}

/**
 * Creates the schema of a list that keeps every element. An element that isn't a record becomes `unread` of an empty
 * record.
 */
export function looseList<T extends z.ZodMiniType>(item: T) {
  return z.catch(
    z.pipe(
      z.array(z.unknown()),
      z.transform((elements) =>
        elements.map((element): z.output<T> => {
          const read = item.safeParse(element);
          if (read.success) return read.data;
          return { ...(item.parse({}) as object), unread: element } as z.output<T>;
        }),
      ),
    ),
    () => [],
  );
}

/** Returns the record as the service sent it, except for the order of its fields. */
export function toRawRecord(record: object): unknown {
  if ('unread' in record) return record.unread;
  const { others = {}, ...known } = record as { readonly others?: UnknownFields };
  return mergeFields(known, others);
}

function findUnknownFields(raw: object, read: object, shape: object): UnknownFields | undefined {
  const found = Object.entries(raw).flatMap(([name, value]): [string, unknown][] => {
    if (!Object.hasOwn(shape, name)) return [[name, value]];
    const unread = findUnreadValue(value, Reflect.get(read, name));
    return unread === undefined ? [] : [[name, unread]];
  });
  return found.length > 0 ? Object.fromEntries(found) : undefined;
}

/** Returns the part of a known field's value that the schema didn't read. */
function findUnreadValue(value: unknown, read: unknown): unknown {
  // Null means the same as a missing field.
  if (value === null) return undefined;
  if (read === undefined) return value;
  if (Array.isArray(read)) return Array.isArray(value) ? undefined : value;
  if (!isPlainObject(read)) return undefined;
  if (!isPlainObject(value)) return value;
  const readFields = { ...read, ...(Reflect.get(read, 'others') ?? {}) };
  const unread = Object.entries(value).filter(
    ([name, field]) => field !== null && !Object.hasOwn(readFields, name),
  );
  return unread.length > 0 ? Object.fromEntries(unread) : undefined;
}

function mergeFields(known: object, others: object): unknown {
  const names = [...new Set([...Object.keys(known), ...Object.keys(others)])];
  return Object.fromEntries(
    names.map((name) => {
      const [value, other] = [Reflect.get(known, name), Reflect.get(others, name)];
      if (!Object.hasOwn(others, name)) return [name, value];
      return [name, isPlainObject(value) && isPlainObject(other) ? mergeFields(value, other) : other];
    }),
  );
}

function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
