/** It never aborts. */
export const { signal } = new AbortController();
