import type { McpTransport } from '../api/projects.ts';

interface TransportEvidence {
  readonly transport: McpTransport;
  readonly pattern: RegExp;
}

const javaScriptEvidence: readonly TransportEvidence[] = [
  { transport: 'streamablehttp', pattern: /\b\w*StreamableHTTPServerTransport\b|\bhttpStream\b/ },
  { transport: 'sse', pattern: /\bSSEServerTransport\b/ },
  { transport: 'stdio', pattern: /\bStdioServerTransport\b/ },
];

const pythonEvidence: readonly TransportEvidence[] = [
  {
    transport: 'streamablehttp',
    pattern:
      /\btransport\s*=\s*["'](?:streamable-http|http)["']|\bstreamable_http_app\b|\brun_streamable_http_async\b|\bStreamableHTTP\w+\b|\.http_app\(/,
  },
  {
    transport: 'sse',
    pattern: /\btransport\s*=\s*["']sse["']|\bsse_app\b|\brun_sse_async\b|\bSseServerTransport\b/,
  },
  {
    transport: 'stdio',
    pattern:
      /\btransport\s*=\s*["']stdio["']|\bstdio_server\b|\brun_stdio_async\b|\b(?:mcp|server|app)\.run\(\s*\)/,
  },
];

/**
 * Returns the transport that a source file uses, or `undefined` if there is none. If there are several, network
 * transports are preferred.
 */
export function detectTransport(path: string, text: string): McpTransport | undefined {
  const isPython = path.endsWith('.py');
  const code = removeComments(text, isPython);
  return (isPython ? pythonEvidence : javaScriptEvidence).find(({ pattern }) => pattern.test(code))
    ?.transport;
}

/** Returns the preferred one of two transports. */
export function preferTransport(
  a: McpTransport | undefined,
  b: McpTransport | undefined,
): McpTransport | undefined {
  const order: readonly McpTransport[] = ['streamablehttp', 'sse', 'stdio'];
  return order.find((one) => one === a || one === b);
}

/** Removes the lines that are comments. */
function removeComments(text: string, isPython: boolean): string {
  const commentPattern = isPython ? /^\s*#/ : /^\s*(\/\/|\/?\*)/;
  return text
    .split('\n')
    .filter((line) => !commentPattern.test(line))
    .join('\n');
}
