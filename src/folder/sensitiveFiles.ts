import type { Sensitivity } from './contents.ts';
import { isTemplateFile, matchSecretFile, removeBackupExtension } from './secretFileNames.ts';

/** Size in bytes above which a file isn't searched, and must be confirmed instead. Source files are smaller. */
export const maxSearchedBytes = 50 * 1024 * 1024;

const keyNamePattern =
  /^(?:id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?|ssh_host_\w+_key|secring\.gpg|[^/]*\.(?:p12|pfx|pkcs12|ppk|jks|jceks|bks|bcfks|keystore))$/i;
const keyFilePattern = /\.(?:pem|key|pk8|p8)$/i;
const publicKeyPattern =
  /-----BEGIN (?:(?:TRUSTED |X509 )?CERTIFICATE(?: REQUEST)?|X509 CRL|[A-Z0-9 ]*PUBLIC KEY(?: BLOCK)?|[A-Z0-9 ]*PARAMETERS)-----/;

/** A shell variable with a literal value or a literal default value. */
const literalVariablePattern =
  /(?:^|[;&(]|\b(?:export|declare|readonly|env)\s)[ \t]*[A-Za-z_]\w*\+?=["']?(?:[^\s"'$]|\$\{\w+:?[-=][^}])/m;

/** Returns why the user must confirm a file, based on its name and its size in bytes. */
export function checkFileName(path: string, size: number): Sensitivity | undefined {
  const name = removeBackupExtension(path.slice(path.lastIndexOf('/') + 1));
  if (keyNamePattern.test(name) && !isTemplateFile(path)) return { reason: 'privateKey' };
  return matchSecretFile(path) ?? (size > maxSearchedBytes ? { reason: 'large' } : undefined);
}

/** Whether a file has the extension of a key file, whose key can be private or public. */
export function canBePrivateKey(path: string): boolean {
  return keyFilePattern.test(path);
}

/** Whether a text contains a certificate or a public key. */
export function hasPublicKey(text: string): boolean {
  return publicKeyPattern.test(text);
}

/** Whether a file is a direnv script (`.envrc`) that sets no variable to a literal value. */
export function isHarmlessDirenvScript(path: string, text: string): boolean {
  return /(?:^|\/)\.envrc$/.test(path) && !literalVariablePattern.test(text);
}
