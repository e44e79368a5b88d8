/** Statuses of responses without a body (Fetch §2.2.3). */
const bodilessStatuses: readonly number[] = [204, 205, 304];

/** Returns a copy of a response with a different body. */
export function replaceBody(
  { status, url, headers }: Response,
  body: ReadableStream<Uint8Array> | string | null,
  { ...init }: Pick<ResponseInit, 'headers'> = { headers },
): Response {
  const isStandard = status >= 200 && status <= 599;
  const content = bodilessStatuses.includes(status) ? null : body;
  const copy = new Response(content, { ...init, status: isStandard ? status : 500 });
  // The constructor doesn't accept a URL, or statuses such as 999.
  return Object.defineProperties(copy, { url: { value: url }, status: { value: status } });
}

interface BodyRewriter {
  readonly rewrite: (piece: Uint8Array) => Uint8Array;
  /** Returns the end of the new body; absent if nothing is added. */
  readonly end?: () => Uint8Array;
  /** Maps an error of the old body to the error of the new body. */
  readonly mapError?: (error: unknown) => unknown;
}

const noBytes: Uint8Array = new Uint8Array();

/** Creates a body by rewriting the pieces of another one. Nothing is read in advance. */
export function rewriteBody(
  body: ReadableStream<Uint8Array>,
  { rewrite, end = () => noBytes, mapError = (error) => error }: BodyRewriter,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let isCanceled = false;
  async function pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    for (let piece: Uint8Array = noBytes; piece.byteLength === 0; ) {
      const { value, done } = await reader.read();
      if (isCanceled) return;
      piece = done ? end() : rewrite(value);
      if (piece.byteLength > 0) controller.enqueue(piece);
      if (done) return controller.close();
    }
  }
  return new ReadableStream<Uint8Array>(
    {
      pull: (controller) =>
        pull(controller).catch((error: unknown) => {
          void reader.cancel().catch(() => undefined);
          if (!isCanceled) controller.error(mapError(error));
        }),
      cancel(reason) {
        isCanceled = true;
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}

/** Returns the character set of a response if it's supported, or else UTF-8. */
export function readCharset(headers: Headers): string {
  const [, charset = ''] = /;\s*charset="?([^\s;"]+)/i.exec(headers.get('content-type') ?? '') ?? [];
  try {
    return new TextDecoder(charset).encoding;
  } catch {
    return 'utf-8';
  }
}
