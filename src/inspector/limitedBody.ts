/** Bytes of one answer, or of one event of a stream without end: more is nothing that a person reads. */
const answerLimit = 64_000_000;

/** Why an answer was cut off. */
export class AnswerTooLong extends Error {
  readonly code = 'ANSWER_TOO_LONG';
}

/** The same answer; its body fails at the limit. `isEndless`: each of its events has the limit. */
export function limited(response: Response, isEndless: boolean, onCut: () => void): Response {
  const { body, status, statusText, headers } = response;
  if (!body) return response;
  let size = 0;
  let tail: Uint8Array = new Uint8Array();
  const counting = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      size += chunk.byteLength;
      if (isEndless) {
        const seen = Buffer.concat([tail, chunk]);
        const end = Math.max(...eventEnds.map((one) => seen.lastIndexOf(one)));
        if (end >= 0) size = seen.length - end;
        tail = seen.subarray(-3);
      }
      if (size <= answerLimit) return controller.enqueue(chunk);
      onCut();
      controller.error(new AnswerTooLong());
    },
  });
  const read = new Response(body.pipeThrough(counting), { status, statusText, headers });
  Object.defineProperty(read, 'url', { value: response.url });
  return read;
}

/** An empty line, in each of the ways in which lines end. */
const eventEnds = ['\n\n', '\r\n\r\n', '\r\r'];
