/** Not supported in a web worker. */
export function openWithoutFollowingLink(): Promise<never> {
  return Promise.reject(new Error('A web worker opens no files.'));
}

export function getFileIdentity(): string {
  return '';
}
