import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from '../e2e/fixtures.ts';
import { consentAndSignIn } from '../e2e/userSession.ts';
import { take } from './take.ts';

const serverInfo = { name: 'weather-tools', version: '1.4.0' };
const results: Readonly<Record<string, object>> = {
  initialize: { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo },
  'tools/list': { tools: [{ name: 'get_forecast', inputSchema: { type: 'object' } }] },
  'tools/call': { content: [{ type: 'text', text: 'Bodø: 4 °C, light rain' }], isError: false },
};

const server = createServer(async (request, response) => {
  const { id, method } = JSON.parse((await text(request)) || '{}') as { id?: number; method?: string };
  const result = results[method ?? ''];
  if (id === undefined) response.statusCode = 202;
  if (method !== 'initialize') {
    response.setHeader('Content-Type', 'application/json');
    const error = { code: -32601, message: 'Method not found' };
    response.end(
      id === undefined ? '' : JSON.stringify({ jsonrpc: '2.0', id, ...(result ? { result } : { error }) }),
    );
    return;
  }
  response.setHeader('Content-Type', 'text/event-stream');
  response.end(`event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', id, result })}\n\n`);
});

test('tunnel: servers, confirmation, page, details, editor, QR code', async ({
  workbench,
  page,
  context,
  service,
}, info) => {
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const { port } = server.address() as AddressInfo;
  await workbench.run('Open Tunnel...');
  await expect(workbench.item(`localhost:${port}`)).toContainText('MCP server "weather-tools"');
  await take(page, info, 'tunnel-servers');
  await workbench.choose(workbench.item(`localhost:${port}`));
  await expect(workbench.dialog).toContainText('Open a tunnel from a public URL');
  await take(page, info, 'tunnel-confirmation');
  await workbench.dialog.getByRole('button', { name: 'Open Tunnel' }).click();
  await consentAndSignIn(workbench, context, service);
  await page.bringToFront();
  const { webview } = workbench;
  await expect(webview.locator('.status-badge')).toHaveText('Open');
  await workbench.clearNotifications();
  await take(page, info, 'tunnel-empty');

  const url = await webview.locator('.facts code').first().textContent();
  const send = async (method: string, params?: object): Promise<void> => {
    const headers = { 'Content-Type': 'application/json', Authorization: 'Bearer secret' };
    const id = method.startsWith('notifications/') ? undefined : 1;
    const body = JSON.stringify({ jsonrpc: '2.0', id, method, params });
    await fetch(url ?? '', { method: 'POST', headers, body });
  };
  const clientInfo = { name: 'example-client', version: '2.0.0' };
  await send('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
  await send('notifications/initialized');
  await send('tools/list');
  await send('tools/call', { name: 'get_forecast', arguments: { city: 'Bodø', days: 3 } });
  await send('resources/list');
  const rows = webview.getByRole('grid', { name: 'Requests' }).locator('.row');
  await expect(rows).toHaveCount(5);
  await rows.first().click();
  await expect(webview.locator('.details')).toContainText('Data of 1 event.');
  await take(page, info, 'tunnel-details');
  await rows.nth(3).click();
  await webview.getByRole('button', { name: 'Edit and Replay...' }).click();
  const editor = webview.getByRole('textbox', { name: 'Request to send' });
  await editor.fill((await editor.inputValue()).replace('"days": 3', '"days": 5').replace('Bearer', 'Basic'));
  await expect(webview.getByText(/^Line \d+:/)).toBeVisible();
  await take(page, info, 'tunnel-edit');
  await editor.fill((await editor.inputValue()).replace('Basic', 'Bearer'));
  await webview.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(rows).toHaveCount(6);
  await expect(webview.locator('.details')).toContainText('light rain');
  await take(page, info, 'tunnel-replayed');
  await webview.getByRole('button', { name: 'Show QR Code' }).click();
  await expect(webview.getByRole('img')).toBeVisible();
  await take(page, info, 'tunnel-qr-code');
  await page.setViewportSize({ width: 760, height: 700 });
  await take(page, info, 'tunnel-narrow');
  server.close();
  server.closeAllConnections();
});
