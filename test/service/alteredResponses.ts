import type { IncomingMessage } from 'node:http';
import { type Alteration, alterations } from './alterations.ts';

/** The requested alterations of requests without a response yet. */
const pending = new WeakMap<IncomingMessage, Alteration>();

export function requestAlteration(request: IncomingMessage, name: Alteration): void {
  pending.set(request, name);
}

/** Returns a response, changed by the alteration that was requested for it. */
export function alterResponse(request: IncomingMessage, response: unknown): unknown {
  const name = pending.get(request);
  // As JSON, so that absent fields are absent here too.
  return name === undefined ? response : alterations[name](JSON.parse(JSON.stringify(response)));
}
