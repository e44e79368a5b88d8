import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { activate } from '../../src/extension.ts';
import { createFakeDialogs } from '../kit/fakeDialogs.ts';
import { createSecrets, createSyncedMemento } from '../kit/fakeStores.ts';
import { initRepository, type Repository } from '../kit/repositories.ts';
import type { ServiceOptions } from '../service/options.ts';
import { type SampleService, startService } from '../service/service.ts';
import { installFakeEditor } from './fakeEditor.ts';
import { HostWindow } from './window.ts';

/** The options that a group of tests can set. */
interface HostTestOptions {
  readonly serviceOptions?: ServiceOptions;
  readonly settings?: Readonly<Record<string, unknown>>;
  /** `service`: the service is selected, but no user is signed in. Absent: connected with a key. */
  readonly connect?: 'service';
  /** The files of the open folder, by path. */
  readonly sources?: Readonly<Record<string, string>>;
  /** Runs before the extension starts. */
  readonly prepare?: (fixtures: Pick<HostTestFixtures, 'service'>) => void;
  /** The repository of the open folder. */
  readonly repository?: Repository;
  /** Whether the extension has an open folder. */
  readonly hasFolder?: boolean;
}

/** The fixtures of a test. */
interface HostTestFixtures {
  readonly service: SampleService;
  /** The extension in a real extension host. The test answers the prompts and messages. */
  readonly workbench: HostWindow;
  /** The path of the open folder. */
  readonly folder: string;
  /** The global state of the extension. */
  readonly globalState: ReturnType<typeof createSyncedMemento>;
  /** The folder of the extension's files. It might not exist. */
  readonly storage: string;
}

const baseUrl = 'hostedMcp.baseUrl';
const extensionId = 'hosted-mcp.hosted-mcp';

/** The options of the groups around the test that is being defined. */
let options: HostTestOptions | undefined;

/**
 * Defines a test with the interface of the end-to-end tests: with a service, a newly started extension, and a
 * folder.
 */
export function test(title: string, body: (fixtures: HostTestFixtures) => Promise<void>): void {
  const {
    serviceOptions,
    settings = {},
    connect,
    sources = {},
    repository,
    hasFolder,
    prepare,
  } = options ?? {};
  it(title, async () => {
    const cleanups: (() => unknown)[] = [];
    let log: readonly string[] = [];
    try {
      const service = await startServiceForTest(serviceOptions);
      cleanups.push(() => service.close());
      if (connect === 'service') delete process.env['HOSTED_MCP_API_KEY'];
      prepare?.({ service });
      const before = { ...readSettings(Object.keys(settings)), ...readUserSettings() };
      cleanups.push(() => writeSettings(before));
      await writeSettings(settings);
      const folder = workspaceFolder();
      cleanups.push(() => emptyFolder(folder));
      for (const [path, text] of Object.entries({ ...sources, ...repository?.files })) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), text);
      }
      if (repository) initRepository(folder, repository);
      const dialogs = createFakeDialogs();
      const fakeEditor = installFakeEditor(dialogs, service.url, hasFolder);
      cleanups.push(fakeEditor.restore);
      log = fakeEditor.log;
      const stores = createStores();
      const { globalState, globalStorageUri } = stores;
      const storage = globalStorageUri.fsPath;
      cleanups.push(() => rmSync(storage, { recursive: true, force: true }));
      let started = startExtension(stores);
      const restart = (): void => {
        started.dispose();
        started = startExtension(stores);
      };
      cleanups.push(
        () => started.dispose(),
        () => closeEditors(service),
        dialogs.clear,
      );
      const workbench = new HostWindow(dialogs, fakeEditor, started.path, restart);
      await fakeEditor.views[0]?.waitUntilRead();
      await withTimeLimit(timeLimitMs, body({ service, folder, workbench, globalState, storage }));
    } catch (error) {
      console.log(`Log of "${title}":\n${log.slice(-20).join('\n')}`);
      throw error;
    } finally {
      await runCleanups(cleanups);
    }
  });
}

/** Runs all cleanups in reverse order. Errors don't prevent the others. */
async function runCleanups(undo: readonly (() => unknown)[]): Promise<void> {
  const errors: unknown[] = [];
  for (const one of undo.toReversed()) {
    try {
      await one();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, errors.map(String).join('\n'));
}

/**
 * The time limit of a test in milliseconds. A test that exceeds it fails, and is cleaned up before the next
 * one begins.
 */
const timeLimitMs = 180_000;

async function withTimeLimit(ms: number, task: Promise<void>): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`The test did not end within ${ms / 1000} s.`)), ms);
  try {
    await Promise.race([task, promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Runs before each test of this group. */
test.beforeEach = (body: (fixtures: Pick<HostTestFixtures, 'service'>) => void): void => {
  test.use({ prepare: body });
};

/** Defines a group of tests. */
test.describe = (title: string, body: () => void): void => {
  const around = options;
  options = { ...around };
  describe(title, body);
  options = around;
};

/** Sets options for the following tests of this group. */
test.use = (groupOptions: HostTestOptions): void => {
  if (!options) throw new Error('Set options within a group.');
  options = { ...options, ...groupOptions };
};

/** Runs a part of a test. An error has its title. */
test.step = async (title: string, body: () => Promise<void>): Promise<void> => {
  try {
    await body();
  } catch (error) {
    throw new Error(title, { cause: error });
  }
};

/**
 * Starts a service and connects to it. Each service needs its own URL, because the editor keeps documents of
 * the extension for minutes, and a test would otherwise get those of an earlier test.
 */
export async function startTestService(serviceOptions?: ServiceOptions): Promise<SampleService> {
  const service = await startServiceForTest(serviceOptions);
  await writeSettings({ [baseUrl]: service.url });
  return service;
}

/** Starts a service, and provides its key. The fake editor provides its URL without writing a setting. */
async function startServiceForTest(
  serviceOptions: ServiceOptions = { seed: 7, live: false },
): Promise<SampleService> {
  const service = await startService(serviceOptions);
  process.env['HOSTED_MCP_BASE_URL'] = service.url;
  process.env['HOSTED_MCP_API_KEY'] = service.apiKey;
  return service;
}

function createStores() {
  return {
    globalState: createSyncedMemento(),
    workspaceState: createSyncedMemento(),
    secrets: createSecrets(),
    globalStorageUri: vscode.Uri.file(join(tmpdir(), `hm-host-${randomUUID()}`)),
  };
}

/**
 * Returns the workspace folder. Each test empties it, so the first test checks that it's empty. It could be a
 * user's own folder.
 */
function workspaceFolder(): string {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  if (folder === undefined) throw new Error('The tests need an open folder.');
  if (!isOurs && readdirSync(folder).length > 0) throw new Error(`The tests would empty ${folder}.`);
  isOurs = true;
  return folder;
}

let isOurs = false;

function emptyFolder(folder: string): void {
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true });
}

/** Starts the extension with its own stores. The instance that the editor has loaded does nothing. */
export function startExtension(stores = createStores()): { readonly path: string; dispose(): void } {
  const extension = vscode.extensions.getExtension(extensionId);
  if (!extension) throw new Error(`${extensionId} isn't installed.`);
  const subscriptions: vscode.Disposable[] = [];
  const { extensionUri, extensionPath } = extension;
  activate({
    subscriptions,
    extension,
    extensionUri,
    extensionPath,
    ...stores,
  } as unknown as vscode.ExtensionContext);
  return {
    path: extensionPath,
    dispose() {
      for (const one of subscriptions.toReversed()) one.dispose();
    },
  };
}

/** Returns the user settings of the extension. */
function readUserSettings(): Readonly<Record<string, unknown>> {
  const { contributes } = vscode.extensions.getExtension(extensionId)?.packageJSON ?? {};
  return readSettings(Object.keys(contributes.configuration.properties));
}

function readSettings(names: readonly string[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(names.map((name) => [name, readUserSetting(name)]));
}

const readUserSetting = (name: string): unknown =>
  vscode.workspace.getConfiguration().inspect(name)?.globalValue;

async function writeSettings(settings: Readonly<Record<string, unknown>>): Promise<void> {
  const { Global } = vscode.ConfigurationTarget;
  for (const [name, value] of Object.entries(settings)) {
    if (JSON.stringify(readUserSetting(name)) === JSON.stringify(value)) continue;
    await vscode.workspace.getConfiguration().update(name, value, Global);
  }
}

/** Closes all editors. Reverts unsaved ones first, because the editor would ask whether to save them. */
async function closeEditors(service: SampleService): Promise<void> {
  service.faults.clear();
  for (const { input, isDirty } of vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs)) {
    if (!isDirty || !(input instanceof vscode.TabInputText)) continue;
    const isShown = await vscode.window.showTextDocument(input.uri).then(
      () => true,
      // The extension can close the document in the meantime.
      () => false,
    );
    if (isShown) await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  }
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
}

export { expect } from '../kit/expect.ts';
