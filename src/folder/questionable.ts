import type { QuestionReason } from './contents.ts';

/** bytes; a larger file is hardly source. */
const largeBytes = 50 * 1024 * 1024;

/** bytes; a file that is larger is no text with a key. */
export const mostKeyBytes = 64 * 1024;

/** A file of variables without values. */
const isEnvExample = /^\.env(rc)?([.-][\w-]+)*[.-](example|sample|template|dist|defaults?)$/i;
const keyName = /^id_(rsa|dsa|ecdsa|ed25519)(_sk)?$|\.(p12|pfx|ppk|jks|keystore)$/i;
/** At the start of a line, or as a value of JSON. */
const keyText = /(^|")-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----(\r?$|\\n)/m;

/** Why a file isn't sent before someone says so, as far as its name and its size tell (bytes). */
export function questionOf(path: string, size: number): QuestionReason | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (/^\.env/i.test(name) && !isEnvExample.test(name)) return 'env';
  if (keyName.test(name)) return 'privateKey';
  return size > largeBytes ? 'large' : undefined;
}

/** Whether a text holds a private key. */
export function hasPrivateKey(text: string): boolean {
  return keyText.test(text);
}
