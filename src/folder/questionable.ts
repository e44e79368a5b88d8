import type { QuestionReason } from './contents.ts';
import { holdsCredentials, mayHoldCredentials } from './credentials.ts';

/** bytes; a larger file is hardly source. */
const largeBytes = 50 * 1024 * 1024;

/** bytes; a larger file is no text with a secret, or, where its name says that it is one, is taken for one. */
const [mostTextBytes, mostSecretBytes] = [64 * 1024, 1024 * 1024];

/** A file of variables without values. */
const isEnvExample = /^\.env(rc)?([.-][\w-]+)*[.-](example|sample|template|dist|defaults?)$/i;
const keyName = /^id_(rsa|dsa|ecdsa|ed25519)(_sk)?$|\.(p12|pfx|ppk|jks|keystore)$/i;
const keyFile = /\.(pem|key)$/i;
const publicText =
  /-----BEGIN (?:(?:TRUSTED |X509 )?CERTIFICATE(?: REQUEST)?|X509 CRL|[A-Z0-9 ]*PUBLIC KEY(?: BLOCK)?|[A-Z0-9 ]*PARAMETERS)-----/;
/** At the start of a line, or as a value of JSON. */
const keyText = /(^|")-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----(\r?$|\\n)/m;

/** Why a file isn't sent before someone says so, as far as its name and its size tell (bytes). */
export function questionOf(path: string, size: number): QuestionReason | undefined {
  const parts = path.split('/');
  const name = parts.at(-1) ?? '';
  // A folder may have one file for each environment.
  if (parts.some((part) => /^\.env/i.test(part) && !isEnvExample.test(part))) return 'env';
  if (keyName.test(name)) return 'privateKey';
  if (size > mostSecretBytes && mayHoldCredentials(path)) return 'credentials';
  return size > largeBytes ? 'large' : undefined;
}

/** How much of a file is to be read for `questionIn`: so many bytes at most, else nothing. */
export function readLimit(path: string): number {
  return keyFile.test(path) || mayHoldCredentials(path) ? mostSecretBytes : mostTextBytes;
}

/** Why it isn't sent, as far as its text tells: `''` where it is larger than the limit. */
export function questionIn(path: string, text: string): QuestionReason | undefined {
  if (keyText.test(text) || (keyFile.test(path) && !publicText.test(text))) return 'privateKey';
  return holdsCredentials(path, text) ? 'credentials' : undefined;
}
