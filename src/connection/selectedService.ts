import * as vscode from 'vscode';
import { type BaseUrl, parseBaseUrl } from '../api/baseUrl.ts';
import type { Auth } from '../auth/auth.ts';
import { ContextKey } from '../editor/contextKey.ts';
import { settings } from '../editor/settings.ts';
import { ContextKeyId, SettingId, ViewId } from '../ids.ts';
import type { SampleService } from './sampleService.node.ts';

/** The service that the window uses: the one in the settings, or the sample service while the user tries it. */
export interface SelectedService extends vscode.Disposable {
  readonly getBaseUrl: () => BaseUrl;
  /** Returns the name for display, or `undefined` if no service is selected. */
  readonly getName: () => string | undefined;
  readonly onDidChange: vscode.Event<void>;
  readonly isSample: () => boolean;
  /** Starts the sample service, and shows its projects. Rejects with a `UserError` if it can't be started. */
  readonly trySample: () => Promise<void>;
  /** Stops the sample service, and discards the changes that were made in it. */
  readonly leaveSample: () => Promise<void>;
}

/** `folder` is the folder of the extension. */
export function createSelectedService(
  folder: string,
  setSampleAccount: Auth['setSampleAccount'],
): SelectedService {
  // An extension host in a web worker can't listen on a port.
  const isNode = typeof process !== 'undefined' && process.versions?.node !== undefined;
  new ContextKey<boolean>(ContextKeyId.hasSample).set(isNode);
  const isSample = new ContextKey<boolean>(ContextKeyId.isSample);
  const changed = new vscode.EventEmitter<void>();
  let sample: SampleService | undefined;
  // Cached, because reading a setting is slow: the editor merges all settings each time.
  let baseUrl: BaseUrl | undefined;
  const handleChange = (): void => {
    baseUrl = undefined;
    changed.fire();
  };
  let isDisposed = false;
  let starting: Promise<void> | undefined;
  const startSample = async (): Promise<void> => {
    const { startSampleService } = await import('./sampleService.node.ts');
    const started = await startSampleService(folder);
    if (isDisposed) return started.stop();
    // The account exists before the service is used, so that nobody is asked to sign in.
    await setSampleAccount(started);
    sample = started;
    isSample.set(true);
    handleChange();
  };
  const leaveSample = async (): Promise<void> => {
    const previous = sample;
    if (!previous) return;
    sample = undefined;
    isSample.set(false);
    handleChange();
    await setSampleAccount(undefined);
    previous.stop();
  };
  const subscription = settings.onDidChange(SettingId.baseUrl, () => {
    if (sample) void leaveSample();
    else handleChange();
  });
  const getBaseUrl = (): BaseUrl => (baseUrl ??= parseBaseUrl(sample?.url ?? settings.baseUrl()));
  return {
    getBaseUrl,
    getName: () => {
      if (sample) return vscode.l10n.t('sample');
      const current = getBaseUrl();
      return current.ok ? new URL(current.url).host : undefined;
    },
    onDidChange: changed.event,
    isSample: () => sample !== undefined,
    trySample: async () => {
      if (!sample) {
        const location = { viewId: ViewId.projects };
        // A second call waits for the first one.
        starting ??= startSample().finally(() => {
          starting = undefined;
        });
        const started = starting;
        await vscode.window.withProgress({ location }, () => started);
      }
      await vscode.commands.executeCommand(`${ViewId.projects}.focus`);
    },
    leaveSample,
    dispose: () => {
      isDisposed = true;
      sample?.stop();
      vscode.Disposable.from(subscription, changed).dispose();
    },
  };
}
