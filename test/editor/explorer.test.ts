import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Describe } from '../../src/editor/problem.ts';
import type { Branch, Node } from '../../src/explorer/node.ts';
import { problemRows } from '../../src/explorer/rows.ts';
import { drawNode, loadChildren } from '../../src/explorer/tree.ts';

const describeError: Describe = (error) =>
  error instanceof vscode.CancellationError
    ? undefined
    : {
        message: `words for ${String(error)}`,
        detail: 'more',
        cures: [{ label: 'Cure', icon: 'key', command: 'c' }],
      };

const node = (kind: string, id: string): Node => ({ kind, id, label: id });
const parent = node('parent', 'p');
const signal = new AbortController().signal;

describe('the tree', () => {
  it('puts the rows of all branches below a node in their order', async () => {
    const branches: Branch[] = [
      { under: 'parent', children: () => Promise.resolve([node('a', '1'), node('a', '2')]) },
      { under: 'other', children: () => [node('never', 'x')] },
      { under: 'parent', children: () => [node('b', '3')] },
    ];
    const rows = await loadChildren(branches, parent, describeError, signal);
    assert.deepEqual(
      rows.map(({ id }) => id),
      ['1', '2', '3'],
    );
  });

  it('shows a failed branch as rows in its place, with its cures, and keeps the others', async () => {
    const branches: Branch[] = [
      { under: 'parent', children: () => Promise.reject(new Error('no')) },
      { under: 'parent', children: () => [node('b', '3')] },
    ];
    const rows = await loadChildren(branches, parent, describeError, signal);
    assert.deepEqual(
      rows.map(({ kind, label }) => [kind, label]),
      [
        ['problem', 'words for Error: no'],
        ['action', 'Try Again'],
        ['action', 'Cure'],
        ['b', '3'],
      ],
    );
    assert.equal(new Set(rows.map(({ id }) => id)).size, rows.length, 'ids are unique');
  });

  it('shows nothing for what was cancelled', async () => {
    const branches: Branch[] = [
      { under: 'parent', children: () => Promise.reject(new vscode.CancellationError()) },
    ];
    assert.deepEqual(await loadChildren(branches, parent, describeError, signal), []);
  });

  it('draws a node: stable id, context, icon, command with the node itself', () => {
    const drawn = drawNode(
      {
        ...parent,
        context: 'url added',
        description: 'd',
        icon: { id: 'cloud', color: 'charts.blue' },
        command: { label: 'Open', command: 'x' },
        accessibilityLabel: 'said',
      },
      true,
    );
    assert.equal(drawn.id, 'p');
    assert.equal(drawn.contextValue, 'parent url added');
    assert.equal(drawn.description, 'd');
    assert.deepEqual(drawn.iconPath, new vscode.ThemeIcon('cloud', new vscode.ThemeColor('charts.blue')));
    assert.equal(drawn.command?.arguments?.[0]?.id, 'p');
    assert.equal(drawn.accessibilityInformation?.label, 'said');
    assert.equal(drawn.collapsibleState, vscode.TreeItemCollapsibleState.Collapsed);
    assert.equal(drawNode(parent, false).collapsibleState, vscode.TreeItemCollapsibleState.None);
    assert.equal(
      drawNode({ ...parent, expanded: true }, true).collapsibleState,
      vscode.TreeItemCollapsibleState.Expanded,
    );
  });

  it('gives a problem and its cures rows with ids of their own under each parent', () => {
    const problem = { message: 'm', cures: [{ label: 'Cure', icon: 'key', command: 'c', arguments: [1] }] };
    const [row, cure] = problemRows(parent, problem, '0');
    assert.equal(row?.id, 'p/problem/0');
    assert.deepEqual(cure?.command, { label: 'Cure', command: 'c', arguments: [1] });
  });
});
