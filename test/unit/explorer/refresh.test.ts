import '../../bench/editorStandIn.ts';
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Branch, Node } from '../../../src/explorer/node.ts';
import { settle, until } from '../../kit/turns.ts';

const vscode = await import('vscode');
const { Explorer } = await import('../../../src/explorer/explorer.ts');

/** A tree of a project that is open and its environment, whose rows come when the test lets them. */
async function start({ isVisible = true } = {}) {
  const nothing = () => ({ dispose: () => undefined });
  Object.assign(vscode.window, {
    createTreeView: () => ({
      ...{ visible: isVisible, dispose: nothing, onDidChangeVisibility: nothing },
      ...{ onDidExpandElement: nothing, onDidCollapseElement: nothing },
    }),
  });
  let gates: { readonly kind: string; open(): void }[] = [];
  let isHeld = false;
  const branch = (under: string, kind: string): Branch => ({
    under,
    children: async () => {
      if (isHeld) await new Promise<void>((open) => gates.push({ kind, open }));
      return [{ kind, id: `${kind}-1`, label: kind, expanded: kind === 'project' } as Node];
    },
  });
  const branches = [branch('root', 'project'), branch('project', 'environment')];
  const explorer = new Explorer({
    ...{ branches: () => branches, isOpen: async () => true, toProblem: () => undefined },
    ...{ decorate: (row) => row, onDidRender: () => undefined, hidden: () => [] },
  });
  const told: unknown[] = [];
  explorer.onDidChangeTreeData((changed) => told.push(changed));
  const [project] = await explorer.getChildren();
  assert.ok(project);
  await explorer.getChildren(project);
  return {
    ...{ explorer, told, project },
    hold: () => {
      isHeld = true;
    },
    /** Lets the rows of a kind come that were asked for. */
    async come(kind: string) {
      await settle(3);
      for (const gate of gates) if (gate.kind === kind) gate.open();
      gates = gates.filter((gate) => gate.kind !== kind);
      await settle(3);
    },
  };
}

describe('a refresh of the tree', () => {
  test('is told to the editor when the rows are there, below open rows as well: until then menus keep theirs', async () => {
    const { explorer, told, hold, come } = await start();
    hold();
    explorer.refresh();
    await come('nothing');
    assert.deepEqual(told, [], 'the rows at the root are on their way');
    await come('project');
    assert.deepEqual(told, [], 'those below are on their way');
    await come('environment');
    assert.deepEqual(told, [undefined]);
    const rows = await Promise.race([explorer.getChildren(), settle().then(() => undefined)]);
    assert.equal(rows?.length, 1, 'the editor need not wait');
    explorer.dispose();
  });

  test('of one open row waits for the rows below it', async () => {
    const { explorer, told, project, hold, come } = await start();
    hold();
    explorer.refresh(project);
    await come('nothing');
    assert.deepEqual(told, []);
    await come('environment');
    await until(() => told.length > 0, 'it is told');
    assert.deepEqual(told, [[project]]);
    explorer.dispose();
  });

  test('is told once when another follows before its end', async () => {
    const { explorer, told, hold, come } = await start();
    hold();
    explorer.refresh();
    explorer.refresh();
    await come('project');
    await come('environment');
    assert.deepEqual(told, [undefined]);
    explorer.dispose();
  });

  test('reads nothing while no one sees the tree, and is told at once', async () => {
    const { explorer, told, hold } = await start({ isVisible: false });
    hold();
    explorer.refresh();
    assert.deepEqual(told, [undefined]);
    explorer.dispose();
  });
});
