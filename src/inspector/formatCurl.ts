import type { McpConnection } from './mcpConnection.ts';

/**
 * Formats a curl command that sends a message to a server. Headers that the user added are left out, because they are
 * secrets.
 */
export function formatCurl(
  url: string,
  json: string,
  connection: Pick<McpConnection, 'protocolVersion' | 'sessionId'> | undefined,
): string {
  const headers = [
    'Content-Type: application/json',
    'Accept: application/json, text/event-stream',
    ...(connection ? [`MCP-Protocol-Version: ${connection.protocolVersion}`] : []),
    ...(connection?.sessionId === undefined ? [] : [`Mcp-Session-Id: ${connection.sessionId}`]),
  ];
  const parts = [
    `curl ${quoteForShell(url)}`,
    ...headers.map((header) => `-H ${quoteForShell(header)}`),
    `--data-raw ${quoteForShell(json)}`,
  ];
  return parts.join(' \\\n  ');
}

/** Quotes an argument for a POSIX shell. */
const quoteForShell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
