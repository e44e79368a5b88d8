import type { McpConnection } from './mcpConnection.ts';

/** A command line that sends a message to a server. Headers that a person added are left out: they are secrets. */
export function curlText(
  url: string,
  json: string,
  link: Pick<McpConnection, 'protocolVersion' | 'sessionId'> | undefined,
): string {
  const headers = [
    'Content-Type: application/json',
    'Accept: application/json, text/event-stream',
    ...(link ? [`MCP-Protocol-Version: ${link.protocolVersion}`] : []),
    ...(link?.sessionId === undefined ? [] : [`Mcp-Session-Id: ${link.sessionId}`]),
  ];
  const parts = [
    `curl ${quoted(url)}`,
    ...headers.map((header) => `-H ${quoted(header)}`),
    `--data-raw ${quoted(json)}`,
  ];
  return parts.join(' \\\n  ');
}

/** For a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
