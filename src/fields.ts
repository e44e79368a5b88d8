/** The type `T` with optional fields in place of fields that can be `undefined`. */
type OmitUndefined<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
} extends infer Fields
  ? { [K in keyof Fields]: Fields[K] }
  : never;

/** Returns an object without its `undefined` fields. */
export function omitUndefined<T extends object>(fields: T): OmitUndefined<T> {
  const result: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) result[name] = value;
  return result as OmitUndefined<T>;
}

/** Returns a field of a value, or `undefined` if the value isn't an object. */
export function getField(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
