import '../../bench/fakeEditorHook.ts';
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import type { Memento } from 'vscode';
import { createFakeConnection } from '../../kit/fakeConnection.ts';
import { createFakeDialogs, type FakeQuickInput, type PickItem } from '../../kit/fakeDialogs.ts';
import { createMemento } from '../../kit/fakeStores.ts';

const vscode = await import('vscode');
const { createQuickPick } = vscode.window;
const dialogs = createFakeDialogs();
const { createEnvironmentItem } = await import('../../../src/explorer/environmentItem.ts');
const { EnvironmentPicker } = await import('../../../src/environments/environmentPicker.ts');
const { AddedEnvironments } = await import('../../../src/environments/addedEnvironments.ts');

const hourMs = 3_600_000;
const deployment = (status: string, hours: number) => ({
  id: `dep_${status}`,
  status,
  completedAt: new Date(Date.now() - hours * hourMs - 1000).toISOString(),
});
const createProject = (name: string, ...environments: readonly string[]) => {
  const all = environments.map((one) => ({
    id: `${name}-${one}`,
    name: one,
    ...(one === 'production' && { latestDeployment: deployment('failed', 3) }),
  }));
  const productionEnvironment = all.find((one) => one.name === 'production');
  return { id: name, name, environments: all, ...(productionEnvironment && { productionEnvironment }) };
};

const baseUrl = 'https://one.example';
const weather = createProject('weather', 'production', 'staging', 'preview');
const billing = createProject('billing', 'production');

/** The arguments of the notifications about read projects. */
const notifications: (readonly unknown[])[] = [];

/** Creates a picker for projects, of which some are linked to an open folder. */
function setUp({
  projects = [weather, billing],
  linked = [] as readonly string[],
  workspaceState = createMemento(),
}: {
  readonly projects?: readonly ReturnType<typeof createProject>[];
  readonly linked?: readonly string[];
  readonly workspaceState?: Memento;
} = {}) {
  const connection = createFakeConnection({ projects: { list: async () => projects as never } }, baseUrl);
  const services = {
    findProjectFolders: async () => linked.map((projectId) => ({ folder: vscode.Uri.file('/'), projectId })),
  };
  const extensionContext = { workspaceState, globalState: createMemento() };
  const notifyProjectsRead = (...read: readonly unknown[]) => void notifications.push(read);
  const context = {
    connection,
    services,
    extensionContext,
    notifyProjectsRead,
  } as unknown as ConstructorParameters<typeof EnvironmentPicker>[0];
  return new EnvironmentPicker(context, new AddedEnvironments(extensionContext.globalState));
}

/** Waits for a list with items. */
async function waitForList(): Promise<FakeQuickInput> {
  for (let turn = 0; turn < 1000; turn++) {
    const [list] = dialogs.quickInputs;
    if (list && !list.busy) return list;
    await new Promise(setImmediate);
  }
  throw new Error('There is no list.');
}

/** Returns the ID of a theme icon, or `failure` for the red picture. The editor ignores the colors of theme icons. */
const getIconName = ({ iconPath }: PickItem): string | undefined =>
  iconPath?.dark ? 'failure' : iconPath?.id;

const labelsOf = (items: readonly PickItem[]): readonly string[] => items.map(({ label }) => label);

/** Shows a list, and selects an item. Returns the labels of the items and of the active one. */
async function choose(picking: Promise<unknown>, label: string) {
  const list = await waitForList();
  const shown = labelsOf(list.items);
  const [active] = labelsOf(list.activeItems);
  const item = list.items.find((one) => one.label === label);
  assert.ok(item, label);
  list.choose(item);
  await picking;
  return { shown, active };
}

const addItem = 'Add Environment by ID...';

describe('the list of environments', () => {
  // Other tests in this process have a fake of their own.
  beforeEach(() => Object.assign(vscode.window, dialogs.windowFunctions));
  afterEach(() => {
    dialogs.clear();
    Object.assign(vscode.window, { createQuickPick });
  });

  test('shows project, name, state, age, and protection of each environment', async () => {
    const picking = setUp({ linked: ['billing'] }).pick(undefined, 'Deploy');
    picking.catch(() => undefined);
    const { items } = await waitForList();
    const rows = items.map((one) => [getIconName(one), one.label, one.description]);
    // The name of an environment shows already that it's production, except for other names.
    const live = {
      environmentId: 'live',
      environmentName: 'live',
      projectName: 'weather',
      isProduction: true,
    };
    assert.equal(createEnvironmentItem(live).description, 'PRODUCTION');
    assert.deepEqual(rows, [
      ['failure', 'billing / production', 'failed 3h · linked project'],
      ['circle-outline', 'weather / staging', ''],
      ['circle-outline', 'weather / preview', ''],
      ['failure', 'weather / production', 'failed 3h'],
      ['add', addItem, undefined],
    ]);
    // The tree then checks what it shows.
    assert.deepEqual(notifications.at(-1), [baseUrl, [weather, billing]]);
  });

  test('distinguishes environments of projects with the same name', async () => {
    const twin = { ...weather, id: 'twin', environments: [{ id: 'twin-staging', name: 'staging' }] };
    const picking = setUp({ projects: [weather, twin] }).pick(undefined, 'Deploy');
    picking.catch(() => undefined);
    const { items } = await waitForList();
    assert.deepEqual(
      items.filter(({ label }) => label === 'weather / staging').map(({ description }) => description),
      ['weather-staging', 'twin-staging'],
    );
  });

  for (const purpose of ['change', 'delete'] as const) {
    test(`preselects production to ${purpose} only after the user types`, async () => {
      const workspaceState = createMemento();
      const picker = setUp({ workspaceState });
      await choose(picker.pick(undefined, 'Open Logs', { purpose: 'read' }), 'billing / production');
      for (const linked of [[], ['weather'], ['billing']]) {
        const picking = setUp({ workspaceState, linked }).pick(undefined, 'Test', { purpose });
        picking.catch(() => undefined);
        const list = await waitForList();
        for (const text of ['', 'w', 'weather', 'prod', 'weather p', 'billing', '']) {
          list.type(text);
          if (text === '') assert.ok(list.activeItems.every(({ label }) => !label.endsWith('production')));
          else assert.equal(list.activeItems.length, 1, text);
        }
        dialogs.clear();
      }
    });
  }

  test('lets Enter do nothing if the first environment is production, until it has the focus', async () => {
    const picking = setUp({ linked: ['billing'] }).pick(undefined, 'Deploy');
    const list = await waitForList();
    assert.deepEqual(list.activeItems, []);
    list.accept();
    assert.deepEqual(dialogs.quickInputs, [list]);
    const [first] = list.items;
    assert.ok(first);
    list.choose(first);
    assert.equal((await picking).environmentId, 'billing-production');
  });

  test('contains the linked project first, with production first only to read', async () => {
    const rows = (purpose: 'read' | 'change') =>
      choose(setUp({ linked: ['weather'] }).pick(undefined, 'Test', { purpose }), 'weather / preview');
    const [staging, preview, production, other] = [
      'weather / staging',
      'weather / preview',
      'weather / production',
      'billing / production',
    ];
    assert.deepEqual(await rows('read'), {
      shown: [production, staging, preview, other, addItem],
      active: production,
    });
    assert.deepEqual(await rows('change'), {
      shown: [staging, preview, production, other, addItem],
      active: staging,
    });
  });

  test('contains the environments that were used last first, for each workspace', async () => {
    const workspaceState = createMemento();
    const first = async (purpose: 'read' | 'change', state = workspaceState) => {
      const picking = setUp({ workspaceState: state }).pick(undefined, 'Test', { purpose });
      picking.catch(() => undefined);
      const { items } = await waitForList();
      dialogs.clear();
      return items[0]?.label;
    };
    assert.equal(await first('read'), 'weather / production');
    await choose(setUp({ workspaceState }).pick(undefined, 'Deploy'), 'weather / preview');
    assert.equal(await first('read'), 'weather / preview');
    // An environment of a row was also used.
    await setUp({ workspaceState }).pick({ environmentId: 'billing-production' }, 'Open Logs');
    assert.equal(await first('read'), 'billing / production');
    assert.equal(await first('change'), 'weather / preview');
    assert.equal(await first('read', createMemento()), 'weather / production');
  });

  test('contains alternatives to an environment last', async () => {
    const alternative = { label: 'Another URL...', value: 'url', alwaysShow: true };
    const { shown, active } = await choose(
      setUp().pickOrAlternative('Run Audit', [alternative]),
      'Another URL...',
    );
    assert.deepEqual(shown.slice(-2), [addItem, 'Another URL...']);
    assert.equal(active, 'weather / production');
  });

  test('contains no production environments to delete', async () => {
    const picking = setUp().pick(undefined, 'Delete Environment', { purpose: 'delete' });
    const { shown } = await choose(picking, 'weather / staging');
    assert.deepEqual(shown, ['weather / staging', 'weather / preview', addItem]);
  });
});
