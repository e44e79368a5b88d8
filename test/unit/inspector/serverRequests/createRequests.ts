import { PendingRequests } from '../../../../src/inspector/serverRequests/pendingRequests.ts';

type RequestHost = ConstructorParameters<typeof PendingRequests>[0];

export const folders = () => [{ uri: 'file:///work', name: 'work' }];
export const signal = new AbortController().signal;

/** Creates requests of a server to a user who allows URLs to be opened, and who has no chat model. */
export function createTestRequests(host: Partial<RequestHost> = {}) {
  let changes = 0;
  const opened: string[] = [];
  const requests = new PendingRequests({
    serverUrl: 'https://mcp.example.com/mcp',
    listFolders: folders,
    onChange: () => void changes++,
    openUrl: async (url) => opened.push(url) > 0,
    requestModelAnswer: async () => undefined,
    ...host,
  });
  return { requests, opened, changes: () => changes };
}
