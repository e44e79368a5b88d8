import { redact } from '../../api/redact.ts';
import {
  fixedLengthTokenPattern,
  prefixedTokenPattern,
  tokenPrefixPattern,
} from '../../domain/knownTokens.ts';
import { isPlainNumber, looksLikeWords, maskNamedSecrets, maskText } from './namedSecrets.ts';

// Each pattern below takes linear time: a match starts with fixed text, and its other parts have limited lengths or
// can't be tried from several starts.

/** The body of a private key (RFC 7468), or the rest of the text if its end is missing. */
const privateKeys = /(-----BEGIN [A-Z ]{0,24}PRIVATE KEY-----)[\s\S]*?(?=-----END |$)/g;

/** A credential of an HTTP authentication scheme (RFC 6750, RFC 7617) outside of its header. */
const credentials = /\b(bearer|basic)((?:[ \t]|%20|\+){1,8})([\w.~+/-]{8,}={0,2})/gi;

/** A string that might be a JWT (RFC 7519). `maskWebToken` inspects its parts. */
const webTokens = /eyJ[\w-]*(?:\.[\w-]*)*/g;

/** The password in a URL (userinfo, RFC 3986). */
const urlPasswords = /(:\/\/[^\s/?#:@"'<>`]*:)([^\s/?#"'<>`]+)@/g;

/**
 * Creates a function that masks values that look like secrets: bearer tokens, JWTs, tokens with a known prefix, private
 * keys, passwords in URLs, and values with a name such as `password`. It also masks every occurrence of `knownSecrets`,
 * including those in JSON and in URLs. It keeps IDs, hashes, and paths. It can't recognize other secrets.
 */
export function createSecretMask(knownSecrets: readonly string[] = []): (text: string) => string {
  const secrets = [...new Set(knownSecrets.flatMap(listSpellings))];
  return (text) => {
    let result = secrets.length > 0 ? redact(text, secrets) : text;
    if (result.includes('PRIVATE KEY')) result = result.replace(privateKeys, `$1${maskText}`);
    result = maskNamedSecrets(result);
    if (/bearer|basic/i.test(result)) result = result.replace(credentials, maskCredential);
    if (result.includes('eyJ')) result = result.replace(webTokens, maskWebToken);
    if (tokenPrefixPattern.test(result)) {
      result = result.replace(prefixedTokenPattern, (token) => (isIdentifier(token) ? token : maskText));
    }
    result = result.replace(fixedLengthTokenPattern, maskText);
    return result.includes('://') ? result.replace(urlPasswords, `$1${maskText}@`) : result;
  };
}

/** Whether the token consists of words with hardly any digits, such as `sk-item-3` and `hf_hub_download`. */
function isIdentifier(token: string): boolean {
  return looksLikeWords(token) && !/(?:\d.*){3}|[A-Za-z]{16}/.test(token);
}

/** Returns the forms in which a text can contain a secret: unchanged, escaped for JSON, and encoded for a URL. */
function listSpellings(secret: string): readonly string[] {
  return [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret.toWellFormed())];
}

function maskCredential(match: string, scheme: string, gap: string, token: string): string {
  const isSecret =
    scheme.toLowerCase() === 'basic'
      ? isUserAndPassword(token)
      : !looksLikeWords(token) && !isPlainNumber(token);
  return isSecret ? `${scheme}${gap}${maskText}` : match;
}

function isUserAndPassword(token: string): boolean {
  // A period after it can end a sentence.
  const encoded = /^[A-Za-z\d+/]*={0,2}/.exec(token)?.[0] ?? '';
  try {
    return atob(encoded).includes(':');
  } catch {
    return false;
  }
}

/**
 * Masks a token with three or more parts (JWS, JWE), or a truncated token with two parts of which the second is JSON.
 */
function maskWebToken(token: string): string {
  const [header = '', payload = '', ...rest] = token.split('.', 3);
  const isToken = header.length >= 10 && (rest.length > 0 || payload.startsWith('eyJ'));
  return isToken && token.length >= 30 ? maskText : token;
}
