/** The placeholder for a part of a URL that might be a credential. */
const credentialMask = '•••';

const userInfoPattern = /^(\s*[a-z][a-z0-9+.-]*:)?([/\\]*)[^/\\?#]*@/i;
/**
 * Matches a path segment of at least 32 characters with digits and letters. It's probably a key, because some receivers
 * require keys in paths.
 */
const pathKeyPattern = /(?<=\/)(?=[\w.~=-]*\d)(?=[\w.~=-]*[a-z])[\w.~=-]{32,}(?=[/?#;]|$)/gi;
const maxLocationLength = 80;

/**
 * Whether a URL might contain a credential: `user:password@`, a parameter whose name suggests one, or a path segment
 * that looks like a key.
 */
export function containsCredential(endpoint: string): boolean {
  return maskCredentials(endpoint) !== endpoint;
}

/** Replaces possible credentials in a URL with a placeholder. Also accepts invalid URLs. */
export function maskCredentials(endpoint: string): string {
  return endpoint
    .replace(/[\t\r\n]/g, '') // URL parsers remove these characters, too.
    .replace(
      userInfoPattern,
      (_, scheme: string | undefined, slashes: string) => `${scheme ?? ''}${slashes}${credentialMask}@`,
    )
    .replace(/^[^?#]*/, (path) => path.replace(pathKeyPattern, credentialMask))
    .replace(/([?&#;])([^=&#;?]*)=([^&#;]*)/g, (whole, mark: string, name: string) =>
      isCredentialName(tryDecodeUri(name)) ? `${mark}${name}=${credentialMask}` : whole,
    );
}

/** Returns the host of a URL. For an invalid URL, returns its text, masked and shortened. */
export function getEndpointHost(endpoint: string): string {
  const host = URL.canParse(endpoint) ? new URL(endpoint).host : '';
  return shortenText(host === '' ? maskCredentials(endpoint) : host);
}

/** Returns the host and the path of a URL for a row, without possible credentials. */
export function formatEndpointLocation(endpoint: string): string {
  const host = getEndpointHost(endpoint);
  const maskedEndpoint = maskCredentials(endpoint);
  if (!URL.canParse(maskedEndpoint) || new URL(maskedEndpoint).host === '') return host;
  const path = new URL(maskedEndpoint).pathname.replaceAll(
    encodeURIComponent(credentialMask),
    credentialMask,
  );
  return shortenText(`${host}${path.replace(/\/$/, '')}`);
}

function shortenText(text: string): string {
  const characters = [...text];
  return characters.length > maxLocationLength ? `${characters.slice(0, maxLocationLength).join('')}…` : text;
}

/** Whether the name of a header or a parameter suggests a credential. */
export function isCredentialName(name: string): boolean {
  const normalizedName = name.replace(/([a-z])([A-Z])/g, '$1-$2').toLowerCase();
  return (
    /auth|cookie|credential|passw|passphrase|secret|signature|token/.test(normalizedName) ||
    /(^|[^a-z])(api-?key|apikey|code|jwt|key|pass|pat|pwd|sid|sig)([^a-z]|$)/.test(normalizedName) ||
    /key$/.test(normalizedName)
  );
}

function tryDecodeUri(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
