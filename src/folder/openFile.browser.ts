/** A web worker has no files of its own. */
export function openFile(): Promise<never> {
  return Promise.reject(new Error('A web worker opens no files.'));
}

export function identityOf(): string {
  return '';
}
