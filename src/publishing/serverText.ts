import type { ServerFields } from '../api/distribution.ts';

/** Returns the text of a `server.json`. */
export function formatServerJson(fields: ServerFields): string {
  // The client sets missing lists to empty ones.
  const filled = (_: string, value: unknown): unknown =>
    Array.isArray(value) && value.length === 0 ? undefined : value;
  return `${JSON.stringify(fields, filled, 2)}\n`;
}

/** Returns the URL of a server's page in the MCP Registry. */
export function createRegistryPageUrl(name: string): string {
  return `https://registry.modelcontextprotocol.io/?q=${encodeURIComponent(name)}`;
}
