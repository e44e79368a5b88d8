import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ToProblem } from '../../../src/editor/problem.ts';
import { AttentionMarks, toRowUri } from '../../../src/explorer/attentionMarks.ts';
import { type Branch, type Node, rootNode } from '../../../src/explorer/node.ts';
import { StaleRows } from '../../../src/explorer/staleRows.ts';
import { createTooltip } from '../../../src/explorer/tooltip.ts';
import { loadChildren, toTreeItem } from '../../../src/explorer/treeItems.ts';

const describeError: ToProblem = (error) =>
  error instanceof vscode.CancellationError
    ? undefined
    : {
        message: `text for ${String(error)}`,
        detail: 'more',
        remedies: [{ label: 'Remedy', icon: 'key', command: 'c' }],
      };

const node = (kind: string, id: string): Node => ({ kind, id, label: id });
const parent = node('parent', 'p');
const signal = new AbortController().signal;
const load = (branches: readonly Branch[], staleRows = new StaleRows()) =>
  loadChildren({ branches, toProblem: describeError, signal, staleRows }, parent);

describe('the tree', () => {
  it('sorts the rows of all branches below a node', async () => {
    const branches: Branch[] = [
      { parentKind: 'parent', getChildren: () => Promise.resolve([node('a', '1'), node('a', '2')]) },
      { parentKind: 'other', getChildren: () => [node('never', 'x')] },
      { parentKind: 'parent', getChildren: () => [node('b', '3')] },
    ];
    const rows = await load(branches);
    assert.deepEqual(
      rows.map(({ id }) => id),
      ['1', '2', '3'],
    );
  });

  it('shows a failed branch as one row with the reason, and keeps the other rows', async () => {
    const branches: Branch[] = [
      { parentKind: 'parent', getChildren: () => Promise.reject(new Error('no')) },
      { parentKind: 'parent', getChildren: () => [node('b', '3')] },
    ];
    const rows = await load(branches);
    assert.deepEqual(
      rows.map(({ kind, label }) => [kind, label]),
      [
        ['problem', 'Try Again'],
        ['b', '3'],
      ],
    );
    assert.equal(rows[0]?.description, 'text for Error: no');
    assert.equal(new Set(rows.map(({ id }) => id)).size, rows.length, 'ids are unique');
  });

  it('keeps the last rows of a failed branch, with their age', async () => {
    const staleRows = new StaleRows();
    let fails = false;
    const branches: Branch[] = [
      {
        parentKind: 'parent',
        getChildren: () => (fails ? Promise.reject(new Error('no')) : [node('a', '1')]),
      },
    ];
    await load(branches, staleRows);
    fails = true;
    const rows = await load(branches, staleRows);
    assert.deepEqual(
      rows.map(({ label }) => label),
      ['Try Again', '1'],
    );
    assert.match(rows[0]?.description ?? '', /^Not updated since \d.*\. text for Error: no$/);
    fails = false;
    assert.deepEqual(
      (await load(branches, staleRows)).map(({ label }) => label),
      ['1'],
    );
  });

  it('shows nothing for a cancellation', async () => {
    const branches: Branch[] = [
      { parentKind: 'parent', getChildren: () => Promise.reject(new vscode.CancellationError()) },
    ];
    assert.deepEqual(await load(branches), []);
  });

  it('draws a node: stable ID, context, icon, and command with the node as argument', () => {
    const item = toTreeItem(
      {
        ...parent,
        context: 'url added',
        description: 'd',
        icon: { id: 'cloud', color: 'charts.blue' },
        command: { label: 'Open', command: 'x' },
        accessibilityLabel: 'accessible name',
      },
      true,
    );
    assert.equal(item.id, 'p');
    assert.equal(item.contextValue, 'parent url added');
    assert.equal(item.description, 'd');
    assert.deepEqual(item.iconPath, new vscode.ThemeIcon('cloud', new vscode.ThemeColor('charts.blue')));
    assert.equal(item.command?.arguments?.[0]?.id, 'p');
    assert.equal(item.accessibilityInformation?.label, 'accessible name');
    assert.equal(item.collapsibleState, vscode.TreeItemCollapsibleState.Collapsed);
    const hostileText = '\u001b[31mred\u001b[0m \u202ebold';
    const attention = [{ key: 'a', severity: 'error', text: `${hostileText} failed` }] as const;
    const hostile = toTreeItem(
      { ...parent, label: hostileText, accessibilityLabel: `Project ${hostileText}`, attention },
      true,
    );
    assert.equal(hostile.accessibilityInformation?.label, 'Project red bold, red bold failed');
    assert.equal(hostile.tooltip, 'red bold');
    assert.equal(toTreeItem(parent, false).collapsibleState, vscode.TreeItemCollapsibleState.None);
    assert.equal(
      toTreeItem({ ...parent, isExpanded: true }, true).collapsibleState,
      vscode.TreeItemCollapsibleState.Expanded,
    );
  });

  it('shows the state of a project only while the project is collapsed', () => {
    const row = {
      ...parent,
      icon: { id: 'error', color: 'errorForeground' },
      expandedIcon: { id: 'cloud' },
      urgentText: 'staging failed',
      description: 'this folder',
      accessibilityLabel: 'Project p',
    };
    const texts = { short: '2h', long: 'deployed 2 hours ago' };
    const collapsed = toTreeItem(row, true, false, texts);
    assert.equal(collapsed.description, 'staging failed · 2h · this folder');
    assert.deepEqual(
      collapsed.iconPath,
      new vscode.ThemeIcon('error', new vscode.ThemeColor('errorForeground')),
    );
    const expanded = toTreeItem(row, true, true, texts);
    assert.equal(expanded.description, 'this folder');
    assert.deepEqual(expanded.iconPath, new vscode.ThemeIcon('cloud'));
    for (const item of [collapsed, expanded])
      assert.equal(item.accessibilityInformation?.label, 'Project p, deployed 2 hours ago');
  });

  it('creates a tooltip with facts only on request, as untrusted Markdown with escaped texts', () => {
    const hostile = '[x](command:y) $(gear) <img> `a` https://example.com\n# second';
    const row = {
      ...parent,
      tooltip: { title: hostile, facts: [{ icon: 'git-branch', text: `Branch: ${hostile}` }] },
      clickHint: 'opens it',
    };
    const item = toTreeItem(row, false);
    assert.equal(item.tooltip, undefined);
    const tooltip = createTooltip(row);
    assert.ok(tooltip instanceof vscode.MarkdownString);
    assert.deepEqual([tooltip.isTrusted, tooltip.supportHtml], [undefined, false]);
    const escaped = '\\[x\\](command:y) \\$(gear) \\<img\\> \\`a\\` https:\\/\\/example.com';
    assert.deepEqual(tooltip.value.split('\n'), [
      `**${escaped}**  `,
      '\\# second  ',
      '',
      `$(git-branch) Branch: ${escaped} \\# second  `,
      '$(arrow-right) Click: opens it  ',
    ]);
  });
});

describe('a problem', () => {
  const failed = { key: 'deployment e1', severity: 'error', text: 'Latest deployment failed' } as const;
  const suspended = { key: 'destination d1', severity: 'warning', text: 'Logs export is suspended' } as const;
  const badges: (vscode.ViewBadge | undefined)[] = [];
  const marks = new AttentionMarks((badge) => badges.push(badge));
  after(() => marks.dispose());
  const project = { ...node('project', 'p1'), attention: [{ ...failed, isShownBelow: true } as const] };
  const environment = { ...node('environment', 'p1/e1'), attention: [failed, suspended] };

  it('marks its rows, is part of their accessible name, and counts once on the view if it is an error', () => {
    marks.updateChildren(rootNode, [project, node('project', 'p2')]);
    marks.updateChildren(project, [environment, node('environment', 'p1/e2')]);
    // The warning doesn't count.
    assert.equal(badges.at(-1)?.value, 1);
    assert.match(badges.at(-1)?.tooltip ?? '', /^1 failed deployment:\nLatest deployment failed\n/);
    const uri = toTreeItem(environment, true).resourceUri;
    assert.ok(uri);
    const decoration = marks.provideFileDecoration(uri);
    assert.equal(decoration?.tooltip, 'Latest deployment failed, Logs export is suspended');
    assert.deepEqual(decoration?.color, new vscode.ThemeColor('errorForeground'));
    assert.equal(decoration?.badge, '!');
    assert.equal(
      toTreeItem(environment, true).accessibilityInformation?.label,
      'p1/e1, Latest deployment failed, Logs export is suspended',
    );
    assert.equal(toTreeItem(node('environment', 'p1/e2'), true).resourceUri, undefined);
    // An expanded project isn't marked, but a screen reader reads its problem.
    assert.deepEqual(toTreeItem(project, true).resourceUri, toRowUri('p1'));
    // The icon shows an error, so that only a warning has a badge.
    assert.deepEqual(marks.provideFileDecoration(toRowUri('p1')), {
      tooltip: 'Latest deployment failed',
      color: new vscode.ThemeColor('errorForeground'),
    });
    const projectItem = toTreeItem(project, true, true);
    assert.equal(projectItem.resourceUri, undefined);
    assert.equal(projectItem.accessibilityInformation?.label, 'p1, Latest deployment failed');
  });

  it('marks a row whose ID contains encoded characters, for which the URI has no percent signs', () => {
    const id = `p2/environment/${encodeURIComponent('env/ü $25%25;🌧')}`;
    marks.updateChildren(node('project', 'p2'), [{ ...node('environment', id), attention: [suspended] }]);
    const uri = toRowUri(id);
    assert.doesNotMatch(uri.query, /%/);
    assert.equal(marks.provideFileDecoration(uri)?.badge, '!');
    marks.updateChildren(node('project', 'p2'), []);
  });

  it('that is only a notice marks its row, but does not count on the view', () => {
    const notice = { key: 'redeploy e1', severity: 'notice', text: 'redeploy to apply' } as const;
    const row = { ...node('environment', 'p2/e1'), attention: [notice] };
    marks.updateChildren(node('project', 'p2'), [row]);
    assert.equal(badges.at(-1)?.value, 1);
    const item = toTreeItem({ ...row, urgentText: 'redeploy to apply', description: 'main' }, true);
    assert.equal(item.description, 'redeploy to apply · main');
    assert.ok(item.resourceUri);
    const decoration = marks.provideFileDecoration(item.resourceUri);
    assert.deepEqual([decoration?.badge, decoration?.tooltip], ['●', 'redeploy to apply']);
    assert.deepEqual(decoration?.color, new vscode.ThemeColor('problemsWarningIcon.foreground'));
  });

  it('ends when its row has no problem anymore, even while it is hidden', () => {
    marks.updateChildren(rootNode, [{ ...project, attention: [] }, node('project', 'p2')]);
    assert.equal(badges.at(-1), undefined);
    marks.updateChildren(rootNode, [project, node('project', 'p2')]);
    assert.equal(badges.at(-1)?.value, 1);
    marks.updateChildren(project, [environment, node('environment', 'p1/e2')]);
  });

  it('ends when its row or a parent is removed', () => {
    marks.updateChildren(project, [{ ...environment, attention: [suspended] }]);
    assert.equal(badges.at(-1)?.value, 1, 'the project still says that a deployment failed');
    marks.updateChildren(rootNode, [node('project', 'p2')]);
    assert.equal(badges.at(-1), undefined);
    const uri = toTreeItem(environment, true).resourceUri;
    assert.ok(uri);
    assert.equal(marks.provideFileDecoration(uri), undefined);
  });
});
