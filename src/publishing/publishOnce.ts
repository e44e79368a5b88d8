import type { Distribution, Publication, ServerFields } from '../api/distribution.ts';
import { isNotFoundError } from '../api/errors.ts';
import { type SendOutcome, sendOnce } from '../api/sendOnce.ts';

/**
 * Returns the published fields (`distribution.get`), or `undefined` if nothing is published. A server without a version
 * was never in the registry.
 */
export async function readPublished(
  distribution: Pick<Distribution, 'get'>,
  target: Pick<Publication, 'projectId' | 'domain'>,
  options: Parameters<Distribution['get']>[1],
): Promise<ServerFields | undefined> {
  try {
    const { serverFields } = await distribution.get(target, options);
    return serverFields.version === undefined ? undefined : serverFields;
  } catch (error) {
    if (isNotFoundError(error)) return undefined;
    throw error;
  }
}

/**
 * Publishes with one request (`distribution.publish`). If the outcome is uncertain, reads the published fields to
 * determine it.
 */
export function publishOnce(
  distribution: Pick<Distribution, 'get' | 'publish'>,
  publication: Publication,
  previousFields: ServerFields | undefined,
  signal: AbortSignal,
): Promise<SendOutcome<ServerFields>> {
  const { projectId, domain, title, description, websiteUrl } = publication;
  return sendOnce({
    send: async () => (await distribution.publish(publication, { signal })).serverFields,
    findChange: async () => {
      const options = { isSingleTry: signal.aborted };
      const current = await readPublished(distribution, { projectId, domain }, options);
      const isOurs =
        current !== undefined &&
        current.version !== previousFields?.version &&
        (current.title === undefined || current.title === title) &&
        current.description === description &&
        (websiteUrl === undefined || current.websiteUrl === websiteUrl);
      return isOurs ? current : undefined;
    },
  });
}
