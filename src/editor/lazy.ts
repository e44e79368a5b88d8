/** A value that isn't needed at start-up, and is created on first use. */
export interface Lazy<T> {
  /** Returns the value. If creating it fails, the next call tries again. */
  load(): Promise<T>;
  /** The value if it has been created. */
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
