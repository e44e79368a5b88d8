import '../../bench/fakeEditorHook.ts';
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Branch, type Node, rootNode } from '../../../src/explorer/node.ts';
import { flushPromises } from '../../kit/eventLoop.ts';

const vscode = await import('vscode');
const { Explorer } = await import('../../../src/explorer/explorer.ts');
type Tree = InstanceType<typeof Explorer>;

/** The kinds of rows, each below the one before. All rows are open. */
const kinds = ['project', 'environment', 'deployments', 'deployment'] as const;
type Kind = (typeof kinds)[number];

/** A row in a message from the extension host to the window. */
type Item = Pick<Node, 'id' | 'label'>;

type Message =
  | {
      readonly kind: 'rows';
      readonly parents: readonly string[];
      readonly rows: readonly (readonly Item[])[];
    }
  | { readonly kind: 'refresh'; readonly item: Item }
  | { readonly kind: 'command'; readonly end: () => void };

/**
 * The editor: the elements of `ExtHostTreeView` in the extension host, and the rows of `TreeView` in the window.
 *
 * After a change, the extension host releases the elements of all rows below a row until it has requested them. Commands
 * of a menu receive the current element. The window reads messages that were sent together at once. It forgets the rows
 * below a changed row, stores the rows of responses, and then requests the rows that it doesn't have.
 */
class Editor {
  /** Elements by ID. */
  readonly elements = new Map<string, Node>();
  readonly told: unknown[] = [];
  /** Whether the editor waits before it applies changes, as it does for 200 ms after another change. */
  holdsChanges = false;
  readonly #tree: Tree;
  /** IDs of the rows below a row in the extension host, by ID. */
  readonly #below = new Map<string, readonly string[]>();
  /** IDs of the rows below a row in the window, by ID. */
  readonly #windowRows = new Map<string, readonly string[]>();
  /** IDs of the rows whose rows below the window has requested. */
  readonly #requestedIds = new Set<string>();
  /** The labels in the window, by row ID. */
  readonly windowLabels = new Map<string, string>();
  #messages: Message[] = [];

  constructor(tree: Tree) {
    this.#tree = tree;
    tree.onDidChangeTreeData((changed) => {
      this.told.push(changed);
      if (!this.holdsChanges) this.applyChange(changed);
    });
    Object.assign(vscode.commands, {
      executeCommand: () => new Promise<void>((end) => this.#send({ kind: 'command', end })),
    });
  }

  /** Returns the IDs of the rows in the window, from top to bottom. */
  listWindowRows(parent = 'root'): readonly string[] {
    const ids = this.#windowRows.get(parent) ?? [];
    return ids.flatMap((id) => [id, ...this.listWindowRows(id)]);
  }

  applyChange(changed: Node | readonly Node[] | undefined): void {
    if (changed === undefined) {
      this.elements.clear();
      this.#send({ kind: 'refresh', item: rootNode });
      return;
    }
    for (const row of [changed].flat()) {
      if (this.elements.get(row.id) !== row) continue;
      this.#release(row.id);
      this.#send({ kind: 'refresh', item: this.#render(row) });
    }
  }

  /** Requests the rows below several rows with one message. `root`: the ID of the root. */
  async ask(...parents: readonly string[]): Promise<void> {
    const rows: (readonly Item[])[] = [];
    for (const parent of parents) this.#requestedIds.add(parent);
    for (const parent of parents) rows.push(await this.#load(parent));
    this.#send({ kind: 'rows', parents, rows });
  }

  async #load(parent: string): Promise<readonly Item[]> {
    const element = this.elements.get(parent);
    if (!element && parent !== 'root') return [];
    const rows = await this.#tree.getChildren(element);
    this.#below.set(
      parent,
      rows.map(({ id }) => id),
    );
    for (const row of rows) this.elements.set(row.id, row);
    return rows.map((row) => this.#render(row));
  }

  #render(row: Node): Item {
    return { id: row.id, label: String(this.#tree.getTreeItem(row).label) };
  }

  #release(parent: string): void {
    for (const id of this.#below.get(parent) ?? []) {
      this.elements.delete(id);
      this.#release(id);
    }
  }

  #send(message: Message): void {
    if (this.#messages.length === 0) setTimeout(() => this.#receive());
    this.#messages.push(message);
  }

  #receive(): void {
    const messages = this.#messages;
    this.#messages = [];
    for (const message of messages) {
      if (message.kind === 'refresh') {
        this.#windowRows.delete(message.item.id);
        this.windowLabels.set(message.item.id, message.item.label);
      }
      if (message.kind === 'command') message.end();
    }
    for (const message of messages) {
      if (message.kind !== 'rows') continue;
      for (const [index, parent] of message.parents.entries()) {
        const rows = message.rows[index] ?? [];
        this.#windowRows.set(
          parent,
          rows.map(({ id }) => id),
        );
        for (const { id, label } of rows) this.windowLabels.set(id, label);
        this.#requestedIds.delete(parent);
      }
    }
    for (const message of messages) {
      if (message.kind === 'refresh') this.#show(message.item.id);
      if (message.kind === 'rows')
        for (const { id } of message.rows.flat()) {
          this.#windowRows.delete(id);
          this.#show(id);
        }
    }
  }

  /** Requests the rows below an open row, unless the window has them. */
  #show(id: string): void {
    if (id === kinds.at(-1)) return;
    const rows = this.#windowRows.get(id);
    if (this.#requestedIds.has(id)) return;
    if (rows === undefined) void this.ask(id);
    else for (const row of rows) this.#show(row);
  }
}

/** Creates a tree with one row of each kind. The test decides when rows are loaded. */
async function start({ isVisible = true } = {}) {
  const nothing = () => ({ dispose: () => undefined });
  const view = {
    visible: isVisible,
    message: '',
    dispose: nothing,
    onDidChangeVisibility: nothing,
    onDidExpandElement: nothing,
    onDidCollapseElement: nothing,
    revealed: [] as Node[],
    selection: [] as readonly Node[],
    reveal: async (row: Node) => {
      view.revealed.push(row);
      view.selection = [row];
    },
  };
  Object.assign(vscode.window, { createTreeView: () => view });
  let gates: { readonly kind: Kind; open(): void }[] = [];
  let held: readonly Kind[] = [];
  const reads: Kind[] = [];
  /** Changed labels by row ID. */
  const labels = new Map<string, string>();
  const branches = kinds.map(
    (kind, index): Branch => ({
      parentKind: kinds[index - 1] ?? 'root',
      getChildren: async () => {
        reads.push(kind);
        if (held.includes(kind)) await new Promise<void>((open) => gates.push({ kind, open }));
        return [{ kind, id: kind, label: `${kind} ${reads.length}`, isExpanded: true } as Node];
      },
    }),
  );
  const tree = new Explorer({
    getBranches: () => branches,
    canShowRows: async () => true,
    toProblem: () => undefined,
    decorate: (row) => ({ ...row, label: labels.get(row.id) ?? row.label }),
    onDidRender: () => undefined,
    getHiddenRows: () => [],
  });
  const editor = new Editor(tree);
  await editor.ask('root');
  await turns();
  const rows = new Map(editor.elements);
  reads.length = 0;
  const row = (kind: Kind): Node => rows.get(kind) ?? assert.fail(kind);
  return {
    tree,
    editor,
    reads,
    row,
    labels,
    view,
    hold: (...some: readonly Kind[]) => {
      held = some.length > 0 ? some : kinds;
    },
    /** Loads the requested rows of a kind. */
    async come(kind: Kind) {
      await turns();
      for (const gate of gates) if (gate.kind === kind) gate.open();
      gates = gates.filter((gate) => gate.kind !== kind);
      await turns();
    },
  };
}

/** Waits until the tree has reported changes and the editor has requested rows. */
const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn++) {
    await flushPromises(3);
    await new Promise((resolve) => setTimeout(resolve));
  }
  await flushPromises(3);
};

type Started = Awaited<ReturnType<typeof start>>;
const triggers: readonly (readonly [string, (started: Started) => void])[] = [
  ['everything', ({ tree }) => tree.refresh()],
  ['the root', ({ tree }) => tree.refreshRoot()],
  ...kinds.map((kind) => [`the ${kind}`, ({ tree, row }: Started) => tree.refresh(row(kind))] as const),
  ['the row above the deployment', ({ tree, row }) => tree.refreshParent(row('deployment'))],
  ...kinds.map((kind) => [`the drawn ${kind}`, ({ tree, row }: Started) => tree.redraw(row(kind))] as const),
];

describe('a menu command gets its row, for each kind of row,', () => {
  for (const [what, trigger] of triggers) {
    test(`while ${what} is read again`, async () => {
      const started = await start();
      const { tree, editor, hold, come } = started;
      hold();
      trigger(started);
      for (const step of ['', ...kinds] as const) {
        if (step !== '') await come(step);
        await turns();
        for (const kind of kinds)
          assert.equal(editor.elements.get(kind)?.kind, kind, `${kind} after ${step}`);
      }
      assert.ok(editor.told.length > 0, 'the editor was told');
      tree.dispose();
    });
  }
});

describe('the editor has all rows after a row was redrawn', () => {
  const expectAllRows = async ({ editor, tree, come }: Started): Promise<void> => {
    await turns();
    for (const kind of kinds) await come(kind);
    assert.ok(editor.told.length > 0, 'the editor was told');
    assert.deepEqual(editor.listWindowRows(), kinds);
    assert.deepEqual([...editor.elements.keys()].toSorted(), kinds.toSorted());
    tree.dispose();
  };

  for (const [kind, below] of [
    ['project', 'environment'],
    ['environment', 'deployments'],
    ['deployments', 'deployment'],
  ] as const) {
    test(`while it returns the rows below the ${kind}`, async () => {
      const started = await start();
      const { tree, editor, row } = started;
      void editor.ask(kind);
      tree.redraw(row(kind));
      await expectAllRows(started);
    });

    test(`which is the ${kind}, although the editor redraws it later, while it returns the rows below`, async () => {
      const started = await start();
      const { tree, editor, row } = started;
      editor.holdsChanges = true;
      tree.redraw(row(kind));
      await turns();
      assert.equal(editor.told.length, 1);
      editor.holdsChanges = false;
      await editor.ask(kind);
      editor.applyChange(row(kind));
      await expectAllRows(started);
    });

    test(`which is the ${below}, while it returns the rows below the ${kind}`, async () => {
      const started = await start();
      const { tree, editor, row, labels } = started;
      tree.redraw(row(below));
      void editor.ask(kind).then(() => labels.set(below, 'changed'));
      await expectAllRows(started);
      assert.equal(editor.windowLabels.get(below), 'changed');
    });
  }

  test('while it returns the root', async () => {
    const started = await start();
    void started.editor.ask('root');
    started.tree.refreshRoot();
    await expectAllRows(started);
  });

  for (const kind of ['project', 'environment'] as const)
    test(`which is the ${kind}, while the editor waits for the rows below another row in the same request`, async () => {
      const started = await start();
      const { tree, editor, row, hold, reads } = started;
      hold('deployment');
      tree.refresh(row('deployments'));
      void editor.ask(kind, 'deployments');
      await turns();
      assert.deepEqual(reads, ['deployment']);
      tree.redraw(row(kind));
      await expectAllRows(started);
    });

  test('while the editor waits for the rows below it', async () => {
    const started = await start();
    const { tree, editor, row, hold } = started;
    hold('deployment');
    tree.refresh(row('deployments'));
    void editor.ask('deployments');
    await turns();
    tree.redraw(row('deployments'));
    await turns();
    assert.deepEqual(editor.told, [[row('deployments')]]);
    await expectAllRows(started);
  });
});

describe('a refresh of the tree', () => {
  test('draws the rows that were read, and reads each row once', async () => {
    const { tree, editor, reads } = await start();
    tree.refresh();
    await turns();
    assert.deepEqual(reads, kinds);
    assert.deepEqual(
      kinds.map((kind) => editor.elements.get(kind)?.label),
      ['project 1', 'environment 2', 'deployments 3', 'deployment 4'],
    );
    tree.dispose();
  });

  test('that has a row without rows below it reads this row again', async () => {
    const { tree, reads, row } = await start();
    tree.refresh(row('deployment'));
    await turns();
    assert.deepEqual(reads, ['deployment']);
    tree.dispose();
  });

  test('changes the message after the rows', async () => {
    const { tree, view } = await start();
    const messages: string[] = [];
    tree.onDidChangeTreeData(() => messages.push(view.message));
    tree.message = '1 of 2 projects';
    tree.refreshRoot();
    await turns();
    assert.deepEqual([...messages, view.message], ['', '1 of 2 projects']);
    tree.dispose();
  });

  test('is reported once if another refresh follows before its end', async () => {
    const { tree, editor, hold, come } = await start();
    hold('project');
    tree.refresh();
    tree.refresh();
    await come('project');
    assert.deepEqual(editor.told, [undefined]);
    tree.dispose();
  });

  test('is reported immediately while the tree is hidden, because the editor requests rows when it is shown', async () => {
    const { tree, editor, hold } = await start({ isVisible: false });
    hold();
    tree.refresh();
    assert.deepEqual(editor.told, [undefined]);
    tree.dispose();
  });

  test('still redraws row objects from before the refresh, without a read', async () => {
    const { tree, editor, row, hold, come, reads } = await start();
    hold('deployment');
    tree.refresh();
    await turns();
    assert.deepEqual(reads, kinds);
    for (const kind of kinds) tree.redraw(row(kind));
    await turns();
    assert.deepEqual(reads, kinds);
    await come('deployment');
    assert.equal(editor.told.at(-1), undefined);
    const count = editor.told.length;
    // Old rows that a feature still has.
    tree.redraw(row('deployment'));
    await turns();
    assert.deepEqual(editor.told.slice(count), [[editor.elements.get('deployment')]]);
    assert.deepEqual(reads, kinds);
    tree.dispose();
  });

  test('ends before a row is revealed', async () => {
    const { tree, editor, view, hold, come } = await start();
    hold('project');
    tree.refresh();
    const revealed = tree.reveal(['project', 'environment']);
    await turns();
    assert.deepEqual(view.revealed, []);
    await come('project');
    assert.equal((await revealed)?.id, 'environment');
    assert.deepEqual(editor.told, [undefined]);
    tree.dispose();
  });
});

describe('revealing a row', () => {
  const path = ['project', 'environment'];

  test('is repeated if the editor has not selected the row', async () => {
    const { tree, view } = await start();
    const { reveal } = view;
    view.reveal = async (row) => {
      await reveal(row);
      if (view.revealed.length === 1) view.selection = [];
    };
    assert.equal((await tree.reveal(path))?.id, 'environment');
    assert.deepEqual(
      view.revealed.map(({ id }) => id),
      ['environment', 'environment'],
    );
    tree.dispose();
  });

  test('is repeated if the editor fails, and fails with the last error', async () => {
    const { tree, view } = await start();
    const { reveal } = view;
    let failures = 2;
    view.reveal = async (row) => {
      if (failures-- > 0) throw new Error(`${failures} failures left`);
      await reveal(row);
    };
    assert.equal((await tree.reveal(path))?.id, 'environment');
    failures = 3;
    await assert.rejects(tree.reveal(path), { message: '0 failures left' });
    tree.dispose();
  });

  test('ends although the editor never selects the row', async () => {
    const { tree, view } = await start();
    const { reveal } = view;
    view.reveal = async (row) => {
      await reveal(row);
      view.selection = [];
    };
    assert.equal((await tree.reveal(path))?.id, 'environment');
    assert.equal(view.revealed.length, 3);
    tree.dispose();
  });
});

for (const replace of ['refresh', 'reset'] as const) {
  test(`a load that ends after a later one, started by ${replace}, changes neither the badge nor the message`, async () => {
    const nothing = () => ({ dispose: () => undefined });
    const view = {
      visible: true,
      badge: undefined as unknown,
      message: '',
      dispose: nothing,
      onDidChangeVisibility: nothing,
      onDidExpandElement: nothing,
      onDidCollapseElement: nothing,
    };
    Object.assign(vscode.window, { createTreeView: () => view });
    const failure = { key: 'failure', severity: 'error', text: 'Failed' } as const;
    const loads: PromiseWithResolvers<Node[]>[] = [];
    const getChildren = () => {
      const load = Promise.withResolvers<Node[]>();
      loads.push(load);
      return load.promise;
    };
    const tree = new Explorer({
      getBranches: () => [{ parentKind: 'root', getChildren }],
      canShowRows: async () => true,
      toProblem: () => undefined,
      decorate: (row) => row,
      onDidRender: () => undefined,
      getHiddenRows: () => [],
    });
    const earlier = tree.getChildren();
    await turns();
    tree[replace]();
    const later = tree.getChildren();
    await turns();
    const row: Node = { kind: 'project', id: 'one', label: 'One' };
    loads[1]?.resolve([row]);
    await later;
    loads[0]?.resolve([{ ...row, attention: [failure], notice: 'Outdated' }]);
    await earlier;
    assert.deepEqual([view.badge, view.message], [undefined, '']);
    tree.dispose();
  });
}
