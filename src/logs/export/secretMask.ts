import { redact } from '../../api/redact.ts';
import { fixedLengthTokens, prefixedTokens, tokenPrefixes } from '../../domain/knownTokens.ts';
import { maskPairs } from './secretPairs.ts';
import { isPlainNumber, looksLikeWords, maskText } from './secretText.ts';

// Each rule below is linear: what can start a match is fixed text, and what a match runs over it either keeps or
// gives up at once, so that no character is looked at from many starts.

/** The body of a private key (RFC 7468); without its end, the rest of the text. */
const privateKeys = /(-----BEGIN [A-Z ]{0,24}PRIVATE KEY-----)[\s\S]*?(?=-----END |$)/g;

/** A credential of an HTTP scheme (RFC 6750, RFC 7617) out of its header. */
const credentials = /\b(bearer|basic)((?:[ \t]|%20|\+){1,8})([\w.~+/-]{8,}={0,2})/gi;

/** A run that holds a JWT (RFC 7519) if its parts say so. */
const webTokens = /eyJ[\w-]*(?:\.[\w-]*)*/g;

/** The password in an address (RFC 3986, userinfo). */
const addresses = /(:\/\/[^\s/?#:@"'<>`]*:)([^\s/?#"'<>`]+)@/g;

/**
 * Makes a function that masks what looks like a secret: bearer tokens, JWTs, tokens with a known beginning, private
 * keys, passwords in addresses, and what stands under a name such as `password`; besides, every occurrence of the
 * `known` secrets, also where they stand in JSON or in an address. Ids, hashes and paths stay. It can't know a secret that looks like nothing.
 */
export function createSecretMask(known: readonly string[] = []): (text: string) => string {
  const secrets = [...new Set(known.flatMap(listSpellings))];
  return (text) => {
    let result = secrets.length > 0 ? redact(text, secrets) : text;
    if (result.includes('PRIVATE KEY')) result = result.replace(privateKeys, `$1${maskText}`);
    result = maskPairs(result);
    if (/bearer|basic/i.test(result)) result = result.replace(credentials, maskCredential);
    if (result.includes('eyJ')) result = result.replace(webTokens, maskWebToken);
    if (tokenPrefixes.test(result)) {
      result = result.replace(prefixedTokens, (token) => (isIdentifier(token) ? token : maskText));
    }
    result = result.replace(fixedLengthTokens, maskText);
    return result.includes('://') ? result.replace(addresses, `$1${maskText}@`) : result;
  };
}

/** Words with hardly a digit: `sk-item-3`, `hf_hub_download`. */
function isIdentifier(token: string): boolean {
  return looksLikeWords(token) && !/(?:\d.*){3}|[A-Za-z]{16}/.test(token);
}

/** How a secret stands in a text: as it is, within JSON, in an address. */
function listSpellings(secret: string): readonly string[] {
  return [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret.toWellFormed())];
}

function maskCredential(all: string, scheme: string, gap: string, token: string): string {
  const isSecret =
    scheme.toLowerCase() === 'basic'
      ? isUserAndPassword(token)
      : !looksLikeWords(token) && !isPlainNumber(token);
  return isSecret ? `${scheme}${gap}${maskText}` : all;
}

function isUserAndPassword(token: string): boolean {
  try {
    return atob(token).includes(':');
  } catch {
    return false;
  }
}

/** Three parts and more (JWS, JWE), or two whose second is JSON too: a token that was cut. */
function maskWebToken(run: string): string {
  const [header = '', payload = '', ...rest] = run.split('.', 3);
  const isToken = header.length >= 10 && (rest.length > 0 || payload.startsWith('eyJ'));
  return isToken && run.length >= 30 ? maskText : run;
}
