import type { LogRow } from './logRow.ts';
import type { LogStore } from './store/logStore.ts';
import { readToolCall } from './toolCall.ts';

/** Returns the loaded entries of a request, in order. */
export function readRequestRows(store: LogStore, requestId: string): readonly LogRow[] {
  return [...findRequestSlots(store, requestId)].map((slot) => store.getRow(slot));
}

/** Returns the slots of the loaded entries of a request, in order. */
export function findRequestSlots({ columns, order }: LogStore, requestId: string): Uint32Array {
  const code = columns.requestIds.findCode(requestId);
  return code ? order.filter((slot) => columns.requestCodes[slot] === code) : new Uint32Array();
}

/** Returns the ID of the loaded request that called a tool, or `undefined` if no or several loaded requests did. */
export function findOnlyRequest(store: LogStore, tool: string): string | undefined {
  const { columns, order } = store;
  const start = columns.types.findCode('START');
  const ids = new Set<string | undefined>();
  for (const slot of order) {
    if (columns.typeCodes[slot] !== start) continue;
    const row = store.getRow(slot);
    if (readToolCall([row])?.tool === tool) ids.add(row.requestId);
  }
  const [only] = ids;
  return ids.size === 1 ? only : undefined;
}
