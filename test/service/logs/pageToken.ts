import { z } from 'zod';

/**
 * The position of the next page. It counts entries, so an entry that arrives late before `offset` shifts the
 * following pages. Only the time range of the first page is kept.
 */
const pageToken = z.object({
  /** A hash of the query that the token belongs to. */
  asked: z.number(),
  since: z.number(),
  until: z.number(),
  offset: z.number().int().min(0),
  /** Whether the previous page was empty although it wasn't the last. */
  wasEmpty: z.boolean(),
});
type PageToken = z.infer<typeof pageToken>;

export function writePageToken(token: PageToken): string {
  return Buffer.from(JSON.stringify(token)).toString('base64url');
}

/** Reads a token. Returns `undefined` if this service didn't issue it. */
export function readPageToken(text: string): PageToken | undefined {
  try {
    return pageToken.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
  } catch {
    return undefined; // The text isn't a token of this service.
  }
}
