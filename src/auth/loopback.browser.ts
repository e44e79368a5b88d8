import type { LoopbackListener } from './loopback.node.ts';

/** A web worker can't listen. */
export const canListen = false;

export function listen(): Promise<LoopbackListener> {
  return Promise.reject(new Error('A web worker cannot listen on a loopback address.'));
}
