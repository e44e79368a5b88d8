/** Statuses of responses without a body (Fetch §2.2.3). */
const bodilessStatuses: readonly number[] = [204, 205, 304];

/** Returns a copy of a response with another body. */
export function replaceBody(
  { status, url, headers }: Response,
  body: ReadableStream<Uint8Array> | string | null,
  { ...init }: Pick<ResponseInit, 'headers'> = { headers },
): Response {
  const isStandard = status >= 200 && status <= 599;
  const content = bodilessStatuses.includes(status) ? null : body;
  const copy = new Response(content, { ...init, status: isStandard ? status : 500 });
  // The constructor takes no URL, and no status such as 999.
  return Object.defineProperties(copy, { url: { value: url }, status: { value: status } });
}

interface BodyRewriter {
  readonly rewrite: (piece: Uint8Array) => Uint8Array;
  /** Returns the end of the new body; absent: there is nothing to add. */
  readonly end?: () => Uint8Array;
  /** Returns the error that the reader of the new body gets; absent: the error of the old body. */
  readonly failed?: (error: unknown) => unknown;
}

const noBytes: Uint8Array = new Uint8Array();

/** Returns a body that is made of another one, piece by piece, and not read ahead. */
export function rewriteBody(
  body: ReadableStream<Uint8Array>,
  { rewrite, end = () => noBytes, failed = (error) => error }: BodyRewriter,
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
          if (!isCanceled) controller.error(failed(error));
        }),
      cancel(reason) {
        isCanceled = true;
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}

/** Returns the character set that a response names, if it is one that can be decoded; else UTF-8. */
export function readCharset(headers: Headers): string {
  const [, charset = ''] = /;\s*charset="?([^\s;"]+)/i.exec(headers.get('content-type') ?? '') ?? [];
  try {
    return new TextDecoder(charset).encoding;
  } catch {
    return 'utf-8';
  }
}
