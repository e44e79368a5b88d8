import type { Location } from 'sarif';

/** The location of a tool's definition in a repository. */
export interface ToolLocation {
  /** The path from the root of the repository, with slashes. */
  readonly path: string;
  /** The line and the character start at 0. */
  readonly line: number;
  readonly character: number;
  /** Number of UTF-16 code units. */
  readonly length: number;
}

/**
 * Returns the location of a result. Code scanning rejects absolute URIs and results without a location. Without a
 * definition, the location is the target without its query, such as `weather.example.com/mcp`.
 */
export function toSarifLocation(tool: ToolLocation | undefined, targetUrl: string | undefined): Location {
  const uri = tool === undefined ? toTargetPath(targetUrl) : relativeUri(tool.path);
  const { line, character, length } = tool ?? { line: 0, character: 0, length: 0 };
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
 * Returns a path as a relative URI (RFC 3986). Colons are encoded, because a colon before the first slash would end a
 * scheme. Segments that are empty, `.`, or `..` are left out. `isEncoded`: existing percent-encodings are kept.
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
