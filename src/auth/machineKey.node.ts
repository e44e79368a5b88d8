import { hostname } from 'node:os';
import type { AuthSession } from './session.ts';

/**
 * The name of the machine to which the environment variables belong. In a remote window, this isn't the user's machine.
 */
export const machineName = hostname();

/**
 * Returns the session of the API key in the environment variable `HOSTED_MCP_API_KEY`, which containers and tests set.
 * The key is used only for the origin of `HOSTED_MCP_BASE_URL`.
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
