/** The line, from 1, in which the JSON of a text breaks off, from the words of the engine; engines say it differently. */
export function lineOfJsonError(text: string, message: string): number | undefined {
  const line = /\bline (\d+)/.exec(message)?.[1];
  if (line !== undefined) return Number(line);
  const position = /\bposition (\d+)/.exec(message)?.[1];
  if (position !== undefined) return text.slice(0, Number(position)).split('\n').length;
  return /end of/i.test(message) ? text.trimEnd().split('\n').length : undefined;
}

/** Where a scan of JSON is: in which object or list, and at which of its fields or elements. */
interface Frame {
  readonly isList: boolean;
  at: string | number | undefined;
}

/**
 * The lines, from 1, of the values in a text that is JSON, by their paths; of a value that is not there, that of what
 * should hold it.
 */
export function jsonLines(text: string): (path: readonly PropertyKey[]) => number {
  const lines = new Map<string, number>();
  const frames: Frame[] = [];
  let [line, scanned] = [1, 0];
  const note = (): void => {
    const key = JSON.stringify(frames.map(({ at }) => at));
    if (!lines.has(key)) lines.set(key, line);
  };
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g)) {
    line += text.slice(scanned, index).split('\n').length - 1;
    scanned = index;
    const frame = frames.at(-1);
    if (token === '{' || token === '[') {
      note();
      frames.push({ isList: token === '[', at: token === '[' ? 0 : undefined });
    } else if (token === '}' || token === ']') frames.pop();
    else if (token === ',' && frame) frame.at = typeof frame.at === 'number' ? frame.at + 1 : undefined;
    else if (token !== ':') {
      if (frame && !frame.isList && frame.at === undefined) frame.at = String(JSON.parse(token));
      note();
    }
  }
  return (path) => {
    for (let length = path.length; length >= 0; length--) {
      const found = lines.get(JSON.stringify(path.slice(0, length)));
      if (found !== undefined) return found;
    }
    return 1;
  };
}
