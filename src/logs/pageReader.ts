import type { Log } from '../editor/log.ts';
import { type FromPage, kindOf, readFromPage } from './protocol.ts';

/** Makes a reader of what pages say; `undefined` for what it can't read, which the log tells once for each kind. */
export function createPageReader(log: Log): (raw: unknown) => FromPage | undefined {
  const unreadable = new Set<string>();
  return (raw) => {
    const message = readFromPage(raw);
    if (message) return message;
    const kind = kindOf(raw);
    if (!unreadable.has(kind)) log.warn(`Log panel: ignored a message of kind "${kind}".`);
    unreadable.add(kind);
    return undefined;
  };
}
