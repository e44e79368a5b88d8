import type { Question } from './contents.ts';
import { isTemplate, secretFileOf, withoutCopyEnding } from './secretFileNames.ts';
import { createSecretSearch } from './secretTexts.ts';

/** bytes; a larger file is hardly source, and isn't searched. */
export const largeBytes = 50 * 1024 * 1024;

const keyName =
  /^(?:id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?|ssh_host_\w+_key|secring\.gpg|[^/]*\.(?:p12|pfx|pkcs12|ppk|jks|jceks|bks|bcfks|keystore))$/i;
const keyFile = /\.(?:pem|key|pk8|p8)$/i;
const publicText =
  /-----BEGIN (?:(?:TRUSTED |X509 )?CERTIFICATE(?: REQUEST)?|X509 CRL|[A-Z0-9 ]*PUBLIC KEY(?: BLOCK)?|[A-Z0-9 ]*PARAMETERS)-----/;

/** A variable of a shell script whose value, or default value, stands in the script. */
const setVariable =
  /(?:^|[;&(]|\b(?:export|declare|readonly|env)\s)[ \t]*[A-Za-z_]\w*\+?=["']?(?:[^\s"'$]|\$\{\w+:?[-=][^}])/m;

/** Returns why a file isn't sent before a person agrees, because of its name or its size (bytes). */
export function questionOf(path: string, size: number): Question | undefined {
  const name = withoutCopyEnding(path.slice(path.lastIndexOf('/') + 1));
  if (keyName.test(name) && !isTemplate(path)) return { reason: 'privateKey' };
  return secretFileOf(path) ?? (size > largeBytes ? { reason: 'large' } : undefined);
}

/** Whether a file with this name is a private key, unless its text is public. */
export function mayBeKey(path: string): boolean {
  return keyFile.test(path);
}

/** Whether a text has a certificate or a public key. */
export function isPublic(text: string): boolean {
  return publicText.test(text);
}

/** Whether a file is a direnv script that sets variables only from other ones, so that its name alone is no reason to ask. */
export function isHarmlessScript(path: string, text: string): boolean {
  return /(?:^|\/)\.envrc$/.test(path) && !setVariable.test(text);
}

/** Returns why a file isn't sent before a person agrees, because of its text. */
export function questionIn(path: string, text: string): Question | undefined {
  const found = createSecretSearch(path)({ text, from: 0, to: text.length });
  return found ?? (mayBeKey(path) && !isPublic(text) ? { reason: 'privateKey' } : undefined);
}
