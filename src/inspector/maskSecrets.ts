import { decodeBase64 } from './media.ts';

/**
 * Replaces secrets in a text. A server can return or write them as a whole or in part, and in the encoding of JSON or
 * URLs.
 */
export function maskSecrets(text: string, secrets: readonly string[]): string {
  const variants = secrets.flatMap((secret) => [secret, ...splitSecret(secret)]).flatMap(encodeVariants);
  // The longest variants first, because they can contain shorter ones.
  const sortedVariants = [...new Set(variants)].sort((one, other) => other.length - one.length);
  return sortedVariants.reduce((rest, form) => (form === '' ? rest : rest.replaceAll(form, '•••')), text);
}

/**
 * Returns a text in the encodings of JSON and URLs. Some languages escape more characters: PHP escapes `/`, and
 * Python all non-ASCII characters.
 */
function encodeVariants(text: string): readonly string[] {
  const json = JSON.stringify(text).slice(1, -1);
  const ascii = json.replace(
    /[\x7f-\uffff]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const url = encodeURIComponent(text.toWellFormed());
  const formUrl = new URLSearchParams([['', text]]).toString().slice(1);
  return [
    text,
    ...[json, ascii].flatMap((one) => [one, one.replaceAll('/', '\\/')]),
    ...[url, formUrl].flatMap((one) => [one, one.replace(/%../g, (byte) => byte.toLowerCase())]),
  ];
}

/** Minimum length of a masked part. Shorter parts would mask words of normal texts. */
const minPartLength = 4;
/** Minimum length of a masked parameter value, such as of a cookie, which often isn't a secret. */
const minValueLength = 8;

/**
 * Returns the parts of a secret that are secrets themselves (RFC 9110): credentials after an authorization scheme,
 * the user name and password of `Basic`, values of parameters and cookies, and the password of a URL.
 */
function splitSecret(secret: string): readonly string[] {
  const [, scheme = '', credentials = ''] = /^\s*([\w!#$%&'*+.^`|~-]+)\s+(\S.*?)\s*$/s.exec(secret) ?? [];
  const values = secret.split(/[\s,;&]+/).map((one) => one.replace(/^[^=]*=/, '').replace(/^"(.*)"$/, '$1'));
  const [, password = ''] = /^[a-z][a-z0-9+.-]*:\/\/[^/?#@:]*:([^/?#@]+)@/i.exec(secret) ?? [];
  const parts = [
    credentials,
    ...(/^basic$/i.test(scheme) ? splitBasicCredentials(credentials) : []),
    password,
  ];
  return [
    ...parts.filter(({ length }) => length >= minPartLength),
    ...values.filter(({ length }) => length >= minValueLength),
  ];
}

/** Returns the user name and password of `Basic` credentials (RFC 7617), joined and separate. */
function splitBasicCredentials(credentials: string): readonly string[] {
  let bytes: Uint8Array;
  try {
    bytes = decodeBase64(credentials);
  } catch {
    // The credentials aren't base64, so there is nothing to decode.
    return [];
  }
  const decoded = new TextDecoder().decode(bytes);
  const separator = decoded.indexOf(':');
  return separator < 0 ? [decoded] : [decoded, decoded.slice(0, separator), decoded.slice(separator + 1)];
}
