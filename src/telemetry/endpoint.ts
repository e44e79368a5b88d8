/** DocumentRevisions for a part of an address that may be a credential. */
export const credentialMask = '•••';

const userInfo = /^(\s*[a-z][a-z0-9+.-]*:)?([/\\]*)[^/\\?#]*@/i;
/** What is this long and has digits and letters is a key in a path more likely than a name: some receivers want it there. */
const keyInPath = /(?<=\/)(?=[\w.~=-]*\d)(?=[\w.~=-]*[a-z])[\w.~=-]{32,}(?=[/?#;]|$)/gi;
const maxLocationLength = 80;

/**
 * Whether an address holds what may be a credential: `user:password@`, a parameter with a telling name, or a part of the
 * path that looks like a key.
 */
export function containsCredential(endpoint: string): boolean {
  return maskCredentials(endpoint) !== endpoint;
}

/** An address, whatever it looks like, without what may be a credential in it. */
export function maskCredentials(endpoint: string): string {
  return endpoint
    .replace(/[\t\r\n]/g, '') // As whoever reads an address does.
    .replace(
      userInfo,
      (_, scheme: string | undefined, slashes: string) => `${scheme ?? ''}${slashes}${credentialMask}@`,
    )
    .replace(/^[^?#]*/, (path) => path.replace(keyInPath, credentialMask))
    .replace(/([?&#;])([^=&#;?]*)=([^&#;]*)/g, (whole, mark: string, name: string) =>
      isCredentialName(tryDecodeUri(name)) ? `${mark}${name}=${credentialMask}` : whole,
    );
}

/** The host of an address; what is no address is shown as far as it fits. */
export function endpointHost(endpoint: string): string {
  const host = URL.canParse(endpoint) ? new URL(endpoint).host : '';
  return shortenText(host === '' ? maskCredentials(endpoint) : host);
}

/** Where an address leads, short enough for a row: host and path, without what may be a credential. */
export function endpointLocation(endpoint: string): string {
  const host = endpointHost(endpoint);
  const shown = maskCredentials(endpoint);
  if (!URL.canParse(shown) || new URL(shown).host === '') return host;
  const path = new URL(shown).pathname.replaceAll(encodeURIComponent(credentialMask), credentialMask);
  return shortenText(`${host}${path.replace(/\/$/, '')}`);
}

function shortenText(text: string): string {
  const characters = [...text];
  return characters.length > maxLocationLength ? `${characters.slice(0, maxLocationLength).join('')}…` : text;
}

/** Whether a header or parameter of this name most likely carries a credential, whatever the service calls it. */
export function isCredentialName(name: string): boolean {
  const words = name.replace(/([a-z])([A-Z])/g, '$1-$2').toLowerCase();
  return (
    /auth|cookie|credential|passw|passphrase|secret|signature|token/.test(words) ||
    /(^|[^a-z])(api-?key|apikey|code|jwt|key|pass|pat|pwd|sid|sig)([^a-z]|$)/.test(words) ||
    /key$/.test(words)
  );
}

function tryDecodeUri(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
