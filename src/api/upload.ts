import { isSafeUrl } from './baseUrl.ts';
import { findSystemCode } from './exchange.ts';

/**
 * Why an upload failed. `refused`: the URL is invalid or has expired. `silent`: no bytes were sent for too long.
 * `source`: the archive couldn't be read.
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

/** The error of an upload. Contains neither the URL nor the response, because the URL permits writing. */
export class UploadError extends Error {
  override readonly name = 'UploadError';
  readonly kind: UploadErrorKind;
  readonly status: number | undefined;
  /** A system code, such as `ECONNRESET`. */
  readonly code: string | undefined;

  constructor(kind: UploadErrorKind, { status, code }: { status?: number; code?: string | undefined } = {}) {
    super(`The upload failed (${kind}).`);
    this.kind = kind;
    this.status = status;
    this.code = code;
  }
}

/** The bytes of an upload. They are read again for each attempt. */
export interface UploadSource {
  /** In bytes. */
  readonly size: number;
  readonly read: () => ReadableStream<Uint8Array>;
}

interface UploadOptions {
  readonly signal: AbortSignal;
  /** Default: the global `fetch`, looked up at each call. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /**
   * The time limit without progress, in ms. There is no limit for the whole upload, because archives can be large and
   * connections slow.
   */
  readonly idleTimeoutMs?: number;
  /** Called with the number of bytes sent so far, from 0 again after a redirect. */
  readonly onProgress?: ((bytes: number) => void) | undefined;
}

const defaultIdleTimeoutMs = 60_000;
/** In the first days of a bucket, S3 redirects to the host of its region. */
const maxRedirects = 3;

/**
 * Uploads an archive to a presigned URL, without credentials. Rejects with an `UploadError` unless the status is 2xx.
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
 * If a request permits redirects, Node's `fetch` keeps everything that it has sent, to be able to send it again: memory
 * would grow with the archive. Therefore the first attempt permits none, and the second one only finds out where the
 * first was redirected.
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
    // Reading that continues after the end isn't progress.
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
    const init: RequestInit = {
      method: 'PUT',
      // Object stores reject requests without a length (chunked).
      headers: { 'Content-Type': 'application/gzip', 'Content-Length': String(source.size) },
      body,
      redirect,
      window: null,
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: stop.signal,
    };
    // Required for a stream as the body, but not every type declaration of `fetch` has it.
    const response = await fetch(url, Object.assign(init, { duplex: 'half' }));
    // The body might quote the URL. Its cancellation isn't awaited.
    void response.body?.cancel().catch(() => undefined);
    return { status: response.status, location: response.headers.get('location') };
  } catch (error) {
    if (signal.aborted) throw new UploadError('cancelled');
    if (isSilent) throw new UploadError('silent');
    if (broken) throw new UploadError('source', broken);
    const code = findSystemCode(error);
    // The archive has fewer or more bytes than when it was written.
    throw new UploadError(code === 'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH' ? 'source' : 'network', { code });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
    // Also stops reading the archive.
    stop.abort();
  }
}

interface StreamObserver {
  readonly onBytes: (bytes: number) => void;
  readonly onError: (error: unknown) => void;
}

/** Returns the same stream with its bytes counted. Reads no more than the connection accepts. */
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
