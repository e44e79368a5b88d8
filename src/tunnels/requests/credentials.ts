import { looksSecret } from '../../domain/looksSecret.ts';
import { listHeaders, type RawHeaders } from '../client/forwardedHeaders.ts';
import { credentialMask, urlParameter } from './requestText.ts';

/** Names of headers and query parameters that usually have a credential, and that `looksSecret` doesn't recognize. */
const credentialNames =
  /(?:^|[-_])(?:auth|authentication|authorization|dpop|cookie|jwt|signature|sig|pass|pwd|key)(?:$|[-_])/i;
/** Names of query parameters of OAuth (RFC 6749) with values that are exchanged for tokens. */
const oauthParameters = /^(?:code|code_verifier|assertion|client_assertion)$/i;

/** Whether the value of a header or a query parameter is a credential. */
export function isCredential(name: string, value: string): boolean {
  return (
    credentialNames.test(name) ||
    /^(?:set-)?cookie2?$/i.test(name) ||
    oauthParameters.test(name) ||
    looksSecret(name.replaceAll('-', '_'), value)
  );
}

/**
 * Masks the value of a header if it's a credential, and otherwise the credentials in its URL, such as that of `Location`.
 * The scheme of an `Authorization` header remains (RFC 9110 §11.4).
 */
export function maskHeaderValue(name: string, value: string, mask = credentialMask): string {
  if (!isCredential(name, value)) return maskPath(value, mask);
  const [, scheme] = /^(?:proxy-)?authorization$/i.test(name) ? (/^([\w-]+) +\S/.exec(value) ?? []) : [];
  return scheme === undefined ? mask : `${scheme} ${mask}`;
}

/** Masks the credentials in headers. */
export function maskHeaders(raw: RawHeaders): string[] {
  return [...listHeaders(raw)].flatMap(([name, value]) => [name, maskHeaderValue(name, value)]);
}

/** Masks the credentials in the query and the fragment of a path or URL. */
export function maskPath(path: string, mask = credentialMask): string {
  return path.replace(urlParameter, (parameter, separator: string, name: string, value: string) =>
    isCredential(decode(name), decode(value)) ? `${separator}${name}=${mask}` : parameter,
  );
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
