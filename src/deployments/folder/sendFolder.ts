import type { Client } from '../../api/client.ts';
import type { Deployment, UploadTarget } from '../../api/deployments.ts';
import type { DeploySettings } from '../../api/environments.ts';
import { isApiError } from '../../api/errors.ts';
import { sleep } from '../../api/retry.ts';
import { UploadError, uploadArchive } from '../../api/upload.ts';
import { isDeploymentRunning } from '../../domain/deployment.ts';
import { omitUndefined } from '../../fields.ts';
import { type StartOutcome, startDeploymentOnce } from '../startDeployment.ts';
import type { PackedFolder, UploadState } from './uploadState.ts';

/** The steps of a deployment, in their order. A failure has the step at which it happened. */
export type DeployFolderStep = 'pack' | 'address' | 'upload' | 'deploy';

interface DeployFolderRequest {
  readonly environmentId: string;
  readonly teamId?: string | undefined;
  readonly settings?: DeploySettings | undefined;
}

interface SendFolderOptions {
  readonly client: Pick<Client, 'deployments' | 'environments'>;
  readonly signal: AbortSignal;
  readonly pack: (signal: AbortSignal) => Promise<PackedFolder>;
  /** Reads the current deployments. Returns `undefined` if the service can't list them, or not for this account. */
  readonly read: () => Promise<readonly Deployment[] | undefined>;
  readonly onStep?: (step: DeployFolderStep) => void;
  /** Called with the uploaded bytes and the size of the archive. */
  readonly onProgress?: (bytes: number, size: number) => void;
  readonly fetch?: typeof globalThis.fetch;
  readonly idleTimeoutMs?: number;
  readonly wait?: typeof sleep;
  /** Returns the current time in ms since 1970. */
  readonly now?: () => number;
}

/** The outcome of a deployment. It's `started` only if the service reports the deployment. */
export type DeployFolderOutcome = (StartOutcome | { readonly result: 'cancelled' }) & {
  readonly step: DeployFolderStep;
};

/**
 * Packs, uploads, and deploys a folder. `work` keeps the finished steps, even after a failure. A deployment request
 * can't be revoked, so a cancellation checks whether it was started. Never rejects.
 */
export async function sendFolder(
  input: DeployFolderRequest,
  state: UploadState,
  options: SendFolderOptions,
): Promise<DeployFolderOutcome> {
  const { signal, onStep } = options;
  const hadToken = state.token !== undefined;
  let step: DeployFolderStep = 'pack';
  const enter = (next: DeployFolderStep): void => {
    signal.throwIfAborted();
    step = next;
    onStep?.(next);
  };
  try {
    if (state.token === undefined) {
      if (!state.packed) {
        enter('pack');
        state.packed = await options.pack(signal);
      }
      state.token = await upload(state.packed, input, options, enter);
    }
    enter('deploy');
    const before = await options.read();
    signal.throwIfAborted();
    const running = before?.find(isDeploymentRunning);
    if (running) return { result: 'running', running, step };
    const { token } = state;
    const body = { token, ...omitUndefined({ settings: input.settings }) };
    const started = await startDeploymentOnce({
      send: () => options.client.environments.deploy(input.environmentId, body, { signal }),
      listDeployments: options.read,
      deploymentsBefore: before,
      sleep: options.wait ?? sleep,
      isCancellation: (error) => isApiError(error, 'cancelled'),
    });
    // A token that was used or rejected isn't valid again.
    if (!isArchiveReusable(started)) state.token = undefined;
    // The token from an earlier attempt can have expired.
    if (hadToken && isBadRequest(started)) return await sendFolder(input, state, options);
    const isStopped = started.result === 'notFound' && signal.aborted;
    return isStopped ? { result: 'cancelled', step } : { ...started, step };
  } catch (error) {
    if (signal.aborted) return { result: 'cancelled', step };
    return { result: 'refused', error, step };
  }
}

/** Whether the archive can be deployed without another upload. */
function isArchiveReusable(started: StartOutcome): boolean {
  return started.result === 'running' || (started.result === 'refused' && !isBadRequest(started));
}

function isBadRequest(started: StartOutcome): boolean {
  return started.result === 'refused' && isApiError(started.error, 'badRequest');
}

/** Uploads the archive and returns its token. Requests another upload URL, once, if the URL has expired. */
async function upload(
  { source }: PackedFolder,
  { teamId }: DeployFolderRequest,
  options: SendFolderOptions,
  enter: (step: DeployFolderStep) => void,
): Promise<string> {
  const { client, signal, fetch, idleTimeoutMs, onProgress, now = Date.now } = options;
  const uploadOptions = {
    signal,
    ...omitUndefined({ fetch, idleTimeoutMs }),
    onProgress: (bytes: number) => onProgress?.(bytes, source.size),
  };
  const ask = (): Promise<UploadTarget> => {
    enter('address');
    return client.deployments.uploadArtifact(omitUndefined({ teamId }), { signal });
  };
  let target = await ask();
  let isFirst = true;
  if (isExpired(target, now())) {
    target = await ask();
    isFirst = false;
  }
  for (;;) {
    enter('upload');
    try {
      await uploadArchive(target.uploadUrl, source, uploadOptions);
      return target.token;
    } catch (error) {
      if (!isFirst || !isUploadUrlExpired(error, target, now())) throw error;
      isFirst = false;
      target = await ask();
    }
  }
}

function isExpired({ expiresAt }: UploadTarget, now: number): boolean {
  // An invalid or missing date never expires.
  return Date.parse(expiresAt ?? '') <= now;
}

/** Whether the upload URL has expired. Some stores close the connection in this case. */
function isUploadUrlExpired(error: unknown, target: UploadTarget, now: number): boolean {
  if (!(error instanceof UploadError)) return false;
  return error.status === 403 || (error.kind === 'network' && isExpired(target, now));
}
