import { decodeBase64 } from './media.ts';

/** A text without secrets, which a server may send back or write, as a whole or in part; also as JSON and URLs have them. */
export function maskSecrets(text: string, secrets: readonly string[]): string {
  const forms = secrets.flatMap((secret) => [secret, ...splitSecret(secret)]).flatMap(encodeVariants);
  // The longest first: another one may be a part of it.
  const found = [...new Set(forms)].sort((one, other) => other.length - one.length);
  return found.reduce((rest, form) => (form === '' ? rest : rest.replaceAll(form, '•••')), text);
}

/** Returns a text as JSON and URLs have it. Other languages escape more characters: PHP `/`, Python all that isn't ASCII. */
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

/** Characters of a part at least: a shorter one would mask words of any text. */
const minPartLength = 4;
/** Least number of characters of a parameter's value that is masked, such as of a cookie, which is often no secret. */
const minValueLength = 8;

/**
 * The parts of a secret that are secrets by themselves (RFC 9110): the credentials after the scheme of an authorization,
 * user name and password of `Basic`, values of parameters and cookies, and the password of a URL.
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

/** Returns the user name and password of `Basic` credentials (RFC 7617), together and each alone. */
function splitBasicCredentials(credentials: string): readonly string[] {
  let bytes: Uint8Array;
  try {
    bytes = decodeBase64(credentials);
  } catch {
    // Not base64: there is nothing to decode.
    return [];
  }
  const decoded = new TextDecoder().decode(bytes);
  const at = decoded.indexOf(':');
  return at < 0 ? [decoded] : [decoded, decoded.slice(0, at), decoded.slice(at + 1)];
}
