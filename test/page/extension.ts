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

/** Where `node esbuild.mjs --pages` puts the extension with what stands in for the editor. */
const bundle = join(root, 'dist', 'test', 'pageHost.cjs');

type Load = (exports: object, require: NodeJS.Require, module: { exports: object }) => void;
let load: Load | undefined;

/** A copy of the extension that shares nothing with another one. */
function freshCopy(): typeof Host {
  load ??= new vm.Script(`(function (exports, require, module) {${readFileSync(bundle, 'utf8')}\n})`, {
    filename: bundle,
  }).runInThisContext() as Load;
  const module = { exports: {} };
  load(module.exports, createRequire(bundle), module);
  return module.exports as typeof Host;
}

export interface RunningExtension {
  readonly editor: (typeof Host)['editor'];
  /** The extension as it is after the editor was closed and opened again: with what it stored. */
  restart(): RunningExtension;
  dispose(): void;
}

interface Opened {
  readonly language: Language;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly folder: string | undefined;
}

/** What outlives the window. */
interface Kept {
  readonly globalState: ReturnType<typeof createSyncedMemento>;
  readonly workspaceState: ReturnType<typeof createSyncedMemento>;
  readonly secrets: ReturnType<typeof createSecrets>;
  /** A folder; it may not be there. */
  readonly storage: string;
}

const createKept = (): Kept => ({
  ...{ globalState: createSyncedMemento(), workspaceState: createSyncedMemento(), secrets: createSecrets() },
  storage: join(tmpdir(), `hm-page-${randomUUID()}`),
});

/** Starts the extension, connected to this service with its API key. */
export function startExtension(
  service: SampleService,
  { settings, folder, language }: Opened,
  kept: Kept = createKept(),
): RunningExtension {
  const { activate, editor, Uri } = freshCopy();
  process.env['HOSTED_MCP_BASE_URL'] = service.url;
  process.env['HOSTED_MCP_API_KEY'] = service.apiKey;
  editor.folder = folder;
  if (language === pseudoLanguage)
    editor.speak(language, pseudoTranslateAll(readExtensionTexts(root).bundle));
  Object.assign(editor.settings, {
    'hostedMcp.baseUrl': service.url,
    'hostedMcp.messages.machineKey': false,
    ...settings,
  });
  const subscriptions: { dispose(): void }[] = [];
  const context = {
    ...kept,
    subscriptions,
    extensionUri: Uri.from({ scheme: 'file', path: '/extension' }),
    globalStorageUri: Uri.file(kept.storage),
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
      rmSync(kept.storage, { recursive: true, force: true });
    },
    restart() {
      stop();
      return startExtension(service, { settings: editor.settings, folder, language }, kept);
    },
  };
}
