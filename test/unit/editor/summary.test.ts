import '../../bench/fakeEditorHook.ts';
import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import type { Back } from '../../../src/editor/steps.ts';

const vscode = await import('vscode');
const { createFailureItems: failureItems, runSummary } = await import('../../../src/editor/summary.ts');
const back: Back = (await import('../../../src/editor/steps.ts')).back;

type Item = { readonly label: string; readonly action?: unknown };

/** Labels that are selected in the lists, in order. `BACK` presses the button of the title bar, `ESC` closes the list. */
let selections: string[] = [];
/** The labels of each list, the active one in brackets. */
let shown: string[][] = [];

/** A quick pick that takes the next selection when it is shown. */
function createQuickPick() {
  const handlers = new Map<string, (value?: unknown) => void>();
  const on = (name: string) => (handler: (value?: unknown) => void) => void handlers.set(name, handler);
  const box = {
    items: [] as Item[],
    activeItems: [] as Item[],
    selectedItems: [] as Item[],
    buttons: [] as unknown[],
    onDidAccept: on('accept'),
    onDidHide: on('hide'),
    onDidTriggerButton: on('button'),
    show() {
      const isActive = (item: Item): boolean => box.activeItems.includes(item);
      shown.push(box.items.map((item) => (isActive(item) ? `[${item.label}]` : item.label)));
      const label = selections.shift();
      queueMicrotask(() => {
        if (label === 'BACK') return handlers.get('button')?.(vscode.QuickInputButtons.Back);
        if (label === 'ESC') return handlers.get('hide')?.();
        box.selectedItems = box.items.filter((item) => item.label === label);
        assert.equal(box.selectedItems.length, 1, label);
        handlers.get('accept')?.();
      });
    },
    dispose() {},
  };
  return box;
}

interface Answers {
  readonly name: string;
}

const retry = { label: 'Retry', icon: 'refresh', command: 'retry', arguments: ['now'] };
const events: unknown[] = [];

/** Runs a summary with a name. It can be sent unless it is empty. `names`: answers to the prompt for the name. */
function run(start: string, ...names: readonly (string | Back | Error)[]) {
  const answers = [...names];
  let failure: Parameters<typeof failureItems>[0] | undefined;
  return runSummary<Answers, 'name', 'now', string>({
    start: { name: start },
    frame: { title: 'Test', canGoBack: true, drafts: new Map() },
    placeholder: () => 'Send',
    items: ({ name }) => [
      ...(failure ? failureItems(failure) : []),
      { label: 'Note' },
      { label: 'Send', action: { send: 'now' }, needsConfirmation: name === 'production' },
      { label: `Name ${name}`, action: { edit: 'name' }, isUnresolved: name === 'taken' },
    ],
    edit: async (): Promise<Answers | Back> => {
      const answer = answers.shift() ?? '';
      if (answer instanceof Error) throw answer;
      return typeof answer === 'string' ? { name: answer } : back;
    },
    onDidEdit: (after, before) => events.push(after === before ? 'same' : after.name),
    send: async (draft, send) => {
      if (draft.answers.name === '') await draft.edit('name');
      if (draft.answers.name !== '') return `${draft.answers.name} ${send}`;
      failure = { icon: 'error', title: 'Failed', message: 'No name.', remedies: [retry] };
      return undefined;
    },
  });
}

describe('a summary', () => {
  beforeEach(() => {
    Object.assign(vscode.window, { createQuickPick });
    Object.assign(vscode.commands, {
      executeCommand: async (...command: readonly unknown[]) => void events.push(command),
    });
    shown = [];
    events.length = 0;
  });

  test('returns what was sent, with the answers', async () => {
    selections = ['Send'];
    assert.deepEqual(await run('tides'), { answers: { name: 'tides' }, result: 'tides now' });
    assert.deepEqual(shown, [['Note', '[Send]', 'Name tides']]);
  });

  test('first selects an item to edit if sending must be confirmed', async () => {
    selections = ['Send'];
    await run('production');
    assert.deepEqual(shown, [['Note', 'Send', '[Name production]']]);
  });

  test('first selects a value that is unresolved, because sending would fail', async () => {
    selections = ['Name taken', 'Send'];
    await run('taken', 'tides');
    assert.deepEqual(shown, [
      ['Note', 'Send', '[Name taken]'],
      ['Note', '[Send]', 'Name tides'],
    ]);
  });

  test('is shown again after an edit, and after an item without an action', async () => {
    selections = ['Note', 'Name tides', 'Send'];
    assert.deepEqual(await run('tides', 'waves'), { answers: { name: 'waves' }, result: 'waves now' });
    assert.deepEqual(shown.at(-1), ['Note', '[Send]', 'Name waves']);
    assert.deepEqual(events, ['waves']);
  });

  test('keeps the answers when a prompt is left', async () => {
    selections = ['Name tides', 'Name tides', 'Send'];
    const ended = await run('tides', back, new vscode.CancellationError());
    assert.deepEqual(ended, { answers: { name: 'tides' }, result: 'tides now' });
    assert.deepEqual(events, ['same', 'same']);
  });

  test('passes on other errors of a prompt', async () => {
    selections = ['Name tides'];
    await assert.rejects(run('tides', new Error('broken')), /broken/);
  });

  test('can prompt while it sends', async () => {
    selections = ['Send'];
    assert.deepEqual(await run('', 'tides'), { answers: { name: 'tides' }, result: 'tides now' });
  });

  test('shows a failure with its remedies', async () => {
    selections = ['Send', 'No name.', 'Retry', 'ESC'];
    await assert.rejects(run('', back), vscode.CancellationError);
    assert.deepEqual(shown.at(-1), ['No name.', 'Retry', 'Note', '[Send]', 'Name ']);
    assert.deepEqual(events, ['same', ['retry', 'now']]);
  });

  test('returns only the answers when the user goes back', async () => {
    selections = ['Name tides', 'BACK'];
    assert.deepEqual(await run('tides', 'waves'), { [back]: { name: 'waves' } });
  });
});
