import type { Figure } from './figure.ts';
import { callFigures } from './inspectorCalls.ts';
import { messageFigures } from './inspectorMessages.ts';

/** The inspector of MCP servers: what it costs a call, and how it shows a long session. */
export async function run(): Promise<Figure[]> {
  return [...(await callFigures()), ...(await messageFigures())];
}
