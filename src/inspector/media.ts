import { omitUndefined } from '../fields.ts';
import type { ContentBlock } from './pageSchemas.ts';

/** Maximum number of base64 characters of an image or audio. */
const maxBase64Length = 14_000_000;

/** Image types that a page shows. SVG isn't one of them, because it's active content. */
const imageTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/bmp'];

/** Nonstandard type names that servers use. */
const typeAliases: Readonly<Record<string, string>> = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'image/jfif': 'image/jpeg',
  'image/x-png': 'image/png',
  'image/apng': 'image/png',
  'image/x-bmp': 'image/bmp',
  'image/x-ms-bmp': 'image/bmp',
  'image/x-gif': 'image/gif',
  'image/x-webp': 'image/webp',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  'audio/x-wav': 'audio/wav',
  'audio/wave': 'audio/wav',
  'audio/vnd.wave': 'audio/wav',
  'audio/mp3': 'audio/mpeg',
  'audio/x-mp3': 'audio/mpeg',
  'audio/x-mpeg': 'audio/mpeg',
  'audio/x-m4a': 'audio/mp4',
  'audio/m4a': 'audio/mp4',
  'audio/x-flac': 'audio/flac',
};

/** Types that don't identify the format. */
const genericTypes = [
  '',
  'application/octet-stream',
  'binary/octet-stream',
  'image',
  'image/*',
  'audio',
  'audio/*',
];

/** The first bytes of each format, as Latin-1. */
const fileSignatures: readonly (readonly [start: RegExp, type: string])[] = [
  [/^\x89PNG\r\n/, 'image/png'],
  [/^\xff\xd8\xff/, 'image/jpeg'],
  [/^GIF8[79]a/, 'image/gif'],
  [/^RIFF.{4}WEBP/s, 'image/webp'],
  [/^.{4}ftypavi[fs]/s, 'image/avif'],
  [/^BM.{4}\0{4}/s, 'image/bmp'],
  [/^RIFF.{4}WAVE/s, 'audio/wav'],
  [/^(?:ID3|\xff[\xfb\xf3\xf2])/, 'audio/mpeg'],
  [/^OggS/, 'audio/ogg'],
  [/^fLaC/, 'audio/flac'],
  [/^.{4}ftypM4A/s, 'audio/mp4'],
];

/** Maximum length of a data URL before its data (RFC 2397). */
const maxDataUrlHead = 200;

/**
 * Returns the image or audio of a block as a `data:` URL; `undefined` if there is none that a page can show. The data
 * can be a data URL, base64 with line breaks, percent-encoded, or base64url.
 */
export function toMediaBlock(
  mimeType: string | undefined,
  data: string,
): Pick<ContentBlock, 'kind' | 'data'> | undefined {
  // Each character can be percent-encoded.
  if (data.length > maxBase64Length * 3) return undefined;
  const { base64 = '', type } = readBinaryContent(mimeType, data) ?? {};
  if (base64 === '' || base64.length > maxBase64Length || type === undefined) return undefined;
  const isImage = imageTypes.includes(type);
  if (!isImage && !/^audio\/[a-z0-9.+-]+$/.test(type)) return undefined;
  return { kind: isImage ? 'image' : 'audio', data: `data:${type};base64,${base64}` };
}

/** Binary data from a server, such as an image. */
export interface BinaryContent {
  readonly base64: string;
  /** The MIME type from the server, or else from the first bytes. */
  readonly type?: string;
}

/** Reads binary data in any of the supported encodings; `undefined` if the data has none of them. */
export function readBinaryContent(mimeType: string | undefined, data: string): BinaryContent | undefined {
  const { head, rest } = splitDataUrl(data.trim());
  // A data URL without `;base64` contains percent-encoded bytes.
  const isBase64 = head === undefined || /;\s*base64\s*$/i.test(head);
  const base64 = isBase64 ? normalizeBase64(rest) : encodePercentBytes(rest);
  if (base64 === undefined) return undefined;
  const declaredType = normalizeMimeType(mimeType ?? '');
  const statedType = genericTypes.includes(declaredType) ? normalizeMimeType(head ?? '') : declaredType;
  const type = genericTypes.includes(statedType) ? sniffMimeType(base64) : statedType;
  return { base64, ...omitUndefined({ type }) };
}

/** Returns the number of bytes that a base64 text encodes. */
export const base64ByteLength = (base64: string): number =>
  Math.floor((base64.replace(/=+$/, '').length * 3) / 4);

export const decodeBase64 = (base64: string): Uint8Array =>
  Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));

/** Returns a MIME type in lowercase, without parameters, and with its standard name. */
function normalizeMimeType(mimeType: string): string {
  const essence = (mimeType.split(';')[0] ?? '').trim().toLowerCase();
  return Object.hasOwn(typeAliases, essence) ? (typeAliases[essence] ?? '') : essence;
}

/** Splits a data URL at its comma. Any other text is returned as `rest`. */
function splitDataUrl(data: string): { readonly head: string | undefined; readonly rest: string } {
  const comma = /^data:/i.test(data) ? data.slice(0, maxDataUrlHead).indexOf(',') : -1;
  return comma < 0
    ? { head: undefined, rest: data }
    : { head: decodePercent(data.slice('data:'.length, comma)), rest: data.slice(comma + 1) };
}

function normalizeBase64(data: string): string | undefined {
  const padded = decodePercent(data).replaceAll(/\s+/g, '').replaceAll('-', '+').replaceAll('_', '/');
  // A regular expression for the end would take too long if the data has many of these characters elsewhere.
  let end = padded.length;
  while (padded[end - 1] === '=') end--;
  const digits = padded.slice(0, end);
  if (!/^[A-Za-z0-9+/]*$/.test(digits) || digits.length % 4 === 1) return undefined;
  return digits.padEnd(Math.ceil(digits.length / 4) * 4, '=');
}

/** Encodes percent-encoded bytes as base64; `undefined` if the data has characters above U+00FF. */
function encodePercentBytes(data: string): string | undefined {
  try {
    return btoa(decodePercent(data));
  } catch {
    return undefined;
  }
}

/**
 * Decodes percent-encoded bytes. A percent sign without two hexadecimal digits is kept. `replace` with a callback
 * takes ten seconds for a large image.
 */
function decodePercent(text: string): string {
  if (!text.includes('%')) return text;
  const codeUnits = new Uint16Array(text.length);
  let length = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    const byte =
      unit === percentSign ? hexDigitAt(text, index + 1) * 16 + hexDigitAt(text, index + 2) : Number.NaN;
    if (!Number.isNaN(byte)) index += 2;
    codeUnits[length++] = Number.isNaN(byte) ? unit : byte;
  }
  let decoded = '';
  for (let start = 0; start < length; start += maxArguments) {
    decoded += String.fromCharCode(...codeUnits.subarray(start, Math.min(start + maxArguments, length)));
  }
  return decoded;
}

const percentSign = 0x25;
/** Number of arguments of a call that every engine supports. */
const maxArguments = 8192;

/** Returns the value of a hexadecimal digit; `NaN` for any other character. */
function hexDigitAt(text: string, index: number): number {
  const unit = text.charCodeAt(index);
  if (unit >= 0x30 && unit <= 0x39) return unit - 0x30;
  const letter = unit | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : Number.NaN;
}

/** Returns the type of an image or audio by its first bytes; `undefined` for unknown formats. */
export function sniffMimeType(base64: string): string | undefined {
  const start = atob(base64.slice(0, 64));
  return fileSignatures.find(([format]) => format.test(start))?.[1];
}
