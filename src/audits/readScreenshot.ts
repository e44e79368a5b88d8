import { isSafeUrl } from '../api/baseUrl.ts';

/** A picture as it came. */
export interface Screenshot {
  readonly type: ScreenshotType;
  readonly bytes: Uint8Array;
}
export type ScreenshotType = 'image/png' | 'image/jpeg' | 'image/webp';

/** `address`: it isn't encrypted. `gone`: it is no longer good. `other`: what came is no picture that is shown here. */
export type ScreenshotErrorKind = 'address' | 'gone' | 'other' | 'tooLarge' | 'failed';

/** Holds nothing of the address: whoever has it may read the picture. */
export class ScreenshotError extends Error {
  override readonly name = 'PictureError';
  readonly kind: ScreenshotErrorKind;

  constructor(kind: ScreenshotErrorKind) {
    super(`The picture wasn't read (${kind}).`);
    this.kind = kind;
  }
}

interface ReadScreenshotOptions {
  readonly signal: AbortSignal;
  /** A service on this machine may have its pictures here, too. */
  readonly mayBeLocal: boolean;
  /** Default: the global one, looked up at each call. */
  readonly fetch?: typeof globalThis.fetch;
}

/** bytes */
export const maxScreenshotBytes = 10 * 1024 * 1024;
/** ms */
const screenshotTimeoutMs = 30_000;
const maxRedirects = 3;

/** Reads a picture of a report. No credential goes along. Rejects with a `PictureError`, or with the reason of `signal`. */
export async function readScreenshot(address: string, options: ReadScreenshotOptions): Promise<Screenshot> {
  const { fetch = globalThis.fetch, mayBeLocal } = options;
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(screenshotTimeoutMs)]);
  try {
    let url = address;
    for (let hops = 0; ; hops += 1) {
      if (hops > maxRedirects) throw new ScreenshotError('failed');
      if (!isSafeUrl(url, mayBeLocal)) throw new ScreenshotError('address');
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
    // What a network says may name the address.
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

/** Told by what is in it: what a server says of it counts for nothing. Never SVG, which is a document. */
function sniffImageType(bytes: Uint8Array): ScreenshotType | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, 12));
  if (head.startsWith('\u0089PNG\r\n\u001A\n')) return 'image/png';
  if (head.startsWith('\u00FF\u00D8\u00FF')) return 'image/jpeg';
  return head.startsWith('RIFF') && head.slice(8) === 'WEBP' ? 'image/webp' : undefined;
}
