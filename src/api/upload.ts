import { isSafeUrl } from './baseUrl.ts';
import { findSystemCode } from './exchange.ts';

/**
 * Why an upload failed. `invalidUrl`: the URL isn't safe, or there are too many redirects. `rejected`: the URL has
 * expired or isn't valid for this archive. `stalled`: no bytes were sent for too long. `unreadableArchive`: the archive
 * couldn't be read, or has changed.
 */
export type UploadErrorKind =
  | 'invalidUrl'
  | 'rejected'
  | 'tooLarge'
  | 'network'
  | 'stalled'
  | 'server'
  | 'unreadableArchive'
  | 'canceled';

/**
 * The error of an upload. Contains neither the URL nor the response, because anyone who has the URL can write to it.
 */
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

/** The bytes of an upload. `read` is called for each attempt. */
export interface UploadSource {
  /** Number of bytes. */
  readonly size: number;
  readonly read: () => ReadableStream<Uint8Array>;
}

interface UploadOptions {
  readonly signal: AbortSignal;
  /** Default: the global `fetch`, looked up at each call. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /**
   * The time limit without progress. There is no limit for the whole upload, because archives can be large and
   * connections slow.
   */
  readonly idleTimeoutMs?: number;
  /** Called with the number of bytes sent so far. The number starts at 0 again after a redirect. */
  readonly onProgress?: ((bytes: number) => void) | undefined;
}

const defaultIdleTimeoutMs = 60_000;
/** Redirects occur because S3 redirects requests for a new bucket to the host of its region for some days. */
const maxRedirects = 3;

/** Uploads an archive to a presigned URL, without credentials. Rejects with an `UploadError` if the upload fails. */
export async function uploadArchive(
  address: string,
  source: UploadSource,
  options: UploadOptions,
): Promise<void> {
  let url = address;
  for (let hops = 0; ; hops += 1) {
    if (!isSafeUrl(url) || hops > maxRedirects) throw new UploadError('invalidUrl');
    const { status, location } = await putArchive(url, source, options);
    if (status >= 200 && status < 300) return;
    if (status !== 307 && status !== 308) throw new UploadError(toUploadErrorKind(status), { status });
    if (location === null || !URL.canParse(location, url)) throw new UploadError('invalidUrl', { status });
    url = new URL(location, url).href;
  }
}

interface UploadResponse {
  readonly status: number;
  readonly location: string | null;
}

/**
 * Sends an archive, and returns the response, which can be a redirect. If a request permits redirects, Node's `fetch`
 * keeps the sent bytes in memory to be able to send them again. Therefore the first attempt doesn't permit redirects.
 * If it fails for an unknown reason, the second attempt finds out whether the reason was a redirect.
 */
async function putArchive(
  url: string,
  source: UploadSource,
  options: UploadOptions,
): Promise<UploadResponse> {
  try {
    return await sendPut(url, source, options, 'error');
  } catch (error) {
    const mightBeRedirect =
      error instanceof UploadError && error.kind === 'network' && error.code === undefined;
    if (!mightBeRedirect) throw error;
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
  let isStalled = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const restartTimer = (): void => {
    clearTimeout(timer);
    // The archive might still be read after the upload has ended.
    if (stop.signal.aborted) return;
    timer = setTimeout(() => {
      isStalled = true;
      stop.abort();
    }, idleTimeoutMs);
  };
  const abort = (): void => stop.abort();
  signal.addEventListener('abort', abort);
  let sourceError: { readonly code: string | undefined } | undefined;
  try {
    if (signal.aborted) throw new UploadError('canceled');
    onProgress?.(0);
    restartTimer();
    const body = observeStream(source.read(), {
      onBytes: (bytes) => {
        restartTimer();
        onProgress?.(bytes);
      },
      onError: (error) => {
        sourceError = { code: findSystemCode(error) };
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
    // `duplex` is required for a stream as the body, but not every type declaration of `fetch` has it.
    const response = await fetch(url, Object.assign(init, { duplex: 'half' }));
    // The response's body isn't read, because it might quote the URL. Its cancellation isn't awaited.
    void response.body?.cancel().catch(() => undefined);
    return { status: response.status, location: response.headers.get('location') };
  } catch (error) {
    if (signal.aborted) throw new UploadError('canceled');
    if (isStalled) throw new UploadError('stalled');
    if (sourceError) throw new UploadError('unreadableArchive', sourceError);
    const code = findSystemCode(error);
    // With this code, the archive has another size than expected.
    throw new UploadError(code === 'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH' ? 'unreadableArchive' : 'network', {
      code,
    });
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

/** Returns the same stream, and reports its bytes and errors. Reads no more than the connection accepts. */
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
  return 'rejected';
}
