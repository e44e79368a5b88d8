import * as vscode from 'vscode';
import { withCancellableProgress } from '../editor/progress.ts';
import { UserError } from '../editor/userError.ts';
import { omitUndefined } from '../fields.ts';
import type { InspectorContext, InspectorPageContext } from './inspectorContext.ts';
import type { InspectorTarget } from './inspectorTarget.ts';
import { maskSecrets } from './maskSecrets.ts';
import { type ListingResult, readListing } from './readListing.ts';
import { createUrlSource, type ServerSource, type ServerSourceOptions } from './serverSource.ts';
import { toOriginAndPath } from './serverUrl.ts';
import { createStoredSignIn } from './signIn/signIn.ts';
import { createSource } from './workspace/entrySource.ts';

type ReadContext = Pick<InspectorContext, 'connection' | 'lease' | 'secrets' | 'version'>;

type ServerListing = Exclude<ListingResult, { failure: string }>;

/** Reads the listing of another server. Rejects with a `CancellationError` if the user cancels. */
export const readOtherServer = (
  context: InspectorPageContext,
  target: InspectorTarget,
): Promise<ServerListing> =>
  readSource(context, target, createSource(context, createSourceOptions(context, target)));

/** Reads the listing of an environment's server. */
export const readEnvironmentServer = (
  context: ReadContext,
  target: InspectorTarget,
): Promise<ServerListing> =>
  readSource(context, target, createUrlSource(context, createSourceOptions(context, target)));

const createSourceOptions = (
  context: ReadContext,
  { url, identity }: InspectorTarget,
): ServerSourceOptions => ({
  identity,
  url: () => url,
  isInteractive: () => true,
  onChange: () => undefined,
  authorization: (serverUrl, storageUrl) =>
    createStoredSignIn(context, toOriginAndPath(serverUrl), storageUrl),
});

async function readSource(
  context: ReadContext,
  { identity }: InspectorTarget,
  source: ServerSource,
): Promise<ServerListing> {
  // Prompts must appear before the progress notification.
  const headers = await source.resolveHeaders(new AbortController().signal);
  const { version } = context;
  const options = {
    url: source.url,
    headers,
    version,
    connect: source.connect,
    ...omitUndefined({ diagnose: source.diagnose }),
  };
  const listingResult = await withCancellableProgress(
    vscode.l10n.t('Loading the tools, resources, and prompts of {0}...', identity.title),
    (signal) => readListing({ ...options, signal }),
  );
  if ('connection' in listingResult) return listingResult;
  // The server's message can contain secrets of the request, and errors are also written to the log.
  const { url, storageUrl } = source;
  const token =
    storageUrl === undefined
      ? undefined
      : await createStoredSignIn(context, toOriginAndPath(url), storageUrl).token();
  const secrets = [
    ...Object.values(headers),
    ...source.getSecrets(),
    ...(token === undefined ? [] : [token]),
  ];
  return requireListing(
    { ...listingResult, failure: maskSecrets(listingResult.failure, secrets) },
    identity.title,
  );
}

/** Returns a listing, or throws the failure as a `UserError`. */
function requireListing(listingResult: ListingResult, title: string): ServerListing {
  if ('connection' in listingResult) return listingResult;
  throw new UserError(
    vscode.l10n.t(
      "Couldn't read the tools, resources, and prompts of {0}. {1}",
      title,
      listingResult.failure,
    ),
  );
}
