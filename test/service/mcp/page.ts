import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js';

/** Returns a page of a list. Its cursor encodes the position, so that clients don't interpret it. */
export function createPage<T>(all: readonly T[], cursor: string | undefined, size: number) {
  const begin = cursor === undefined ? 0 : Number(Buffer.from(cursor, 'base64url').toString());
  if (!(Number.isInteger(begin) && begin >= 0 && begin <= all.length)) {
    throw new McpError(ErrorCode.InvalidParams, 'Unknown cursor');
  }
  const end = begin + size;
  const items = all.slice(begin, end);
  return end < all.length ? { items, nextCursor: Buffer.from(String(end)).toString('base64url') } : { items };
}
