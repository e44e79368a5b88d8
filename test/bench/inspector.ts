import { measureCalls } from './inspectorCalls.ts';
import { measureMessages } from './inspectorMessages.ts';
import type { Measurement } from './measurement.ts';

/** The inspector of MCP servers: what it costs a call, and how it shows a long session. */
export async function run(): Promise<Measurement[]> {
  return [...(await measureCalls()), ...(await measureMessages())];
}
