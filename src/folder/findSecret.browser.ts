/** Not supported in a web worker. */
export function findSecret(): Promise<undefined> {
  return Promise.resolve(undefined);
}
