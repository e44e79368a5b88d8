/** A web worker runs no Git. */
export function listGitFiles(): Promise<undefined> {
  return Promise.resolve(undefined);
}
