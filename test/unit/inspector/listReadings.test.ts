import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { describeServerError } from '../../../src/inspector/describeServerError.ts';
import type {
  ListedItem,
  ListResult,
  McpConnection,
  McpConnectionOptions,
} from '../../../src/inspector/mcpConnection.ts';
import { McpSession } from '../../../src/inspector/mcpSession.ts';

type Reading = { readonly resolve: (items: readonly ListedItem[]) => void; readonly reject: () => void };

/** A session whose first lists were read; each later reading of the tools waits to be answered by hand. */
async function connected() {
  const readings: Reading[] = [];
  let isFirst = true;
  let options: McpConnectionOptions | undefined;
  const session = new McpSession({
    url: 'https://mcp.example.com/mcp',
    version: '1.0.0',
    describeError: describeServerError,
    resolveHeaders: async () => ({}),
    connect: async (given) => {
      options = given;
      const list = (): Promise<ListResult> =>
        isFirst
          ? Promise.resolve({ items: [{ name: 'first' }], problems: [] })
          : new Promise((resolve, reject) =>
              readings.push({
                resolve: (items) => resolve({ items, problems: [] }),
                reject: () => reject(new Error('Not now')),
              }),
            );
      return { capabilities: { tools: {} }, list, close: async () => undefined } as unknown as McpConnection;
    },
    answerRequest: async () => ({}),
    onChange: () => undefined,
    onMessage: () => undefined,
  });
  await session.connect();
  isFirst = false;
  return { session, readings, change: () => options?.onListChanged('tool') };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));
const names = ({ state }: McpSession) => state.lists.tool.items.map(({ name }) => name);

describe('reads of a list that changes repeatedly', () => {
  test("don't overlap, so that a slow earlier read replaces nothing", async () => {
    const { session, readings, change } = await connected();
    change();
    await settled();
    change();
    await settled();
    assert.equal(readings.length, 1, 'the second one waits');
    readings[0]?.resolve([{ name: 'old' }]);
    await settled();
    assert.deepEqual(names(session), ['old']);
    readings[1]?.resolve([{ name: 'new' }]);
    await settled();
    assert.deepEqual(names(session), ['new']);
  });

  test('remove the failure of an earlier read', async () => {
    const { session, readings, change } = await connected();
    change();
    await settled();
    change();
    readings[0]?.reject();
    await settled();
    assert.equal(session.state.lists.tool.failure, 'Not now');
    readings[1]?.resolve([{ name: 'new' }]);
    await settled();
    assert.deepEqual(session.state.lists.tool, { items: [{ name: 'new' }] });
  });

  test('are combined during a read, and the last read includes the last change', async () => {
    const actions = fc.array(fc.constantFrom('change', 'answer'), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(actions, async (all) => {
        const { session, readings, change } = await connected();
        let [version, answered] = [0, 0];
        const seen: number[] = [];
        const answer = async (): Promise<void> => {
          readings[answered]?.resolve([{ name: `version ${seen[answered]}` }]);
          answered += 1;
          await settled();
        };
        for (const action of all) {
          if (action === 'change') {
            version += 1;
            change();
            await settled();
          } else if (answered < readings.length) await answer();
          assert.ok(readings.length - answered <= 1, 'one at a time');
          // A reading sees the list as it is when it begins.
          while (seen.length < readings.length) seen.push(version);
        }
        while (answered < readings.length) {
          await answer();
          while (seen.length < readings.length) seen.push(version);
        }
        if (version > 0) assert.deepEqual(names(session), [`version ${version}`]);
      }),
      { numRuns: 50 },
    );
  });
});
