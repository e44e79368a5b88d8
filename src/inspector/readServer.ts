import * as vscode from 'vscode';
import { withCancellableProgress } from '../editor/progress.ts';
import { UserError } from '../editor/userError.ts';
import { omitUndefined } from '../fields.ts';
import type { PageDeps, ServerDeps } from './deps.ts';
import type { InspectorTarget } from './inspectorTarget.ts';
import { maskSecrets } from './maskSecrets.ts';
import { type ListingResult, readListing } from './readListing.ts';
import { createUrlSource, type ServerSource, type ServerSourceOptions } from './serverSource.ts';
import { toOriginAndPath } from './serverUrl.ts';
import { createStoredSignIn } from './signIn/keptSignIn.ts';
import { createSource } from './workspace/entrySource.ts';

type ServerListing = Exclude<ListingResult, { failure: string }>;

/** What another server offers; nothing else is asked of it. Rejects with a `CancellationError` when the person leaves. */
export const readOtherServer = (deps: PageDeps, target: InspectorTarget): Promise<ServerListing> =>
  readSource(deps, target, createSource(deps, createSourceOptions(deps, target)));

/** Reads what the server of an environment offers. */
export const readEnvironmentServer = (deps: ServerDeps, target: InspectorTarget): Promise<ServerListing> =>
  readSource(deps, target, createUrlSource(deps, createSourceOptions(deps, target)));

const createSourceOptions = (deps: ServerDeps, { url, identity }: InspectorTarget): ServerSourceOptions => ({
  identity,
  url: () => url,
  isInteractive: () => true,
  onChange: () => undefined,
  authorization: (at, address) => createStoredSignIn(deps, toOriginAndPath(at), address),
});

async function readSource(
  deps: ServerDeps,
  { identity }: InspectorTarget,
  source: ServerSource,
): Promise<ServerListing> {
  // What is asked for stands before the progress.
  const headers = await source.headers(new AbortController().signal);
  const { version } = deps;
  const asked = {
    url: source.url,
    headers,
    version,
    open: source.connect,
    ...omitUndefined({ steps: source.diagnose }),
  };
  const read = await withCancellableProgress(
    vscode.l10n.t('Loading the tools, resources, and prompts of {0}...', identity.title),
    (signal) => readListing({ ...asked, signal }),
  );
  if ('connection' in read) return read;
  // Its words may hold what it was sent, and what is said of a failure is in the log as well.
  const { url, storageUrl } = source;
  const token =
    storageUrl === undefined
      ? undefined
      : await createStoredSignIn(deps, toOriginAndPath(url), storageUrl).token();
  const secrets = [
    ...Object.values(headers),
    ...source.getSecrets(),
    ...(token === undefined ? [] : [token]),
  ];
  return requireListing({ ...read, failure: maskSecrets(read.failure, secrets) }, identity.title);
}

/** Rejects where something is missing, in words. */
function requireListing(read: ListingResult, title: string): ServerListing {
  if ('connection' in read) return read;
  throw new UserError(
    vscode.l10n.t("Couldn't read the tools, resources, and prompts of {0}. {1}", title, read.failure),
  );
}
