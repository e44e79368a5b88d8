import { hostname } from 'node:os';
import type { AuthSession } from './session.ts';

/** Whose environment it is: in a remote window, not that of the machine that a person sits at. */
export const machineName = hostname();

/**
 * An API key given by the environment (`HOSTED_MCP_API_KEY`), as in a container or a test. It is bound to the
 * origin of `HOSTED_MCP_BASE_URL`, and is nothing without it.
 */
export function environmentSessions(): readonly AuthSession[] {
  const { HOSTED_MCP_API_KEY: accessToken, HOSTED_MCP_BASE_URL: baseUrl } = process.env;
  if (!accessToken || !baseUrl || !URL.canParse(baseUrl)) return [];
  return [
    {
      id: 'environment',
      kind: 'apiKey',
      origin: new URL(baseUrl).origin,
      account: { id: 'environment', label: 'HOSTED_MCP_API_KEY' },
      generation: 0,
      accessToken,
      createdAt: 0,
    },
  ];
}
