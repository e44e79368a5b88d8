/** A web worker has no files of its own. */
export function decodeName(): undefined {
  return undefined;
}

export function shownName(): string {
  return '';
}

export function shownPath(): string {
  return '';
}
