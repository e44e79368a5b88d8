import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { describeServerError } from '../../../src/inspector/describeServerError.ts';
import type {
  ListedItem,
  ListKind,
  McpConnection,
  McpConnectionOptions,
} from '../../../src/inspector/mcpConnection.ts';
import { sendListRequests as listOffers } from '../../../src/inspector/mcpRequests.ts';
import { McpSession } from '../../../src/inspector/mcpSession.ts';
import { waitUntil } from '../../kit/eventLoop.ts';

const resultFields = {
  tool: 'tools',
  resource: 'resources',
  template: 'resourceTemplates',
  prompt: 'prompts',
} as const;

/** A session with a server whose lists are read by `list`. */
function connect(t: TestContext, list: (kind: ListKind) => Promise<readonly ListedItem[]>) {
  let options: McpConnectionOptions | undefined;
  const link: McpConnection = {
    transport: 'http',
    protocolVersion: '2025-06-18',
    sessionId: undefined,
    server: undefined,
    instructions: undefined,
    problems: [],
    capabilities: { tools: {}, resources: {}, prompts: {} },
    list: (kind, callOptions) =>
      listOffers(async () => ({ [resultFields[kind]]: await list(kind) }), kind, callOptions, false),
    call: async () => ({}),
    send: async () => undefined,
    expand: (template) => template,
    complete: async () => [],
    close: async () => undefined,
  };
  const session = new McpSession({
    url: 'https://mcp.example.com/mcp',
    version: '1.0.0',
    describeError: describeServerError,
    resolveHeaders: async () => ({}),
    answerRequest: async () => ({}),
    onChange: () => undefined,
    onMessage: () => undefined,
    connect: async (given) => {
      options = given;
      return link;
    },
  });
  t.after(() => session.dispose());
  return { session, changed: (kind: ListKind) => options?.onListChanged(kind) };
}

describe('the lists of a server', () => {
  test('have no templates and no failure if the server has no method for templates', async (t) => {
    const { session } = connect(t, async (kind) => {
      if (kind === 'template') throw Object.assign(new Error('Method not found'), { code: -32601 });
      return [{ name: kind }];
    });
    await session.connect();
    assert.deepEqual(session.state.lists.template, { items: [] });
    assert.equal(session.state.steps.find(({ name }) => name === 'list')?.outcome, 'passed');
  });

  test('have a failure if another method is missing, or templates fail for another reason', async (t) => {
    for (const [failing, code] of [
      ['resource', -32601],
      ['tool', -32601],
      ['prompt', -32601],
      ['template', -32603],
    ] as const) {
      const { session } = connect(t, async (kind) => {
        if (kind === failing) throw Object.assign(new Error('failed'), { code });
        return [];
      });
      await session.connect();
      assert.notEqual(session.state.lists[failing].failure, undefined, failing);
    }
  });

  test('are read one after another, however often they change, and the last read counts', async (t) => {
    const waiting: (() => void)[] = [];
    let reads = 0;
    const { session, changed } = connect(t, async (kind) => {
      if (kind !== 'tool') return [];
      const name = `reading ${++reads}`;
      if (reads > 1) await new Promise<void>((resolve) => void waiting.push(resolve));
      return [{ name }];
    });
    await session.connect();
    for (let n = 0; n < 1000; n++) changed('tool');
    await waitUntil(() => waiting.length === 1, 'the list is read');
    assert.equal(reads, 2);
    for (let n = 0; n < 1000; n++) changed('tool');
    waiting[0]?.();
    await waitUntil(() => waiting.length === 2, 'the list is read again');
    waiting[1]?.();
    await waitUntil(() => session.state.lists.tool.items[0]?.['name'] === 'reading 3', 'it is shown');
    assert.equal(reads, 3);
  });
});
