import type { ServerFields } from '../api/distribution.ts';

/** Returns the text of a `server.json`. */
export function formatServerJson(fields: ServerFields): string {
  // The client sets missing lists to empty ones.
  const filled = (_: string, value: unknown): unknown =>
    Array.isArray(value) && value.length === 0 ? undefined : value;
  return `${JSON.stringify(fields, filled, 2)}\n`;
}

/** Whether the JSON schema of a `server.json` is that of the MCP Registry, or absent. */
export function hasRegistrySchema({ $schema }: Pick<ServerFields, '$schema'>): boolean {
  return $schema === undefined || /^https:\/\/static\.modelcontextprotocol\.io\/schemas\//.test($schema);
}

/** Returns the URL of a server's page in the MCP Registry. */
export function createRegistryPageUrl(name: string): string {
  return `https://registry.modelcontextprotocol.io/?q=${encodeURIComponent(name)}`;
}
