import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import * as vscode from 'vscode';
import { UserError } from '../editor/userError.ts';

/** The sample service: a simulated hosting service on a loopback port, with projects that exist only in memory. */
export interface SampleService {
  readonly url: string;
  /** A user token that only this service accepts. */
  readonly accessToken: string;
  /** Stops the service, and forgets all changes. */
  stop(): void;
}

const startTimeoutMs = 20_000;

/** Starts the sample service in a worker thread. `folder` is the folder of the extension. Rejects with a `UserError`. */
export function startSampleService(folder: string): Promise<SampleService> {
  const worker = new Worker(join(folder, 'dist', 'sampleService.cjs'));
  const stop = (): void => void worker.terminate();
  return new Promise((resolve, reject) => {
    const fail = (reason: string): void => {
      stop();
      reject(new UserError(vscode.l10n.t("The sample couldn't be started: {0}", reason)));
    };
    const timer = setTimeout(() => fail(vscode.l10n.t('no response within 20 seconds.')), startTimeoutMs);
    worker.once('error', (error: unknown) => {
      clearTimeout(timer);
      fail(error instanceof Error ? error.message : String(error));
    });
    worker.once('message', ({ url, userToken }: { readonly url: string; readonly userToken: string }) => {
      clearTimeout(timer);
      resolve({ url, accessToken: userToken, stop });
    });
  });
}
