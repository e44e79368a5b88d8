import type { IncomingMessage } from 'node:http';
import { type Alteration, alterations } from './alterations.ts';

/** Requests that a fault met, until they are answered. */
const pending = new WeakMap<IncomingMessage, Alteration>();

export function requestAlteration(request: IncomingMessage, name: Alteration): void {
  pending.set(request, name);
}

/** The answer to a request, or what its fault makes of it. */
export function alterResponse(request: IncomingMessage, answer: unknown): unknown {
  const name = pending.get(request);
  // The answer as JSON: what is absent there is absent here, too.
  return name === undefined ? answer : alterations[name](JSON.parse(JSON.stringify(answer)));
}
