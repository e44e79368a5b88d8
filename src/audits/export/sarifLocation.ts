import type { Location } from 'sarif';

/** The location of a tool's definition in a repository. */
export interface ToolLocation {
  /** The path from the root of the repository, with slashes. */
  readonly path: string;
  /** `line` and `character` start at 0. */
  readonly line: number;
  readonly character: number;
  /** The length of the name in UTF-16 units. */
  readonly length: number;
}

/**
 * Creates the location of a result: the definition of its tool in the repository. If there is none, the location is the
 * target as a relative URI, such as `weather.example.com/mcp`, because code scanning rejects absolute URIs and results
 * without a location.
 */
export function toSarifLocation(tool: ToolLocation | undefined, targetUrl: string | undefined): Location {
  const uri = tool === undefined ? toTargetPath(targetUrl) : toRelativeUri(tool.path);
  const { line, character, length } = tool ?? { line: 0, character: 0, length: 0 };
  const region = {
    startLine: line + 1,
    startColumn: character + 1,
    endLine: line + 1,
    endColumn: character + length + 1,
  };
  return { physicalLocation: { artifactLocation: { uri }, region } };
}

/** Returns the host and the path of a target as a relative URI. */
export function toTargetPath(targetUrl = ''): string {
  const url = URL.canParse(targetUrl) ? new URL(targetUrl) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) return 'mcp-server';
  return toRelativeUri(`${url.host}${url.pathname}`, { isEncoded: true });
}

/**
 * Converts a path to a relative URI (RFC 3986). Colons are encoded, because the text before a colon in the first
 * segment would be a scheme. Segments that are empty, `.`, or `..` are left out. `isEncoded`: whether the path can
 * contain percent-encodings, which are then kept.
 */
function toRelativeUri(path: string, { isEncoded = false } = {}): string {
  const reserved = isEncoded ? /%(?![\da-f]{2})|[^\w\-.~!$&'()*+,;=@%]/giu : /[^\w\-.~!$&'()*+,;=@]/giu;
  return path
    .toWellFormed()
    .split('/')
    .filter((segment) => !['', '.', '..'].includes(segment))
    .map((segment) => segment.replace(reserved, encodeURIComponent))
    .join('/');
}
