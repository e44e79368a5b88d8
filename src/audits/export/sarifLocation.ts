import type { Location } from 'sarif';

/** The definition of a tool in a repository. */
export interface ToolLocation {
  /** The path from the top of the repository, with slashes. */
  readonly path: string;
  /** From 0, as `character`. */
  readonly line: number;
  readonly character: number;
  /** Number of UTF-16 code units. */
  readonly length: number;
}

/**
 * Returns the location of a result. Code scanning rejects an absolute URI and a result without a location. So a result
 * without a place in the repository is located in `weather.example.com/mcp`, which is the target without its query.
 */
export function toSarifLocation(place: ToolLocation | undefined, targetUrl: string | undefined): Location {
  const uri = place === undefined ? toTargetPath(targetUrl) : relativeUri(place.path);
  const { line, character, length } = place ?? { line: 0, character: 0, length: 0 };
  const region = {
    startLine: line + 1,
    startColumn: character + 1,
    endLine: line + 1,
    endColumn: character + length + 1,
  };
  return { physicalLocation: { artifactLocation: { uri }, region } };
}

/** Returns the host and the path of a target as a relative URI, without user info, query, and fragment. */
export function toTargetPath(targetUrl = ''): string {
  const url = URL.canParse(targetUrl) ? new URL(targetUrl) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) return 'mcp-server';
  return relativeUri(`${url.host}${url.pathname}`, { isEncoded: true });
}

/**
 * Returns a path as a relative URI (RFC 3986). A colon is encoded as well: before the first slash, it would end a scheme.
 * Segments that are empty, `.`, or `..` are left out. `isEncoded`: percent-encoded characters stay as they are.
 */
function relativeUri(path: string, { isEncoded = false } = {}): string {
  const reserved = isEncoded ? /%(?![\da-f]{2})|[^\w\-.~!$&'()*+,;=@%]/giu : /[^\w\-.~!$&'()*+,;=@]/giu;
  return path
    .toWellFormed()
    .split('/')
    .filter((segment) => !['', '.', '..'].includes(segment))
    .map((segment) => segment.replace(reserved, encodeURIComponent))
    .join('/');
}
