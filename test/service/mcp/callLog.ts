import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { formatTime } from '../world/clock.ts';
import type { McpContext } from './context.ts';

/** Runs a tool, and logs START, its outcome, and END in the environment. Doesn't log contents. */
export async function logCall(
  { world, environment }: McpContext,
  tool: string,
  signal: AbortSignal,
  run: () => CallToolResult | Promise<CallToolResult>,
): Promise<CallToolResult> {
  const requestId = world.newId('req');
  const start = world.clock.now();
  const append = (entry: { type: string; method?: string; content?: string; durationInMs?: number }): void =>
    world.logs.append(environment.id, [{ timestamp: formatTime(world.clock.now()), requestId, ...entry }]);
  append({ type: 'START', method: 'tools/call', content: tool });
  try {
    const result = await run();
    if (result.isError) append({ type: 'ERROR', content: 'answered an error' });
    else append({ type: 'INFO', content: `answered ${countCharacters(result)} characters` });
    return result;
  } catch (error) {
    if (signal.aborted) append({ type: 'WARNING', content: 'canceled' });
    else append({ type: 'ERROR', content: 'refused the call' });
    throw error;
  } finally {
    append({ type: 'END', durationInMs: world.clock.now() - start });
  }
}

function countCharacters({ content }: CallToolResult): number {
  return content.reduce((length, part) => length + (part.type === 'text' ? part.text.length : 0), 0);
}
