import { createPendingRequests } from '../../../../src/inspector/serverRequests/pendingRequests.ts';

type Deps = Parameters<typeof createPendingRequests>[0];

export const folders = () => [{ uri: 'file:///work', name: 'work' }];
export const signal = new AbortController().signal;

/** What a server asks, where the person lets the browser open and has no model, unless it is said otherwise. */
export function createTestRequests(deps: Partial<Deps> = {}) {
  let changes = 0;
  const opened: string[] = [];
  const asks = createPendingRequests({
    serverUrl: 'https://mcp.example.com/mcp',
    folders,
    changed: () => void changes++,
    openAddress: async (address) => opened.push(address) > 0,
    askModel: async () => undefined,
    ...deps,
  });
  return { asks, opened, changes: () => changes };
}
