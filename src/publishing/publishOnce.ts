import { isNotFoundError } from '../api/deleteOnce.ts';
import type { Distribution, Publication, ServerFields } from '../api/distribution.ts';
import { ApiError } from '../api/errors.ts';
import { mayHaveSucceeded } from '../api/retry.ts';

/** What is published; `undefined`: nothing. What has no version was never in the registry. */
export async function readPublished(
  distribution: Pick<Distribution, 'get'>,
  where: Pick<Publication, 'projectId' | 'domain'>,
  options: Parameters<Distribution['get']>[1],
): Promise<ServerFields | undefined> {
  try {
    const { serverFields } = await distribution.get(where, options);
    return serverFields.version === undefined ? undefined : serverFields;
  } catch (error) {
    if (isNotFoundError(error)) return undefined;
    throw error;
  }
}

/**
 * What became of a publication. `refused`: nothing was published. `unchanged`: the answer was lost, and what is published
 * was as before afterwards. `unknown`: nor could that be read.
 */
export type PublishOutcome =
  | { readonly kind: 'published'; readonly fields: ServerFields }
  | { readonly kind: 'refused' | 'unchanged' | 'unknown'; readonly error: ApiError };

/** Publishes once. Where the answer leaves open what happened, what is published is read. */
export async function publishOnce(
  distribution: Pick<Distribution, 'get' | 'publish'>,
  publication: Publication,
  before: ServerFields | undefined,
  signal: AbortSignal,
): Promise<PublishOutcome> {
  try {
    return { kind: 'published', fields: (await distribution.publish(publication, { signal })).serverFields };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (!mayHaveSucceeded(error)) return { kind: 'refused', error };
    try {
      const { projectId, domain, title, description, websiteUrl } = publication;
      // Also after a cancellation, so not by its signal.
      const options = { isSingleTry: signal.aborted };
      const now = await readPublished(distribution, { projectId, domain }, options);
      const isOurs =
        now !== undefined &&
        now.version !== before?.version &&
        (now.title === undefined || now.title === title) &&
        now.description === description &&
        (websiteUrl === undefined || now.websiteUrl === websiteUrl);
      return isOurs ? { kind: 'published', fields: now } : { kind: 'unchanged', error };
    } catch (reading) {
      if (!(reading instanceof ApiError)) throw reading;
      return { kind: 'unknown', error };
    }
  }
}
