import { isSafeUrl } from '../api/baseUrl.ts';

/** An image, unchanged, and its type. */
export interface Screenshot {
  readonly type: ScreenshotType;
  readonly bytes: Uint8Array;
}
type ScreenshotType = 'image/png' | 'image/jpeg' | 'image/webp';

/**
 * Why a screenshot can't be read. `unsafeUrl`: the URL doesn't use HTTPS. `expired`: the URL is no longer valid.
 * `unsupportedType`: the response isn't an image of a supported type.
 */
export type ScreenshotErrorKind = 'unsafeUrl' | 'expired' | 'unsupportedType' | 'tooLarge' | 'failed';

/**
 * The error if a screenshot can't be read. It doesn't contain the URL, because anyone who has the URL can read the
 * image.
 */
export class ScreenshotError extends Error {
  override readonly name = 'ScreenshotError';
  readonly kind: ScreenshotErrorKind;

  constructor(kind: ScreenshotErrorKind) {
    super(`The screenshot wasn't read (${kind}).`);
    this.kind = kind;
  }
}

interface ReadScreenshotOptions {
  readonly signal: AbortSignal;
  /** Whether a URL with a loopback address can use HTTP. True if the service is on this machine. */
  readonly allowsLoopback: boolean;
  /** Default: the global `fetch`, looked up at each call. */
  readonly fetch?: typeof globalThis.fetch;
}

/** The maximum size of a screenshot in bytes. */
export const maxScreenshotBytes = 10 * 1024 * 1024;
const screenshotTimeoutMs = 30_000;
const maxRedirects = 3;

/**
 * Downloads a screenshot, without credentials. Rejects with a `ScreenshotError`, or with the signal's reason when the
 * signal is aborted.
 */
export async function readScreenshot(address: string, options: ReadScreenshotOptions): Promise<Screenshot> {
  const { fetch = globalThis.fetch, allowsLoopback } = options;
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(screenshotTimeoutMs)]);
  try {
    let url = address;
    for (let hops = 0; ; hops += 1) {
      if (hops > maxRedirects) throw new ScreenshotError('failed');
      if (!isSafeUrl(url, allowsLoopback)) throw new ScreenshotError('unsafeUrl');
      const response = await fetch(url, {
        signal,
        redirect: 'manual',
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        headers: { Accept: 'image/png, image/jpeg, image/webp' },
      });
      const location = response.headers.get('location');
      if (
        response.status >= 300 &&
        response.status < 400 &&
        location !== null &&
        URL.canParse(location, url)
      ) {
        void response.body?.cancel();
        url = new URL(location, url).href;
        continue;
      }
      return await readImageResponse(response);
    }
  } catch (error) {
    options.signal.throwIfAborted();
    // The message of a network error could contain the URL.
    throw error instanceof ScreenshotError ? error : new ScreenshotError('failed');
  }
}

async function readImageResponse(response: Response): Promise<Screenshot> {
  try {
    if ([401, 403, 404, 410].includes(response.status)) throw new ScreenshotError('expired');
    if (!response.ok) throw new ScreenshotError('failed');
    if (Number(response.headers.get('content-length') ?? 0) > maxScreenshotBytes)
      throw new ScreenshotError('tooLarge');
    const bytes = await readLimitedBytes(response, maxScreenshotBytes);
    const type = sniffImageType(bytes);
    if (!type) throw new ScreenshotError('unsupportedType');
    return { type, bytes };
  } catch (error) {
    await response.body?.cancel().catch(() => undefined);
    throw error;
  }
}

async function readLimitedBytes(response: Response, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = response.body?.getReader();
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true };
    if (done || !value) break;
    size += value.length;
    if (size > maxBytes) {
      await reader?.cancel();
      throw new ScreenshotError('tooLarge');
    }
    chunks.push(value);
  }
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}

/**
 * Returns the type of an image by its first bytes, because the `Content-Type` header might be wrong. SVG isn't
 * supported, because it can contain scripts.
 */
function sniffImageType(bytes: Uint8Array): ScreenshotType | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, 12));
  if (head.startsWith('\u0089PNG\r\n\u001A\n')) return 'image/png';
  if (head.startsWith('\u00FF\u00D8\u00FF')) return 'image/jpeg';
  return head.startsWith('RIFF') && head.slice(8) === 'WEBP' ? 'image/webp' : undefined;
}
