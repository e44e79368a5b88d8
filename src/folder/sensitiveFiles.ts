import type { Sensitivity } from './contents.ts';
import { isTemplateFile, matchSecretFile, removeCopyEnding } from './secretFileNames.ts';
import { createSecretSearch } from './secretTexts.ts';

/** bytes; a larger file is hardly source, and isn't searched. */
export const largeBytes = 50 * 1024 * 1024;

const keyNamePattern =
  /^(?:id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?|ssh_host_\w+_key|secring\.gpg|[^/]*\.(?:p12|pfx|pkcs12|ppk|jks|jceks|bks|bcfks|keystore))$/i;
const keyFilePattern = /\.(?:pem|key|pk8|p8)$/i;
const publicKeyPattern =
  /-----BEGIN (?:(?:TRUSTED |X509 )?CERTIFICATE(?: REQUEST)?|X509 CRL|[A-Z0-9 ]*PUBLIC KEY(?: BLOCK)?|[A-Z0-9 ]*PARAMETERS)-----/;

/** A variable of a shell script whose value, or default value, stands in the script. */
const setVariablePattern =
  /(?:^|[;&(]|\b(?:export|declare|readonly|env)\s)[ \t]*[A-Za-z_]\w*\+?=["']?(?:[^\s"'$]|\$\{\w+:?[-=][^}])/m;

/** Returns why a file isn't sent before a person agrees, because of its name or its size (bytes). */
export function sensitivityByName(path: string, size: number): Sensitivity | undefined {
  const name = removeCopyEnding(path.slice(path.lastIndexOf('/') + 1));
  if (keyNamePattern.test(name) && !isTemplateFile(path)) return { reason: 'privateKey' };
  return matchSecretFile(path) ?? (size > largeBytes ? { reason: 'large' } : undefined);
}

/** Whether a file with this name is a private key, unless its text is public. */
export function mayBePrivateKey(path: string): boolean {
  return keyFilePattern.test(path);
}

/** Whether a text has a certificate or a public key. */
export function hasPublicKey(text: string): boolean {
  return publicKeyPattern.test(text);
}

/** Whether a file is a direnv script that sets variables only from other ones, so that its name alone is no reason to ask. */
export function isHarmlessScript(path: string, text: string): boolean {
  return /(?:^|\/)\.envrc$/.test(path) && !setVariablePattern.test(text);
}

/** Returns why a file isn't sent before a person agrees, because of its text. */
export function sensitivityByContent(path: string, text: string): Sensitivity | undefined {
  const found = createSecretSearch(path)({ text, from: 0, to: text.length });
  return found ?? (mayBePrivateKey(path) && !hasPublicKey(text) ? { reason: 'privateKey' } : undefined);
}
