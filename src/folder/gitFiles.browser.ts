/** Not supported in a web worker. */
export function listGitFiles(): Promise<undefined> {
  return Promise.resolve(undefined);
}
