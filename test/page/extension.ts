import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import vm from 'node:vm';
import { root } from '../harness/paths.ts';
import { createSecrets, createSyncedMemento } from '../kit/fakeStores.ts';
import { type Language, pseudoLanguage, pseudoTranslateAll, readExtensionTexts } from '../kit/pseudo.ts';
import type { SampleService } from '../service/service.ts';
import type * as Host from './host.ts';

/** The bundle of the extension with the fake editor, which `node esbuild.mjs --pages` builds. */
const bundlePath = join(root, 'dist', 'test', 'pageHost.cjs');

type RunModule = (exports: object, require: NodeJS.Require, module: { exports: object }) => void;
let runModule: RunModule | undefined;

/** Loads a copy of the extension that shares no state with others. */
function loadExtension(): typeof Host {
  runModule ??= new vm.Script(
    `(function (exports, require, module) {${readFileSync(bundlePath, 'utf8')}\n})`,
    {
      filename: bundlePath,
    },
  ).runInThisContext() as RunModule;
  const module = { exports: {} };
  runModule(module.exports, createRequire(bundlePath), module);
  return module.exports as typeof Host;
}

export interface RunningExtension {
  readonly editor: (typeof Host)['editor'];
  /** Returns the extension after a restart of the editor, with its stored data. */
  restart(): RunningExtension;
  dispose(): void;
}

interface ExtensionOptions {
  readonly language: Language;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly folder: string | undefined;
}

/** The stores that persist after the window closes. */
interface PersistentStores {
  readonly globalState: ReturnType<typeof createSyncedMemento>;
  readonly workspaceState: ReturnType<typeof createSyncedMemento>;
  readonly secrets: ReturnType<typeof createSecrets>;
  /** The path of a folder, which might not exist. */
  readonly storage: string;
}

const createPersistentStores = (): PersistentStores => ({
  globalState: createSyncedMemento(),
  workspaceState: createSyncedMemento(),
  secrets: createSecrets(),
  storage: join(tmpdir(), `hm-page-${randomUUID()}`),
});

/** Starts the extension, connected to a service with its API key. */
export function startExtension(
  service: SampleService,
  { settings, folder, language }: ExtensionOptions,
  stores: PersistentStores = createPersistentStores(),
): RunningExtension {
  const { activate, editor, Uri } = loadExtension();
  process.env['HOSTED_MCP_BASE_URL'] = service.url;
  process.env['HOSTED_MCP_API_KEY'] = service.apiKey;
  editor.folder = folder;
  if (language === pseudoLanguage)
    editor.setLanguage(language, pseudoTranslateAll(readExtensionTexts(root).bundle));
  Object.assign(editor.settings, {
    'hostedMcp.baseUrl': service.url,
    'hostedMcp.messages.machineKey': false,
    ...settings,
  });
  const subscriptions: { dispose(): void }[] = [];
  const context = {
    ...stores,
    subscriptions,
    extensionUri: Uri.from({ scheme: 'file', path: '/extension' }),
    globalStorageUri: Uri.file(stores.storage),
    extension: { id: 'hosted-mcp.hosted-mcp', packageJSON: { version: '0.0.0' } },
  };
  activate(context as never);
  const stop = (): void => {
    for (const one of subscriptions.toReversed()) one.dispose();
  };
  return {
    editor,
    dispose() {
      stop();
      rmSync(stores.storage, { recursive: true, force: true });
    },
    restart() {
      stop();
      return startExtension(service, { settings: editor.settings, folder, language }, stores);
    },
  };
}
