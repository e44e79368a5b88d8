/** Not supported in a web worker. */
export function decodeFileName(): undefined {
  return undefined;
}

export function escapeFileName(): string {
  return '';
}

export function escapeFilePath(): string {
  return '';
}
