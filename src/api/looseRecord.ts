import * as z from 'zod/mini';
import { omitUndefined } from '../fields.ts';
import { record } from './schemas.ts';

/** What the service sends in a record besides the fields that are known, or in another shape: by field, as it came. */
export type UnknownFields = Readonly<Record<string, unknown>>;

type LooseRecord<Shape extends z.core.$ZodLooseShape> = z.output<ReturnType<typeof record<Shape>>> & {
  readonly others?: UnknownFields;
  /** All that was sent in place of a record. */
  readonly unread?: unknown;
};

/** A record that loses nothing: what is unknown, or can't be read, is in `others`. For what a person is to see whole. */
export function looseRecord<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  const known = record(shape);
  return z.pipe(
    // Not `z.record`, which leaves `__proto__` out.
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

/** Every element of a list; one that is no record at all is `unread` of an empty one. */
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

/** The record as the service sent it, but for the order of its fields. */
export function toRawRecord(record: object): unknown {
  if ('unread' in record) return record.unread;
  const { others = {}, ...known } = record as { readonly others?: UnknownFields };
  return mergeFields(known, others);
}

function findUnknownFields(raw: object, read: object, shape: object): UnknownFields | undefined {
  const found = Object.entries(raw).flatMap(([name, value]): [string, unknown][] => {
    if (!Object.hasOwn(shape, name)) return [[name, value]];
    const lost = findUnreadValue(value, Reflect.get(read, name));
    return lost === undefined ? [] : [[name, lost]];
  });
  return found.length > 0 ? Object.fromEntries(found) : undefined;
}

/** What of the value of a known field isn't in what was read of it. */
function findUnreadValue(value: unknown, read: unknown): unknown {
  // Null says nothing more than absence.
  if (value === null) return undefined;
  if (read === undefined) return value;
  if (Array.isArray(read)) return Array.isArray(value) ? undefined : value;
  if (!isPlainObject(read)) return undefined;
  if (!isPlainObject(value)) return value;
  const kept = { ...read, ...(Reflect.get(read, 'others') ?? {}) };
  const lost = Object.entries(value).filter(([name, one]) => one !== null && !Object.hasOwn(kept, name));
  return lost.length > 0 ? Object.fromEntries(lost) : undefined;
}

function mergeFields(known: object, others: object): unknown {
  const names = [...new Set([...Object.keys(known), ...Object.keys(others)])];
  return Object.fromEntries(
    names.map((name) => {
      const [one, other] = [Reflect.get(known, name), Reflect.get(others, name)];
      if (!Object.hasOwn(others, name)) return [name, one];
      return [name, isPlainObject(one) && isPlainObject(other) ? mergeFields(one, other) : other];
    }),
  );
}

function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
