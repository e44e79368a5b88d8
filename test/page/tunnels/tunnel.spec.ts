import { text } from 'node:stream/consumers';
import { openTunnel } from '../../../src/tunnels/client/tunnel.node.ts';
import { createSubdomain, createTicket } from '../../service/tunnels/ticket.ts';
import { expect, test } from '../fixtures.ts';
import { expectAccessibleInAllThemes } from '../themes.ts';
import { callTool, openTunnelPage, withLocalServer } from './tunnelPage.ts';

test('lists requests as they come, with their details and without credentials', async ({
  workbench,
  service,
  page,
}) => {
  const { promise: canEnd, resolve: end } = Promise.withResolvers<void>();
  await withLocalServer(
    async (request, response) => {
      const body = await text(request);
      if (body.includes('"slow"')) await canEnd;
      if (request.url?.startsWith('/broken')) response.statusCode = 500;
      response.setHeader('Content-Type', 'application/json');
      response.setHeader('Set-Cookie', 'sid=s3cret');
      const result = { content: [], isError: body.includes('"invalid"') };
      response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result }));
    },
    async (port) => {
      const url = await openTunnelPage(workbench, service, port);
      const { webview } = workbench;
      const rows = webview.getByRole('grid', { name: 'Requests' }).locator('.row');
      await expect(webview.locator('.status-badge')).toHaveText('Open');
      await expect(webview.locator('.facts')).toContainText(`${url}/mcp`);
      await expect(webview.locator('.facts')).toContainText(`http://localhost:${port}/mcp`);
      await expect(webview.locator('.empty')).toContainText('No requests yet.');

      const headers = { Authorization: 'Bearer s3cret', 'X-Api-Key': 's3cret' };
      await callTool(`${url}/mcp?token=s3cret&city=Bod%C3%B8`, 'forecast', { city: '<img src=x>' }, headers);
      await expect(rows).toHaveCount(1);
      await expect(rows.first()).toContainText('200');
      await expect(rows.first()).toContainText('tools/call forecast');
      await expect(rows.first()).toContainText('POST /mcp?token=•••&city=Bod%C3%B8');
      await expect(rows.first().locator('.duration')).toContainText('ms');
      const slow = callTool(`${url}/mcp`, 'slow', {});
      await fetch(`${url}/broken`);
      await expect(rows).toHaveCount(3);
      await expect(rows.nth(1).locator('.status')).toContainText('Open');
      await expect(rows.nth(2).locator('.status')).toContainText('500 Failed');

      await rows.first().click();
      const details = webview.locator('.details');
      await expect(details).toContainText('"forecast"');
      await expect(details).toContainText('<img src=x>');
      for (const summary of await details.locator('summary').all()) await summary.click();
      await expect(details).toContainText('Bearer •••');
      await expect(details.locator('dt', { hasText: 'Set-Cookie' })).toBeVisible();
      expect(await webview.locator('body').innerHTML()).not.toContain('s3cret');

      await rows.nth(1).click();
      await expect(details).toContainText('No response yet.');
      const cancel = webview.getByRole('button', { name: 'Cancel Request' });
      const canceled = callTool(`${url}/mcp`, 'slow', {}).catch(() => 'canceled');
      await expect(rows).toHaveCount(4);
      await rows.nth(3).click();
      await cancel.click();
      await expect(rows.nth(3).locator('.status')).toContainText('Failed');
      expect(await canceled).toBe('canceled');
      await rows.nth(1).click();
      await expect(cancel).toBeVisible();
      end();
      await slow;
      await expect(cancel).toHaveCount(0);
      await expect(details).toContainText('"isError"');
      await expect(rows.nth(1).locator('.duration')).not.toBeEmpty();
      await callTool(`${url}/mcp`, 'invalid', {});
      await expect(rows.nth(4).locator('.status')).toHaveText('200 JSON-RPC error');
      await rows.nth(4).click();
      await expect(details).toContainText('200 · JSON-RPC error');
      await expectAccessibleInAllThemes(page);
      for (const width of [320, 1280]) {
        await page.setViewportSize({ width, height: 700 });
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      }
    },
  );
});

test('filters and highlights requests, also those that arrive later', async ({
  workbench,
  service,
  page,
}) => {
  await withLocalServer(
    (_, response) => void response.end('{}'),
    async (port) => {
      const url = await openTunnelPage(workbench, service, port);
      const { webview } = workbench;
      const rows = webview.getByRole('grid', { name: 'Requests' }).locator('.row');
      for (const name of ['add', 'subtract', 'add']) await callTool(`${url}/mcp`, name, {});
      await expect(rows).toHaveCount(3);
      await page.keyboard.press('Control+f');
      await page.keyboard.type('add');
      await expect(rows).toHaveCount(2);
      await expect(webview.locator('.hits')).toHaveText('2 results');
      await expect(rows.first().locator('mark')).toHaveText('add');
      await callTool(`${url}/mcp`, 'add', {});
      await callTool(`${url}/mcp`, 'divide', {});
      await expect(rows).toHaveCount(3);
      await page.keyboard.press('Enter');
      await expect(webview.locator('.hits')).toHaveText('1 of 3');
      await webview.getByRole('button', { name: 'Show Only Matches' }).click();
      await expect(rows).toHaveCount(5);
      await webview.getByRole('button', { name: 'Show Only Matches' }).click();
      await webview.getByRole('textbox', { name: 'Find in requests' }).fill('(');
      await webview.getByRole('button', { name: 'Use Regular Expression' }).click();
      await expect(webview.getByRole('alert')).toContainText('Invalid regular expression');
      await webview.getByRole('textbox', { name: 'Find in requests' }).fill('nothing');
      await expect(webview.locator('.empty')).toHaveText('No requests match the filter.');
      await page.keyboard.press('Escape');
      await expect(rows).toHaveCount(5);
      await expect(webview.getByRole('grid')).toBeFocused();
      // Its row arrives after any result of the cleared filter, which must not hide the others.
      await callTool(`${url}/mcp`, 'multiply', {});
      await expect(rows).toHaveCount(6);
      await page.keyboard.press('End');
      await expect(webview.locator('.details')).toContainText('"multiply"');
      // The details can be opened before they are read.
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('Enter');
      await expect(webview.locator('.details')).toContainText('"divide"');
      await expect(webview.locator('.details')).toBeFocused();
      await webview.locator('.toolbar').evaluate((toolbar) => {
        // The page isn't redrawn between the clicks.
        for (const icon of ['case-sensitive', 'regex'])
          toolbar.querySelector<HTMLElement>(`.codicon-${icon}`)?.click();
      });
      for (const [name, isPressed] of [
        ['Match Case', 'true'],
        ['Use Regular Expression', 'false'],
      ] as const)
        await expect(webview.getByRole('button', { name })).toHaveAttribute('aria-pressed', isPressed);
      await page.setViewportSize({ width: 320, height: 900 });
      await fetch(`${url}/health`);
      await webview.getByRole('grid').press('End');
      await expect(rows.last().locator('.request')).toHaveText('GET /health');
      await expect(rows.last().locator('.request')).toBeVisible();
      await expect(rows.nth(-2).locator('.request')).toBeHidden();
    },
  );
});

test('keeps no bodies after the user has turned them off, and shows a closed tunnel and a new one', async ({
  workbench,
  service,
}) => {
  await withLocalServer(
    (_, response) => void response.end('private response'),
    async (port) => {
      const url = await openTunnelPage(workbench, service, port);
      const { webview } = workbench;
      const rows = webview.getByRole('grid', { name: 'Requests' }).locator('.row');
      const details = webview.locator('.details');
      await callTool(`${url}/mcp`, 'add', {});
      await rows.first().click();
      await expect(details).toContainText('private response');
      await webview.getByRole('button', { name: 'Keep Bodies' }).click();
      await expect(webview.getByRole('button', { name: 'Keep Bodies' })).toHaveAttribute(
        'aria-pressed',
        'false',
      );
      await expect(details).not.toContainText('private response');
      await expect(details).toContainText("The body wasn't kept. Its size is 16 bytes.");
      await webview.getByRole('button', { name: 'Keep Bodies' }).click();
      await expect(details).toContainText("The body wasn't kept.");

      await webview.getByRole('button', { name: 'Close Tunnel' }).click();
      await expect(webview.locator('.status-badge')).toHaveText('Closed');
      await expect(rows).toHaveCount(1);
      await webview.getByRole('button', { name: 'Open Again' }).click();
      await expect(webview.locator('.status-badge')).toHaveText('Open');
      // The requests of a tunnel to the same port remain.
      await callTool(`${url}/mcp`, 'subtract', {});
      await expect(rows).toHaveCount(2);
      await expect(details).toContainText("The body wasn't kept.");
      await webview.getByRole('button', { name: 'Copy URL' }).click();
      await expect.poll(() => workbench.extension.editor.clipboard.read()).toBe(`${url}/mcp`);
      await webview.getByRole('button', { name: 'Open in Browser' }).click();
      await expect
        .poll(() => workbench.extension.editor.executedCommands)
        .toContainEqual({ command: 'vscode.open', args: [`${url}/mcp`] });
    },
  );
});

test('shows the same requests after it was hidden', async ({ workbench, service }) => {
  await withLocalServer(
    (_, response) => void response.end('{}'),
    async (port) => {
      const url = await openTunnelPage(workbench, service, port);
      const { webview } = workbench;
      const rows = webview.getByRole('grid', { name: 'Requests' }).locator('.row');
      await callTool(`${url}/mcp`, 'add', {});
      await rows.first().click();
      await expect(webview.locator('.details')).toContainText('"add"');
      const sash = webview.getByRole('separator', { name: 'Width of the list' });
      const width = await webview.locator('.view').evaluate((list) => list.clientWidth);
      for (let press = 0; press < 5; press++) await sash.press('ArrowRight');
      await expect(sash).toHaveAttribute('aria-valuenow', '60');
      expect(await webview.locator('.view').evaluate((list) => list.clientWidth)).toBeGreaterThan(width);
      await workbench.run('Open Environment', workbench.environment('weather-tools', 'production'));
      await expect(webview.getByRole('heading', { level: 1 })).toContainText('production');
      await callTool(`${url}/mcp`, 'subtract', {});
      await workbench.run('Show Tunnel');
      await expect(rows).toHaveCount(2);
      await expect(webview.locator('.details')).toContainText('"add"');
      await expect(sash).toHaveAttribute('aria-valuenow', '60');
    },
  );
});

test('shows that another tunnel has displaced it, and takes over', async ({ workbench, service }) => {
  await withLocalServer(
    (_, response) => void response.end('{}'),
    async (port) => {
      const url = await openTunnelPage(workbench, service, port);
      const { webview } = workbench;
      await callTool(`${url}/mcp`, 'add', {});
      const subdomain = createSubdomain(service.world.seed);
      const ticket = createTicket(subdomain, Date.now());
      const other = openTunnel({
        localPort: port,
        keepsBodies: () => false,
        onExchange: () => undefined,
        onState: () => undefined,
        describeFailure: (failure) => failure,
        getTicket: async () => ({ subdomain, ticket, tunnelHost: service.tunnelHost.name }),
      });
      try {
        await expect(webview.locator('.status-badge')).toHaveText('Displaced');
        await expect(webview.getByRole('status').first()).toContainText(
          'Another tunnel of your account uses',
        );
        await webview.getByRole('button', { name: 'Take Over' }).click();
        await expect(webview.locator('.status-badge')).toHaveText('Open');
        await expect(webview.locator('.row')).toHaveCount(1);
      } finally {
        other.close();
      }
    },
  );
});

test('sends a request again, copies it as a command, and opens its tool in the inspector', async ({
  workbench,
  service,
}) => {
  const bodies: string[] = [];
  await withLocalServer(
    async (request, response) => {
      bodies.push(`${request.headers.authorization} ${await text(request)}`);
      response.end('{}');
    },
    async (port) => {
      const url = await openTunnelPage(workbench, service, port);
      const { webview } = workbench;
      const rows = webview.getByRole('grid', { name: 'Requests' }).locator('.row');
      await callTool(`${url}/mcp`, 'add', { a: 1 }, { Authorization: 'Bearer s3cret' });
      await rows.first().click();
      await webview.getByRole('button', { name: 'Replay', exact: true }).click();
      await expect(rows).toHaveCount(2);
      await expect(rows.nth(1)).toHaveAttribute('aria-selected', 'true');
      await expect(rows.nth(1).locator('.call')).toContainText('Replayed tools/call add');
      // The details can be drawn before they have a *Replay* button, and get its focus then.
      await expect(webview.locator('.details:focus-within')).toHaveCount(1);
      expect(bodies[1]).toBe(bodies[0]);
      expect(bodies[1]).toContain('Bearer s3cret {');
      await webview.getByRole('button', { name: 'Copy as curl' }).click();
      await expect
        .poll(() => workbench.extension.editor.clipboard.read())
        .toContain('Authorization: Bearer SECRET');
      await webview.getByRole('button', { name: 'Call in Inspector' }).click();
      await expect
        .poll(() => workbench.extension.editor.panels.map(({ viewType }) => viewType))
        .toContain('hostedMcp.inspector');
    },
  );
});

test('adds the tunnel to the chat of the editor', async ({ workbench, service }) => {
  await withLocalServer(
    (_, response) => void response.end('{}'),
    async (port) => {
      const url = `${await openTunnelPage(workbench, service, port)}/mcp`;
      await workbench.clearNotifications();
      await workbench.webview.getByRole('button', { name: 'Connect MCP Client...' }).click();
      await workbench.item('Chat of This Editor').click();
      const label = `localhost-${port}`;
      await expect(workbench.notification(`can use the tools of ${label}`)).toBeVisible();
      const { mcpServers } = workbench.extension.editor;
      await expect
        .poll(() => mcpServers?.provideMcpServerDefinitions())
        .toMatchObject([{ label, uri: { scheme: 'http' } }]);
      const [definition] = (await mcpServers?.provideMcpServerDefinitions()) ?? [];
      expect(definition?.uri.toString()).toBe(url);
    },
  );
});

test('copies the configuration with which MCP clients connect, and opens the page of a client', async ({
  workbench,
  service,
  page,
}) => {
  await withLocalServer(
    (_, response) => void response.end('{}'),
    async (port) => {
      const url = `${await openTunnelPage(workbench, service, port)}/mcp`;
      const name = `localhost-${port}`;
      const json = (settings: object): string => `${JSON.stringify(settings, undefined, 2)}\n`;
      for (const [client, place, configuration] of [
        ['ChatGPT', 'Settings', url],
        ['Claude', 'Customize', url],
        ['VS Code', '.vscode', json({ servers: { [name]: { type: 'http', url } } })],
        ['Cursor', '~/.cursor', json({ mcpServers: { [name]: { url } } })],
      ] as const) {
        await workbench.clearNotifications();
        await workbench.webview.getByRole('button', { name: 'Connect MCP Client...' }).click();
        await workbench.item(`${client} ${place}`).click();
        await expect(workbench.notification(`The configuration for ${client} was copied`)).toBeVisible();
        expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(configuration);
      }
      const copied = workbench.notification('Paste it into ~/.cursor/mcp.json');
      await copied.getByRole('button', { name: 'Open Page' }).click();
      await expect
        .poll(() => workbench.extension.editor.openedUrls.at(-1))
        .toBe('https://cursor.com/docs/mcp');
    },
  );
});
