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

/** What is done one after the other; a failure names where it was. */
export type DeployFolderStep = 'pack' | 'address' | 'upload' | 'deploy';

export interface DeployFolderRequest {
  readonly environmentId: string;
  readonly teamId?: string | undefined;
  readonly settings?: DeploySettings | undefined;
}

export interface SendDeps {
  readonly client: Pick<Client, 'deployments' | 'environments'>;
  readonly signal: AbortSignal;
  readonly pack: (signal: AbortSignal) => Promise<PackedFolder>;
  /** The deployments of the environment as they are now. `undefined`: the service lists none, or not for this account. */
  readonly read: () => Promise<readonly Deployment[] | undefined>;
  readonly onStep?: (step: DeployFolderStep) => void;
  /** Of the upload. */
  readonly onProgress?: (bytes: number, size: number) => void;
  readonly fetch?: typeof globalThis.fetch;
  readonly silenceMs?: number;
  readonly wait?: typeof sleep;
  /** ms since 1970 */
  readonly now?: () => number;
}

/** What became of a folder that was sent. Only what the service says was started is `started`. */
export type DeployFolderOutcome = (StartOutcome | { readonly result: 'cancelled' }) & {
  readonly step: DeployFolderStep;
};

/**
 * Packs, uploads and deploys. `work` has what is done by then, also after a failure. A deployment that was asked for can't
 * be taken back: to cancel then is to look for it. Never rejects.
 */
export async function sendFolder(
  input: DeployFolderRequest,
  work: UploadState,
  deps: SendDeps,
): Promise<DeployFolderOutcome> {
  const { signal, onStep } = deps;
  const hadToken = work.token !== undefined;
  let step: DeployFolderStep = 'pack';
  const enter = (next: DeployFolderStep): void => {
    signal.throwIfAborted();
    step = next;
    onStep?.(next);
  };
  try {
    if (work.token === undefined) {
      if (!work.packed) {
        enter('pack');
        work.packed = await deps.pack(signal);
      }
      work.token = await upload(work.packed, input, deps, enter);
    }
    enter('deploy');
    const before = await deps.read();
    signal.throwIfAborted();
    const running = before?.find(isDeploymentRunning);
    if (running) return { result: 'running', running, step };
    const { token } = work;
    const body = { token, ...omitUndefined({ settings: input.settings }) };
    const started = await startDeploymentOnce({
      ask: () => deps.client.environments.deploy(input.environmentId, body, { signal }),
      read: deps.read,
      before,
      wait: deps.wait ?? sleep,
      isCancellation: (error) => isApiError(error, 'cancelled'),
    });
    // One that was used, or is refused, won't do a second time.
    if (!isArchiveReusable(started)) work.token = undefined;
    // It may have expired since.
    if (hadToken && isBadRequest(started)) return await sendFolder(input, work, deps);
    const isStopped = started.result === 'absent' && signal.aborted;
    return isStopped ? { result: 'cancelled', step } : { ...started, step };
  } catch (error) {
    if (signal.aborted) return { result: 'cancelled', step };
    return { result: 'refused', error, step };
  }
}

/** Whether the same archive may be deployed again without another upload. */
function isArchiveReusable(started: StartOutcome): boolean {
  return started.result === 'running' || (started.result === 'refused' && !isBadRequest(started));
}

function isBadRequest(started: StartOutcome): boolean {
  return started.result === 'refused' && isApiError(started.error, 'badRequest');
}

/** Answers the token of what has arrived. An address that is no longer good is asked for again, once. */
async function upload(
  { source }: PackedFolder,
  { teamId }: DeployFolderRequest,
  deps: SendDeps,
  enter: (step: DeployFolderStep) => void,
): Promise<string> {
  const { client, signal, fetch, silenceMs, onProgress, now = Date.now } = deps;
  const options = {
    signal,
    ...omitUndefined({ fetch, silenceMs }),
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
      await uploadArchive(target.uploadUrl, source, options);
      return target.token;
    } catch (error) {
      if (!isFirst || !isUploadUrlExpired(error, target, now())) throw error;
      isFirst = false;
      target = await ask();
    }
  }
}

function isExpired({ expiresAt }: UploadTarget, now: number): boolean {
  // What is no date is never past.
  return Date.parse(expiresAt ?? '') <= now;
}

/** A line that was cut may be how a store says that the address is no longer good. */
function isUploadUrlExpired(error: unknown, target: UploadTarget, now: number): boolean {
  if (!(error instanceof UploadError)) return false;
  return error.status === 403 || (error.kind === 'network' && isExpired(target, now));
}
