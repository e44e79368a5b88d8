import { rewriteBody } from './responseBody.ts';

/** Maximum size of a response, or of one event of an event stream, in bytes. */
const maxResponseBytes = 64_000_000;

export class ResponseTooLargeError extends Error {
  readonly code = 'ANSWER_TOO_LONG';
}

/**
 * Returns a copy of a body that fails at the size limit. `isEventStream`: whether the limit applies to each event. `mapError`:
 * maps the error of a body that can't be read completely.
 */
export function limitBody(
  body: ReadableStream<Uint8Array>,
  isEventStream: boolean,
  mapError?: (error: unknown) => unknown,
): ReadableStream<Uint8Array> {
  let size = 0;
  let tail: Uint8Array = new Uint8Array();
  return rewriteBody(body, {
    ...(mapError && { mapError }),
    rewrite(piece) {
      size += piece.byteLength;
      if (isEventStream) {
        const bytes = Buffer.concat([tail, piece]);
        const lastEnding = Math.max(...eventEndings.map((ending) => bytes.lastIndexOf(ending)));
        if (lastEnding >= 0) size = bytes.length - lastEnding;
        // The part of an ending that is split between two pieces.
        tail = bytes.subarray(-3);
      }
      if (size > maxResponseBytes) throw new ResponseTooLargeError();
      return piece;
    },
  });
}

/** The ends of events: empty lines, with each kind of line ending. */
const eventEndings = ['\n\n', '\r\n\r\n', '\r\r'];
