import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { toResultView } from '../../../src/inspector/callResult.ts';
import type { ListedItem } from '../../../src/inspector/mcpConnection.ts';
import { limitBlocks, limitComparison, limitLists, limitText } from '../../../src/inspector/pageLimits.ts';

const listsOf = (tools: readonly ListedItem[]) => {
  const none = { items: [] };
  return { tool: { items: tools }, resource: none, template: none, prompt: { items: [{ name: 'p' }] } };
};
const size = (value: unknown): number => JSON.stringify(value).length;

describe('the data of a server on a page', () => {
  test('is complete for a server of usual size', () => {
    const lists = listsOf(Array.from({ length: 500 }, (_, at) => ({ name: `tool_${at}`, inputSchema: {} })));
    assert.deepEqual(limitLists(lists), {
      lists,
      omittedCounts: { tool: 0, resource: 0, template: 0, prompt: 0 },
    });
    const view = toResultView('tool', { content: [{ type: 'text', text: 'a' }] });
    assert.deepEqual(limitBlocks(view), view);
    assert.equal(limitText('a'), 'a');
  });

  test('has a limited number and size of tools', () => {
    const many = limitLists(listsOf(Array.from({ length: 10_000 }, (_, at) => ({ name: `tool_${at}` }))));
    assert.deepEqual(
      [many.lists.tool.items.length, many.omittedCounts.tool, many.omittedCounts.prompt],
      [2000, 8000, 0],
    );
    const large = { name: 'large', description: 'x'.repeat(5_000_000) };
    const few = limitLists(listsOf([large, large, { name: 'small' }]));
    assert.deepEqual(
      few.lists.tool.items.map(({ name }) => name),
      ['large', 'small'],
    );
    assert.ok(size(few.lists) < 9_000_000);
    let deep: unknown = {};
    for (let level = 0; level < 20_000; level++) deep = { properties: { a: deep } };
    const nested = limitLists(listsOf([{ name: 'deep', inputSchema: deep }, { name: 'flat' }]));
    assert.deepEqual(
      nested.lists.tool.items.map(({ name }) => name),
      ['flat'],
    );
  });

  test('has a limited number and size of blocks', () => {
    const content = Array.from({ length: 5000 }, () => ({ type: 'text', text: 'a' }));
    const view = limitBlocks(toResultView('tool', { content }));
    assert.deepEqual([view.blocks.length, view.omittedCount], [200, 4800]);
    const data = 'A'.repeat(12_000_000);
    const pictures = Array.from({ length: 3 }, () => ({ type: 'image', mimeType: 'image/png', data }));
    const shown = limitBlocks(toResultView('tool', { content: pictures }));
    assert.deepEqual([shown.blocks.length, shown.omittedCount], [2, 1]);
  });

  test('has a limited number of changes', () => {
    const names = Array.from({ length: 10_000 }, (_, at) => `tool_${at}`);
    const group = { title: 'Tools', list: 'tools' as const, added: names, removed: [], changed: [] };
    const { groups } = limitComparison({
      title: 'other',
      isWithSnapshot: false,
      hasBreakingChanges: false,
      groups: [group],
    });
    assert.deepEqual([groups[0]?.added.length, groups[0]?.omittedCount], [500, 9500]);
  });
});
