import type { ServerFields } from '../api/distribution.ts';

/** A `server.json` with these fields; `undefined`: nothing is published, and the text is empty. */
export function formatServerJson(fields: ServerFields | undefined): string {
  if (!fields) return '';
  // A list that the service doesn't give is read as an empty one.
  const filled = (_: string, value: unknown): unknown =>
    Array.isArray(value) && value.length === 0 ? undefined : value;
  return `${JSON.stringify(fields, filled, 2)}\n`;
}

/** The registry's own page of a server. */
export function registryPageUrl(name: string): string {
  return `https://registry.modelcontextprotocol.io/?q=${encodeURIComponent(name)}`;
}
