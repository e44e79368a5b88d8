import { looksSecret } from '../../domain/looksSecret.ts';
import { listHeaders, type RawHeaders } from '../client/forwardedHeaders.ts';

/** Stands in for a credential. */
const credentialMask = '•••';

/** Names of headers and query parameters that usually have a credential, and that `looksSecret` doesn't recognize. */
const credentialNames = /(?:^|[-_])(?:auth|authorization|cookie|jwt|signature|sig|pass|pwd|key)(?:$|[-_])/i;
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

/** Masks the value of a header if it's a credential. The scheme of an `Authorization` header remains (RFC 9110 §11.4). */
export function maskHeaderValue(name: string, value: string, mask = credentialMask): string {
  if (!isCredential(name, value)) return value;
  const [, scheme] = /^(?:proxy-)?authorization$/i.test(name) ? (/^([\w-]+) +\S/.exec(value) ?? []) : [];
  return scheme === undefined ? mask : `${scheme} ${mask}`;
}

/** Masks the credentials in headers. */
export function maskHeaders(raw: RawHeaders): string[] {
  return [...listHeaders(raw)].flatMap(([name, value]) => [name, maskHeaderValue(name, value)]);
}

/** Masks the credentials in the query of a path. */
export function maskPath(path: string, mask = credentialMask): string {
  const start = path.indexOf('?');
  if (start < 0) return path;
  const parameters = path.slice(start + 1).split('&');
  return `${path.slice(0, start + 1)}${parameters.map((one) => maskParameter(one, mask)).join('&')}`;
}

function maskParameter(parameter: string, mask: string): string {
  const end = parameter.indexOf('=');
  if (end < 0) return parameter;
  const isMasked = isCredential(decode(parameter.slice(0, end)), decode(parameter.slice(end + 1)));
  return isMasked ? `${parameter.slice(0, end)}=${mask}` : parameter;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
