import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createCallRunner } from '../../src/inspector/callRunner.ts';
import { connectToServer } from '../../src/inspector/connectToServer.node.ts';
import { describeServerError } from '../../src/inspector/describeServerError.ts';
import { groupItems } from '../../src/inspector/inspectorItems.ts';
import { McpSession } from '../../src/inspector/mcpSession.ts';
import type { Measurement } from './measurement.ts';
import { startServiceProcess } from './serviceProcess.ts';
import { sized } from './size.ts';
import { measureInTurns } from './statistics.ts';

/** The size of the sent and returned text, and the number of calls in a round. */
const sizes = [
  {
    size: '20 B',
    text: 'Is it raining there?',
    calls: sized(50, 1),
    budget: { quantity: 'ratio', max: 1.2 },
  },
  { size: '1 MB', text: 'Is it raining there?'.repeat(sized(50_000, 50)), calls: sized(2, 1) },
] as const;
/** Number of rounds. They're short, so that a slow machine affects both clients. */
const rounds = sized(40, 1);

/**
 * Measures calls of a tool through the inspector, with everything that it records and displays, against calls
 * through the SDK alone.
 */
export async function measureCalls(): Promise<Measurement[]> {
  const service = await startServiceProcess();
  const url = `${service.url}/mcp/${service.environmentId}`;
  const inspector = await openInspectorConnection(url);
  const sdkClient = new Client({ name: 'bench', version: '1.0.0' });
  try {
    await sdkClient.connect(new StreamableHTTPClientTransport(new URL(url)));
    const measurements: Measurement[] = [];
    for (const { size, text, calls, ...rest } of sizes) {
      const time = await measureInTurns(rounds, {
        inspector: () => repeat(calls, () => inspector.echo(text)),
        sdk: () => repeat(calls, () => sdkClient.callTool({ name: 'echo', arguments: { text } })),
      });
      measurements.push({
        name: `Inspector: tool call with ${size} of text each way`,
        value: time.inspector / calls,
        unit: 'ms',
        baseline: { value: time.sdk / calls, name: 'MCP SDK client alone' },
        ...rest,
      });
    }
    return measurements;
  } finally {
    await inspector.close();
    await sdkClient.close();
    await service.close();
  }
}

async function openInspectorConnection(url: string) {
  const doNothing = () => undefined;
  const session = new McpSession({
    url,
    version: '1.0.0',
    connect: connectToServer,
    describeError: describeServerError,
    onChange: doNothing,
    onMessage: doNothing,
    resolveHeaders: async () => ({}),
    answerRequest: async () => ({ action: 'decline' }),
  });
  await session.connect();
  // Messages to a page are serialized as JSON.
  const calls = createCallRunner({
    session,
    describeError: describeServerError,
    onChange: (call) => JSON.stringify(call),
  });
  const echo = groupItems(session.state.lists)
    .flatMap(({ items }) => items)
    .find(({ name }) => name === 'echo');
  if (!echo) throw new Error('The server has no tool named echo.');
  return {
    async echo(text: string): Promise<void> {
      await calls.start(echo, { text });
      if (calls.all[0]?.status !== 'answered') throw new Error(calls.all[0]?.failure);
    },
    close: () => session.dispose(),
  };
}

async function repeat(times: number, task: () => Promise<unknown>): Promise<void> {
  for (let time = 0; time < times; time++) await task();
}
