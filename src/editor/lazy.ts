/** What start-up doesn't need: made when it is first asked for. */
export interface Lazy<T> {
  /** Rejects as making it does; the next call makes it again then. */
  load(): Promise<T>;
  /** What has been made. */
  readonly loaded: T | undefined;
}

export function lazy<T>(create: () => Promise<T>): Lazy<T> {
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
