import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SampleService } from '../../service/service.ts';
import { createBrowser } from '../../unit/auth/browser.ts';
import { expect } from '../fixtures.ts';
import type { PageWindow } from '../window.ts';

/** Runs a server on this machine. `body` gets its port. */
export async function withLocalServer(
  handler: RequestListener,
  body: (port: number) => Promise<void>,
): Promise<void> {
  const server = createServer(handler);
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  try {
    await body((server.address() as AddressInfo).port);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** Opens a tunnel, which shows its page. Returns the public URL of the tunnel. */
export async function openTunnelPage(
  workbench: PageWindow,
  { login }: SampleService,
  port: number,
): Promise<string> {
  await workbench.run('Open Tunnel...', { port: String(port), path: '/mcp' });
  await workbench.dialog.getByRole('button', { name: 'Open Tunnel' }).click();
  await workbench.dialog.getByRole('button', { name: 'Allow' }).click();
  const { openedUrls } = workbench.extension.editor;
  await expect.poll(() => openedUrls.length).toBe(1);
  await fetch(await createBrowser().signIn(new URL(openedUrls[0] ?? ''), { action: 'signIn', ...login }));
  await expect(workbench.webview.getByRole('heading', { level: 1 })).toHaveText('Tunnel');
  // Until the tunnel is open, the first address is that of the local server.
  await expect(workbench.webview.locator('.status-badge')).toHaveText('Open');
  const url = await workbench.webview.locator('.facts code').first().textContent();
  return new URL(url ?? '').origin;
}

/** Sends a JSON-RPC request to a URL. Resolves with the text of the response. Rejects if its status isn't 200. */
export async function callTool(
  url: string,
  name: string,
  args: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
  });
  const text = await response.text();
  // The tunnel host responds with 404 if there is no tunnel, and no row would appear.
  if (response.status !== 200) throw new Error(`The response has the status ${response.status}: ${text}`);
  return text;
}
