import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { explain } from '../../../src/inspector/explain.ts';
import type { Link, LinkOptions, Offered, OfferedList } from '../../../src/inspector/link.ts';
import { Session } from '../../../src/inspector/session.ts';

type Reading = { readonly resolve: (items: readonly Offered[]) => void; readonly reject: () => void };

/** A session whose first lists were read; each later reading of the tools waits to be answered by hand. */
async function connected() {
  const readings: Reading[] = [];
  let isFirst = true;
  let options: LinkOptions | undefined;
  const session = new Session({
    ...{ url: 'https://mcp.example.com/mcp', version: '1.0.0', explain, headers: async () => ({}) },
    open: async (given) => {
      options = given;
      const list = (): Promise<OfferedList> =>
        isFirst
          ? Promise.resolve({ items: [{ name: 'first' }], problems: [] })
          : new Promise((resolve, reject) =>
              readings.push({
                resolve: (items) => resolve({ items, problems: [] }),
                reject: () => reject(new Error('Not now')),
              }),
            );
      return { capabilities: { tools: {} }, list, close: async () => undefined } as unknown as Link;
    },
    ...{ answer: async () => ({}), changed: () => undefined, heard: () => undefined },
  });
  await session.connect();
  isFirst = false;
  return { session, readings, change: () => options?.onListChanged('tool') };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));
const names = ({ state }: Session) => state.lists.tool.items.map(({ name }) => name);

describe('of two readings of a list', () => {
  test('the later one stays, whichever answer comes first', async () => {
    const { session, readings, change } = await connected();
    change();
    change();
    readings[1]?.resolve([{ name: 'new' }]);
    await settled();
    readings[0]?.resolve([{ name: 'old' }]);
    await settled();
    assert.deepEqual(names(session), ['new']);
  });

  test('a late failure of the earlier one is no failure of the later', async () => {
    const { session, readings, change } = await connected();
    change();
    change();
    readings[1]?.resolve([{ name: 'new' }]);
    await settled();
    readings[0]?.reject();
    await settled();
    assert.deepEqual(session.state.lists.tool, { items: [{ name: 'new' }] });
  });

  test('the list is that of the last reading that was answered, in any order of answers', async () => {
    const orders = fc
      .integer({ min: 1, max: 6 })
      .chain((count) => fc.shuffledSubarray([...Array(count).keys()], { minLength: count }));
    await fc.assert(
      fc.asyncProperty(orders, async (order) => {
        const { session, readings, change } = await connected();
        for (const _ of order) change();
        let newest = -1;
        for (const at of order) {
          readings[at]?.resolve([{ name: `reading ${at}` }]);
          await settled();
          newest = Math.max(newest, at);
          assert.deepEqual(names(session), [`reading ${newest}`]);
        }
      }),
      { numRuns: 50 },
    );
  });
});
