import { isSafeUrl } from './baseUrl.ts';
import { findSystemCode } from './exchange.ts';

/**
 * Why an archive didn't arrive. `refused`: the address isn't good, or no longer. `silent`: nothing moved for too long.
 * `source`: the archive couldn't be read here.
 */
export type UploadErrorKind =
  | 'address'
  | 'refused'
  | 'tooLarge'
  | 'network'
  | 'silent'
  | 'server'
  | 'source'
  | 'cancelled';

/** Holds neither the address nor anything that came from it: whoever has the address may write there. */
export class UploadError extends Error {
  override readonly name = 'UploadError';
  readonly kind: UploadErrorKind;
  readonly status: number | undefined;
  /** The system's, such as `ECONNRESET`. */
  readonly code: string | undefined;

  constructor(kind: UploadErrorKind, { status, code }: { status?: number; code?: string | undefined } = {}) {
    super(`The upload failed (${kind}).`);
    this.kind = kind;
    this.status = status;
    this.code = code;
  }
}

/** The bytes to be sent; read again for each try. */
export interface UploadSource {
  /** bytes */
  readonly size: number;
  readonly read: () => ReadableStream<Uint8Array>;
}

interface UploadOptions {
  readonly signal: AbortSignal;
  /** Default: the global one, looked up at each call. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** ms without a byte that moves. There is no limit for the whole: archives are large, and lines are slow. */
  readonly idleTimeoutMs?: number;
  /** Bytes that were handed over so far; from 0 again after a redirect. */
  readonly onProgress?: ((bytes: number) => void) | undefined;
}

const defaultIdleTimeoutMs = 60_000;
/** S3 answers the first days of a bucket with the host of its region. */
const maxRedirects = 3;

/**
 * Puts the bytes of an archive at a presigned address. No credential of ours goes there. Rejects with an `UploadError`;
 * only a 2xx counts, whatever was sent by then.
 */
export async function uploadArchive(
  address: string,
  source: UploadSource,
  options: UploadOptions,
): Promise<void> {
  let url = address;
  for (let hops = 0; ; hops += 1) {
    if (!isSafeUrl(url) || hops > maxRedirects) throw new UploadError('address');
    const { status, location } = await putArchive(url, source, options);
    if (status >= 200 && status < 300) return;
    if (status !== 307 && status !== 308) throw new UploadError(toUploadErrorKind(status), { status });
    if (location === null || !URL.canParse(location, url)) throw new UploadError('address', { status });
    url = new URL(location, url).href;
  }
}

interface UploadResponse {
  readonly status: number;
  readonly location: string | null;
}

/**
 * Where a redirect may be followed, `fetch` of Node keeps all that it has sent, to send it again: memory would grow with the
 * archive. So the first try takes none, and the second only looks where the first may have been led.
 */
async function putArchive(
  url: string,
  source: UploadSource,
  options: UploadOptions,
): Promise<UploadResponse> {
  try {
    return await sendPut(url, source, options, 'error');
  } catch (error) {
    const isUnclear = error instanceof UploadError && error.kind === 'network' && error.code === undefined;
    if (!isUnclear) throw error;
    return sendPut(url, source, options, 'manual');
  }
}

async function sendPut(
  url: string,
  source: UploadSource,
  options: UploadOptions,
  redirect: 'error' | 'manual',
): Promise<UploadResponse> {
  const { signal, fetch = globalThis.fetch, idleTimeoutMs = defaultIdleTimeoutMs, onProgress } = options;
  const stop = new AbortController();
  let isSilent = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const moved = (): void => {
    clearTimeout(timer);
    // What is still read once it is over moves nothing.
    if (stop.signal.aborted) return;
    timer = setTimeout(() => {
      isSilent = true;
      stop.abort();
    }, idleTimeoutMs);
  };
  const abort = (): void => stop.abort();
  signal.addEventListener('abort', abort);
  let broken: { readonly code: string | undefined } | undefined;
  try {
    if (signal.aborted) throw new UploadError('cancelled');
    onProgress?.(0);
    moved();
    const body = observeStream(source.read(), {
      onBytes: (bytes) => {
        moved();
        onProgress?.(bytes);
      },
      onError: (error) => {
        broken = { code: findSystemCode(error) };
      },
    });
    const response = await fetch(url, {
      method: 'PUT',
      // An object store refuses what has no length (chunked).
      headers: { 'Content-Type': 'application/gzip', 'Content-Length': String(source.size) },
      body,
      redirect,
      window: null,
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: stop.signal,
      // A request with a stream needs it; not every description of `fetch` has it.
      duplex: 'half',
    });
    // What it says may quote the address. Its end isn't waited for.
    void response.body?.cancel().catch(() => undefined);
    return { status: response.status, location: response.headers.get('location') };
  } catch (error) {
    if (signal.aborted) throw new UploadError('cancelled');
    if (isSilent) throw new UploadError('silent');
    if (broken) throw new UploadError('source', broken);
    const code = findSystemCode(error);
    // Fewer or more bytes than the archive had when it was written.
    throw new UploadError(code === 'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH' ? 'source' : 'network', { code });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
    // Whatever is still being read of the archive ends, too.
    stop.abort();
  }
}

interface StreamObserver {
  readonly onBytes: (bytes: number) => void;
  readonly onError: (error: unknown) => void;
}

/** The same bytes, counted. No more are read than the connection takes. */
function observeStream(
  stream: ReadableStream<Uint8Array>,
  { onBytes, onError }: StreamObserver,
): ReadableStream<Uint8Array> {
  const reader = stream.getReader();
  let bytes = 0;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (done) return controller.close();
          bytes += value.byteLength;
          onBytes(bytes);
          controller.enqueue(value);
        } catch (error) {
          onError(error);
          controller.error(error);
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

function toUploadErrorKind(status: number): UploadErrorKind {
  if (status === 413) return 'tooLarge';
  if (status >= 500 || status === 408 || status === 429) return 'server';
  return 'refused';
}
