/** A web worker has no files of its own. */
export function findSecret(): Promise<undefined> {
  return Promise.resolve(undefined);
}
