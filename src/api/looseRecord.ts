import * as z from 'zod/mini';
import { omitUndefined } from '../fields.ts';
import { record } from './responseSchemas.ts';

/** The fields of a record that are missing in its schema or have another type there, by name. */
export type UnknownFields = Readonly<Record<string, unknown>>;

type LooseRecord<Shape extends z.core.$ZodLooseShape> = z.output<ReturnType<typeof record<Shape>>> & {
  readonly unknownFields?: UnknownFields;
  /** The value that the service sent in place of a record. */
  readonly invalidValue?: unknown;
};

/**
 * Creates the schema of a record that keeps all data. Fields that the schema doesn't have, and values of another type,
 * are in `unknownFields`.
 */
export function looseRecord<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  const knownFieldsSchema = record(shape);
  return z.pipe(
    // `z.record` drops `__proto__`.
    z.custom<Readonly<Record<string, unknown>>>(isPlainObject),
    z.transform((raw, context): LooseRecord<Shape> => {
      const read = knownFieldsSchema.safeParse(raw);
      if (!read.success) {
        for (const issue of read.error.issues) context.issues.push({ ...issue, input: raw, code: 'custom' });
        return z.NEVER;
      }
      const unknownFields = findUnknownFields(raw, read.data, shape);
      return omitUndefined({ ...read.data, unknownFields }) as LooseRecord<Shape>;
    }),
  );
}

/**
 * Creates the schema of a list that keeps every element. An element that isn't a record becomes an empty record with
 * this element as `invalidValue`.
 */
export function looseList<T extends z.ZodMiniType>(item: T) {
  return z.catch(
    z.pipe(
      z.array(z.unknown()),
      z.transform((elements) =>
        elements.map((element): z.output<T> => {
          const read = item.safeParse(element);
          if (read.success) return read.data;
          return { ...(item.parse({}) as object), invalidValue: element } as z.output<T>;
        }),
      ),
    ),
    () => [],
  );
}

/** Returns a record as the service sent it, but maybe with its fields in another order. */
export function toRawRecord(record: object): unknown {
  if ('invalidValue' in record) return record.invalidValue;
  const { unknownFields = {}, ...knownFields } = record as { readonly unknownFields?: UnknownFields };
  return mergeFields(knownFields, unknownFields);
}

function findUnknownFields(raw: object, read: object, shape: object): UnknownFields | undefined {
  const unknownFieldEntries = Object.entries(raw).flatMap(([name, value]): [string, unknown][] => {
    if (!Object.hasOwn(shape, name)) return [[name, value]];
    const lostValue = findLostValue(value, Reflect.get(read, name));
    return lostValue === undefined ? [] : [[name, lostValue]];
  });
  return unknownFieldEntries.length > 0 ? Object.fromEntries(unknownFieldEntries) : undefined;
}

/** Returns the part of a field's value that `read`, the result of the schema, lacks. */
function findLostValue(value: unknown, read: unknown): unknown {
  // A null field means the same as a missing one.
  if (value === null) return undefined;
  if (read === undefined) return value;
  if (Array.isArray(read)) return Array.isArray(value) ? undefined : value;
  if (!isPlainObject(read)) return undefined;
  if (!isPlainObject(value)) return value;
  const readFields = { ...read, ...(Reflect.get(read, 'unknownFields') ?? {}) };
  const lostFields = Object.entries(value).filter(
    ([name, field]) => field !== null && !Object.hasOwn(readFields, name),
  );
  return lostFields.length > 0 ? Object.fromEntries(lostFields) : undefined;
}

function mergeFields(knownFields: object, unknownFields: object): unknown {
  const names = [...new Set([...Object.keys(knownFields), ...Object.keys(unknownFields)])];
  return Object.fromEntries(
    names.map((name) => {
      const [known, unknown] = [Reflect.get(knownFields, name), Reflect.get(unknownFields, name)];
      if (!Object.hasOwn(unknownFields, name)) return [name, known];
      return [name, isPlainObject(known) && isPlainObject(unknown) ? mergeFields(known, unknown) : unknown];
    }),
  );
}

function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
