/** A web worker has no files of its own. */
export function decodeFileName(): undefined {
  return undefined;
}

export function escapeFileName(): string {
  return '';
}

export function escapeFilePath(): string {
  return '';
}
