import { rewriteBody } from './responseBody.ts';

/** Bytes of one answer, or of one event of a stream without end: more is nothing that a person reads. */
const maxResponseBytes = 64_000_000;

/** Why an answer was cut off. */
export class ResponseTooLargeError extends Error {
  readonly code = 'ANSWER_TOO_LONG';
}

/**
 * Returns a copy of a body that fails at the limit. `isEndless`: each of its events has the limit. `failed`: returns the error of
 * a body that can't be read to its end.
 */
export function limitBody(
  body: ReadableStream<Uint8Array>,
  isEndless: boolean,
  failed?: (error: unknown) => unknown,
): ReadableStream<Uint8Array> {
  let size = 0;
  let tail: Uint8Array = new Uint8Array();
  return rewriteBody(body, {
    ...(failed && { failed }),
    rewrite(piece) {
      size += piece.byteLength;
      if (isEndless) {
        const seen = Buffer.concat([tail, piece]);
        const end = Math.max(...eventEndings.map((one) => seen.lastIndexOf(one)));
        if (end >= 0) size = seen.length - end;
        tail = seen.subarray(-3);
      }
      if (size > maxResponseBytes) throw new ResponseTooLargeError();
      return piece;
    },
  });
}

/** An empty line, in each of the ways in which lines end. */
const eventEndings = ['\n\n', '\r\n\r\n', '\r\r'];
