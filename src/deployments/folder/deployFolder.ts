import type { Client } from '../../api/client.ts';
import type { Deployment, UploadTarget } from '../../api/deployments.ts';
import type { DeploySettings } from '../../api/environments.ts';
import { isApiError } from '../../api/errors.ts';
import { sleep } from '../../api/sleep.ts';
import { UploadError, uploadArchive } from '../../api/upload.ts';
import { isDeploymentRunning } from '../../domain/deployment.ts';
import { omitUndefined } from '../../fields.ts';
import { type StartOutcome, startDeploymentOnce } from '../startDeployment.ts';
import type { PackedFolder, UploadState } from './uploadState.ts';

/**
 * The steps of a deployment, in their order. `uploadUrl` requests the URL of the upload. A failure has the step at
 * which it happened.
 */
export type DeployFolderStep = 'pack' | 'uploadUrl' | 'upload' | 'deploy';

interface DeployFolderRequest {
  readonly environmentId: string;
  readonly teamId?: string | undefined;
  readonly settings?: DeploySettings | undefined;
}

interface DeployFolderOptions {
  readonly client: Pick<Client, 'deployments' | 'environments'>;
  readonly signal: AbortSignal;
  readonly pack: (signal: AbortSignal) => Promise<PackedFolder>;
  /** Reads the current deployments. Returns `undefined` if the service can't list them, or not for this account. */
  readonly listDeployments: () => Promise<readonly Deployment[] | undefined>;
  readonly onStep?: (step: DeployFolderStep) => void;
  /** Called with the uploaded bytes and the size of the archive. */
  readonly onProgress?: (bytes: number, size: number) => void;
  readonly fetch?: typeof globalThis.fetch;
  readonly idleTimeoutMs?: number;
  readonly sleep?: typeof sleep;
  /** Returns the current time in milliseconds since the epoch. */
  readonly now?: () => number;
}

/** The outcome of a deployment. It's `started` only if the service reports the deployment. */
export type DeployFolderOutcome = (StartOutcome | { readonly result: 'canceled' }) & {
  readonly step: DeployFolderStep;
};

/**
 * Packs, uploads, and deploys a folder. `state` keeps the finished steps, even after a failure. A deployment request
 * can't be revoked, so after a cancellation, the deployments are checked for a new one. Never rejects.
 */
export async function deployFolder(
  input: DeployFolderRequest,
  state: UploadState,
  options: DeployFolderOptions,
): Promise<DeployFolderOutcome> {
  const { signal, onStep } = options;
  const hadToken = state.token !== undefined;
  let step: DeployFolderStep = 'pack';
  const enterStep = (nextStep: DeployFolderStep): void => {
    signal.throwIfAborted();
    step = nextStep;
    onStep?.(nextStep);
  };
  try {
    if (state.token === undefined) {
      if (!state.packed) {
        enterStep('pack');
        state.packed = await options.pack(signal);
      }
      state.token = await upload(state.packed, input, options, enterStep);
    }
    enterStep('deploy');
    const deploymentsBefore = await options.listDeployments();
    signal.throwIfAborted();
    const running = deploymentsBefore?.find(isDeploymentRunning);
    if (running) return { result: 'running', running, step };
    const { token } = state;
    const body = { token, ...omitUndefined({ settings: input.settings }) };
    const outcome = await startDeploymentOnce({
      send: () => options.client.environments.deploy(input.environmentId, body, { signal }),
      listDeployments: options.listDeployments,
      deploymentsBefore,
      sleep: options.sleep ?? sleep,
      isCancellation: (error) => isApiError(error, 'canceled'),
    });
    // A token that was used or rejected isn't valid again.
    if (!isArchiveReusable(outcome)) state.token = undefined;
    // The token from an earlier attempt might have expired, so the folder is uploaded again.
    if (hadToken && isBadRequest(outcome)) return await deployFolder(input, state, options);
    const isCanceled = outcome.result === 'notFound' && signal.aborted;
    return isCanceled ? { result: 'canceled', step } : { ...outcome, step };
  } catch (error) {
    if (signal.aborted) return { result: 'canceled', step };
    return { result: 'notStarted', error, step };
  }
}

/** Whether the archive can be deployed without another upload. */
function isArchiveReusable(outcome: StartOutcome): boolean {
  return outcome.result === 'running' || (outcome.result === 'notStarted' && !isBadRequest(outcome));
}

function isBadRequest(outcome: StartOutcome): boolean {
  return outcome.result === 'notStarted' && isApiError(outcome.error, 'badRequest');
}

/** Uploads the archive and returns its token. If the upload URL has expired, requests another one, but only once. */
async function upload(
  { source }: PackedFolder,
  { teamId }: DeployFolderRequest,
  options: DeployFolderOptions,
  enterStep: (step: DeployFolderStep) => void,
): Promise<string> {
  const { client, signal, fetch, idleTimeoutMs, onProgress, now = Date.now } = options;
  const uploadOptions = {
    signal,
    ...omitUndefined({ fetch, idleTimeoutMs }),
    onProgress: (bytes: number) => onProgress?.(bytes, source.size),
  };
  const requestTarget = (): Promise<UploadTarget> => {
    enterStep('uploadUrl');
    return client.deployments.uploadArtifact(omitUndefined({ teamId }), { signal });
  };
  let target = await requestTarget();
  let isFirst = true;
  if (isExpired(target, now())) {
    target = await requestTarget();
    isFirst = false;
  }
  for (;;) {
    enterStep('upload');
    try {
      await uploadArchive(target.uploadUrl, source, uploadOptions);
      return target.token;
    } catch (error) {
      if (!isFirst || !isUploadUrlExpired(error, target, now())) throw error;
      isFirst = false;
      target = await requestTarget();
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
