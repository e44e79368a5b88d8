import type { FileHandle } from 'node:fs/promises';
import type { Sensitivity } from './contents.ts';
import { isKeyStore } from './privateKeys.ts';
import { createSecretSearch } from './secretTexts.ts';
import { canBePrivateKey, checkFileName, hasPublicKey, isHarmlessDirenvScript } from './sensitiveFiles.ts';

/** Size of one read in bytes. Limits memory use when many files are searched at the same time. */
const chunkBytes = 256 * 1024;
const zeros = Buffer.alloc(chunkBytes);

/**
 * Number of characters that consecutive windows share, and number of characters at the beginning and the end of a
 * window in which only the neighboring window searches, because it has more of their context.
 */
const [overlapLength, edgeLength] = [4096, 2048];

/**
 * Searches a file of any size for secrets, and returns why the user must confirm it. A secret takes precedence over the
 * name of the file. `size`: bytes.
 */
export async function findSecret(
  source: FileHandle,
  { path, size }: { readonly path: string; readonly size: number },
  signal: AbortSignal,
): Promise<Sensitivity | undefined> {
  const search = createSecretSearch(path);
  const buffer = Buffer.allocUnsafe(Math.min(chunkBytes, size));
  let previousEnd = '';
  let isCertificate = false;
  let isHarmlessFile = size === 0 && isHarmlessDirenvScript(path, '');
  for (let position = 0, isLast = size === 0; !isLast; ) {
    signal.throwIfAborted();
    const { bytesRead } = await source.read(buffer, 0, buffer.length, position);
    const bytes = buffer.subarray(0, bytesRead);
    const isFirst = position === 0;
    if (isFirst && isKeyStore(bytes)) return { reason: 'privateKey' };
    position += bytesRead;
    isLast = bytesRead === 0 || position >= size;
    // Zeros add nothing to the text. Without this check, sparse files would take minutes.
    if (!isFirst && !isLast && bytes.equals(zeros.subarray(0, bytesRead))) continue;
    const text = previousEnd + decodeLatin1(bytes, isFirst);
    const windowStart = Math.max(0, previousEnd.length - edgeLength);
    const secret = search({ text, from: windowStart, to: isLast ? text.length : text.length - edgeLength });
    if (secret) return secret;
    isCertificate ||= canBePrivateKey(path) && hasPublicKey(text);
    isHarmlessFile = isFirst && isLast && isHarmlessDirenvScript(path, text);
    previousEnd = text.slice(-overlapLength);
  }
  if (canBePrivateKey(path) && !isCertificate) return { reason: 'privateKey' };
  return isHarmlessFile ? undefined : checkFileName(path, size);
}

/**
 * Decodes bytes without zeros, so that ASCII characters are the same in UTF-16 and UTF-8. Secrets consist of ASCII
 * characters.
 */
function decodeLatin1(bytes: Buffer, isFirst: boolean): string {
  const text = bytes.toString('latin1').replaceAll('\0', '');
  // The byte order mark isn't part of the first line.
  return isFirst ? text.replace(/^(?:\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)/, '') : text;
}
