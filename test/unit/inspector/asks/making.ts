import { createAsks } from '../../../../src/inspector/asks/asks.ts';

type Deps = Parameters<typeof createAsks>[0];

export const folders = () => [{ uri: 'file:///work', name: 'work' }];
export const signal = new AbortController().signal;

/** What a server asks, where the person lets the browser open and has no model, unless it is said otherwise. */
export function makeAsks(deps: Partial<Deps> = {}) {
  let changes = 0;
  const opened: string[] = [];
  const asks = createAsks({
    ...{ serverUrl: 'https://mcp.example.com/mcp', folders, changed: () => void changes++ },
    openAddress: async (address) => opened.push(address) > 0,
    askModel: async () => undefined,
    ...deps,
  });
  return { asks, opened, changes: () => changes };
}
