import { hostname } from 'node:os';
import type { AuthSession } from './session.ts';

/** The name of the machine that the environment variables belong to. In a remote window, not the user's machine. */
export const machineName = hostname();

/**
 * Returns the session of the API key in the environment (`HOSTED_MCP_API_KEY`), as in a container or a test. The key is
 * valid only for the origin of `HOSTED_MCP_BASE_URL`.
 */
export function readMachineSessions(): readonly AuthSession[] {
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
