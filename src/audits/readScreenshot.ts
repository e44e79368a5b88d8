import { isSafeUrl } from '../api/baseUrl.ts';

/** The image of a screenshot, unchanged. */
export interface Screenshot {
  readonly type: ScreenshotType;
  readonly bytes: Uint8Array;
}
type ScreenshotType = 'image/png' | 'image/jpeg' | 'image/webp';

/**
 * `address`: the URL doesn't use HTTPS. `gone`: the URL is no longer valid. `other`: the response isn't a supported
 * image.
 */
export type ScreenshotErrorKind = 'address' | 'gone' | 'other' | 'tooLarge' | 'failed';

/** A screenshot can't be read. The error doesn't contain the URL, because the URL gives access to the image. */
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
  /** Whether URLs on this machine can use http, because the service does. */
  readonly allowsLoopback: boolean;
  /** By default the global function, which is looked up at each call. */
  readonly fetch?: typeof globalThis.fetch;
}

/** Maximum size of a screenshot in bytes. */
export const maxScreenshotBytes = 10 * 1024 * 1024;
/** Time limit of a screenshot in milliseconds. */
const screenshotTimeoutMs = 30_000;
const maxRedirects = 3;

/** Reads a screenshot of a report without credentials. Rejects with a `ScreenshotError`, or with the reason of `signal`. */
export async function readScreenshot(address: string, options: ReadScreenshotOptions): Promise<Screenshot> {
  const { fetch = globalThis.fetch, allowsLoopback } = options;
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(screenshotTimeoutMs)]);
  try {
    let url = address;
    for (let hops = 0; ; hops += 1) {
      if (hops > maxRedirects) throw new ScreenshotError('failed');
      if (!isSafeUrl(url, allowsLoopback)) throw new ScreenshotError('address');
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
    if ([401, 403, 404, 410].includes(response.status)) throw new ScreenshotError('gone');
    if (!response.ok) throw new ScreenshotError('failed');
    if (Number(response.headers.get('content-length') ?? 0) > maxScreenshotBytes)
      throw new ScreenshotError('tooLarge');
    const bytes = await readLimitedBytes(response, maxScreenshotBytes);
    const type = sniffImageType(bytes);
    if (!type) throw new ScreenshotError('other');
    return { type, bytes };
  } catch (error) {
    await response.body?.cancel().catch(() => undefined);
    throw error;
  }
}

async function readLimitedBytes(response: Response, most: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  const reader = response.body?.getReader();
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true };
    if (done || !value) break;
    size += value.length;
    if (size > most) {
      await reader?.cancel();
      throw new ScreenshotError('tooLarge');
    }
    pieces.push(value);
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

/**
 * Returns the type by the first bytes, regardless of the Content-Type header. SVG isn't supported, because it's
 * active content.
 */
function sniffImageType(bytes: Uint8Array): ScreenshotType | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, 12));
  if (head.startsWith('\u0089PNG\r\n\u001A\n')) return 'image/png';
  if (head.startsWith('\u00FF\u00D8\u00FF')) return 'image/jpeg';
  return head.startsWith('RIFF') && head.slice(8) === 'WEBP' ? 'image/webp' : undefined;
}
