import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type * as vscode from 'vscode';
import { createReplay } from '../../../src/tunnels/requests/replay.ts';
import { TunnelController } from '../../../src/tunnels/tunnelController.node.ts';
import type { SampleService } from '../../service/service.ts';
import { createSubdomain, createTicket } from '../../service/tunnels/ticket.ts';
import { expect, test } from '../fixtures.ts';
import { acceptSignIn } from '../kit/signIn.ts';
import type { HostWindow } from '../window.ts';

/** Runs a server that responds with the path and body of each request, and as an MCP server at `/mcp`. */
async function withLocalServer(body: (port: number) => Promise<void>): Promise<void> {
  const server = createServer(async (request, response) => {
    const text = Buffer.concat(await request.toArray()).toString();
    const result = { protocolVersion: '2025-06-18', capabilities: {}, serverInfo: { name: 'tides' } };
    const isMcp = request.url === '/mcp' && text.includes('"initialize"');
    response.setHeader('Content-Type', isMcp ? 'application/json' : 'text/plain');
    response.end(
      isMcp ? JSON.stringify({ jsonrpc: '2.0', id: 0, result }) : `${request.method} ${request.url}`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await body((server.address() as AddressInfo).port);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const opened = /The tunnel is open\. (http:\S+) is forwarded/;

/** Returns the origin of the public URL in the message about an open tunnel. */
async function readPublicUrl(workbench: HostWindow): Promise<string> {
  await expect(workbench.notification(opened)).toBeVisible();
  return new URL(opened.exec(workbench.seen())?.[1] ?? '').origin;
}

async function openFirstTunnel(workbench: HostWindow, service: SampleService, port: number): Promise<string> {
  await workbench.run('Open Tunnel...', { port: String(port), path: '/mcp' });
  await workbench.dialog.getByRole('button', { name: 'Open Tunnel' }).click();
  await acceptSignIn(workbench, service);
  return readPublicUrl(workbench);
}

/** Returns the status of a request to a tunnel that is being closed, or 0 if there is no response. */
const readStatus = async (url: string): Promise<number> =>
  fetch(url, { signal: AbortSignal.timeout(3000) }).then(
    ({ status }) => status,
    () => 0,
  );

/** Creates a controller, and a function that opens a tunnel and resolves with its public URL. */
function createController(service: SampleService, port: number) {
  const connection = { baseUrl: service.url, account: async () => undefined, onDidChange: () => ({}) };
  const controller = new TunnelController({ connection, log: { info: () => undefined } } as never);
  const subdomain = createSubdomain(service.world.seed);
  const ticket = createTicket(subdomain, Date.now());
  const open = (): Promise<string> =>
    controller.open(
      { port },
      { subdomain, ticket, tunnelHost: service.tunnelHost.name },
      new AbortController().signal,
    );
  return { controller, open };
}

const readText = async (url: string): Promise<string> => (await fetch(url)).text();

test.describe('a tunnel', () => {
  test('is opened after its risks were confirmed once, is closed, and opens again', async ({
    workbench,
    service,
  }) => {
    await withLocalServer(async (port) => {
      const { tunnelItem } = workbench.fakeEditor;
      await test.step('is not opened without confirmation', async () => {
        await workbench.run('Open Tunnel...', { port: String(port) });
        await expect(workbench.dialog).toContainText("aren't encrypted between the tunnel host");
        await workbench.dialog.getByRole('button', { name: 'Cancel' }).click();
        expect(service.tunnelHost.counts.registrations).toBe(0);
        expect(tunnelItem.isVisible).toBe(false);
      });

      const url = await openFirstTunnel(workbench, service, port);
      expect(await readText(`${url}/a?b=c`)).toBe('GET /a?b=c');
      expect(tunnelItem).toMatchObject({ text: `$(radio-tower) Tunnel :${port}`, isVisible: true });
      const { value, isTrusted } = tunnelItem.tooltip as vscode.MarkdownString;
      const links = [...value.matchAll(/\]\(command:([\w.]+)\?([^)]*)\)/g)].map(
        ([, command, argument = '']) => [command, JSON.parse(decodeURIComponent(argument))],
      );
      expect(links).toEqual([
        ['hostedMcp.inspectServer', [{ url: `${url}/mcp` }]],
        ['hostedMcp.runAudit', [{ targetUrl: `${url}/mcp` }]],
      ]);
      expect(isTrusted).toEqual({ enabledCommands: links.map(([command]) => command) });
      await workbench.notification(opened).getByRole('button', { name: 'Copy URL' }).click();
      await expect.poll(() => workbench.clipboard()).toBe(`${url}/mcp`);

      await workbench.run('Close Tunnel');
      await expect.poll(() => readStatus(url)).toBe(404);
      expect(tunnelItem).toMatchObject({
        text: '$(radio-tower) Open Tunnel',
        command: 'hostedMcp.openTunnel',
      });
      await workbench.clearNotifications();
      await workbench.run('Open Tunnel...', { port: String(port) });
      expect(await readPublicUrl(workbench)).toBe(url);
      await expect(workbench.dialog).toHaveCount(0);
      expect(workbench.fakeEditor.log.join('\n')).toContain(`tunnel: open, ${url}`);
      expect(workbench.fakeEditor.log.join('\n')).not.toMatch(/Bearer|eyJ/);
    });
  });

  test('is closed by one that is opened at the same time', async ({ service }) => {
    await withLocalServer(async (port) => {
      const { controller, open } = createController(service, port);
      const results = await Promise.allSettled([open(), open()]);
      controller.close();
      expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
      expect(service.tunnelHost.counts.registrations).toBe(1);
    });
  });

  // Outside an extension host, no code replaces `http.request`.
  test('sends a request to the local server again', async ({ service }) => {
    await withLocalServer(async (port) => {
      const { controller, open } = createController(service, port);
      const url = await open();
      const { requests } = controller;
      await (await fetch(`${url}/a`, { method: 'POST', body: 'text' })).text();
      const isEnded = (id: number): boolean => requests.getDetails(id)?.endedAt !== undefined;
      await expect.poll(() => isEnded(1)).toBe(true);
      const first = requests.getDetails(1);
      const replay = first && createReplay(first);
      if (replay) controller.replay(replay);
      await expect.poll(() => isEnded(2)).toBe(true);
      controller.close();
      expect(requests.list(2, 2)).toMatchObject([{ replayOf: 1, method: 'POST', path: '/a', status: 200 }]);
    });
  });

  test('proposes MCP servers of this machine first, and accepts another port', async ({
    workbench,
    service,
  }) => {
    await withLocalServer(async (port) => {
      await workbench.run('Open Tunnel...');
      await expect(workbench.input).toBeVisible();
      await expect(workbench.item(/^localhost/).first()).toContainText('MCP server "');
      await expect(workbench.item(`localhost:${port}/mcp`)).toContainText('MCP server "tides"');
      await workbench.item(`localhost:${port}/mcp`).click();
      await workbench.dialog.getByRole('button', { name: 'Open Tunnel' }).click();
      await acceptSignIn(workbench, service);
      const url = await readPublicUrl(workbench);
      expect(await readText(`${url}/x`)).toBe('GET /x');

      await workbench.run('Open Tunnel...');
      await workbench.item('Another Port...').click();
      await workbench.input.fill('70000');
      await workbench.input.press('Enter');
      await expect(workbench.inputMessage).toContainText('number from 1 to 65535');
      await workbench.clearNotifications();
      await workbench.input.fill(String(port));
      await workbench.input.press('Enter');
      expect(await readPublicUrl(workbench)).toBe(url);
    });
  });
});

test.describe('a tunnel of the only account', () => {
  test.use({ connect: 'service' });

  test('is closed when its user signs out, and offers to open it again when no ticket is issued', async ({
    workbench,
    service,
  }) => {
    await withLocalServer(async (port) => {
      const url = await openFirstTunnel(workbench, service, port);
      await readText(url);
      // Otherwise, the message about the first tunnel would be taken for that about the second one.
      await workbench.clearNotifications();
      service.faults.add({ match: { path: '/v1/tunnels' }, status: 403 });
      service.tunnelHost.faults.registrationStatus = 401;
      service.tunnelHost.restart();
      const message = workbench.notification(new RegExp(`tunnel to localhost:${port} was closed`));
      await expect(message).toBeVisible();
      service.faults.clear();
      delete service.tunnelHost.faults.registrationStatus;
      await message.getByRole('button', { name: 'Try Again' }).click();
      expect(await readPublicUrl(workbench)).toBe(url);

      await workbench.clearNotifications();
      await workbench.run('Sign Out');
      await workbench.dialog.getByRole('button', { name: 'Sign Out' }).click();
      await expect(workbench.notification('its account was signed out')).toBeVisible();
      await expect.poll(() => readStatus(url)).toBe(404);
    });
  });
});
