/** A value that is created on first use, because it isn't needed at start-up. */
export interface Lazy<T> {
  /** Returns the value, which is created by the first call. If that fails, the next call tries again. */
  load(): Promise<T>;
  /** The value, or `undefined` if it hasn't been created yet. */
  readonly loaded: T | undefined;
}

export function createLazy<T>(create: () => Promise<T>): Lazy<T> {
  let loading: Promise<T> | undefined;
  let loaded: T | undefined;
  return {
    load() {
      loading ??= create().then(
        (value) => {
          loaded = value;
          return value;
        },
        (error: unknown) => {
          loading = undefined;
          throw error;
        },
      );
      return loading;
    },
    get loaded() {
      return loaded;
    },
  };
}
