import { measureCalls } from './inspectorCalls.ts';
import { measureMessages } from './inspectorMessages.ts';
import type { Measurement } from './measurement.ts';

/** Measures the inspector: the cost of a call, and the message list of a long session. */
export async function run(): Promise<Measurement[]> {
  return [...(await measureCalls()), ...(await measureMessages())];
}
