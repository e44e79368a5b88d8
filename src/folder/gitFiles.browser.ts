/** A web worker runs no Git. */
export function gitFiles(): Promise<undefined> {
  return Promise.resolve(undefined);
}
