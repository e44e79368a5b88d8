import { isNotFoundError } from '../api/deleteOnce.ts';
import type { Distribution, Publication, ServerFields } from '../api/distribution.ts';
import { ApiError } from '../api/errors.ts';
import { mayHaveSucceeded } from '../api/retry.ts';

/**
 * Returns the published fields (`distribution.get`), or `undefined` if nothing is published. A server without a version
 * was never in the registry.
 */
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
 * The outcome of a publication that was sent once. `refused`: nothing was published. `unchanged`: the response was
 * lost, and the published fields are the same as before. `unknown`: the response was lost, and the fields can't be
 * read.
 */
export type PublishOutcome =
  | { readonly kind: 'published'; readonly fields: ServerFields }
  | { readonly kind: 'refused' | 'unchanged' | 'unknown'; readonly error: ApiError };

/** Publishes with one request (`distribution.publish`). If the outcome is uncertain, the published fields are read. */
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
      // Without the signal, to read after a cancellation as well.
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
