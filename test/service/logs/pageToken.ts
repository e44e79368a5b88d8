import { z } from 'zod';

/**
 * Where a next page begins. It counts entries, so an entry that arrives late before `offset` shifts what follows: the
 * times of the first page are kept, nothing else is promised.
 */
const pageToken = z.object({
  /** Of the query that the token belongs to. */
  asked: z.number(),
  since: z.number(),
  until: z.number(),
  offset: z.number().int().min(0),
  /** The page before this one was an empty one in between. */
  wasEmpty: z.boolean(),
});
type PageToken = z.infer<typeof pageToken>;

export function writePageToken(token: PageToken): string {
  return Buffer.from(JSON.stringify(token)).toString('base64url');
}

/** Undefined for a text that this service never gave out. */
export function readPageToken(text: string): PageToken | undefined {
  try {
    return pageToken.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
  } catch {
    return undefined; // Whatever is wrong with it, it isn't one of ours.
  }
}
