/** The fields of `T` that may be `undefined` become fields that may be absent. */
type OmitUndefined<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
} extends infer Fields
  ? { [K in keyof Fields]: Fields[K] }
  : never;

/** Leaves out the fields that are `undefined`. */
export function omitUndefined<T extends object>(fields: T): OmitUndefined<T> {
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) kept[name] = value;
  return kept as OmitUndefined<T>;
}

/** A field of what may be no object at all. */
export function getField(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
