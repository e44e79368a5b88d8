/** A signal that never aborts. */
export const { signal } = new AbortController();
