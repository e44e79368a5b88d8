import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test as base, expect } from '../fixtures.ts';

/** Starts a server on this machine with a request listener. */
const test = base.extend<{ readonly listen: (answer: RequestListener) => Promise<string> }>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the parameter's pattern.
  listen: async ({}, use) => {
    const servers: ReturnType<typeof createServer>[] = [];
    await use(async (answer) => {
      const server = createServer(answer);
      servers.push(server);
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    });
    for (const server of servers) server.close().closeAllConnections();
  },
});

test('a handshake that hangs is canceled and retried', async ({ workbench, page, listen }) => {
  let closedCount = 0;
  const url = await listen((_request, response) => void response.once('close', () => closedCount++));
  await workbench.run('Inspect Server', { targetUrl: `${url}/mcp` });
  const cancel = page.getByRole('button', { name: 'Cancel' });
  await cancel.click();
  await expect(page.getByRole('alert')).toContainText('You canceled the connection.');
  await expect(page.locator('.phase')).toContainText('Not connected');
  await expect(cancel).toHaveCount(0);
  await expect.poll(() => closedCount).toBe(1);
  // The reason appears once, with its remedies below it, and nothing else is on the page.
  await expect(page.getByText('You canceled the connection.')).toHaveCount(1);
  await expect(page.locator('.remedies > button')).toHaveText(['Try Again', 'Edit Headers...']);
  await expect(page.locator('.remedies > .primary')).toHaveText('Try Again');
  await expect(page.locator('.listing')).toHaveCount(0);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.locator('.phase')).toContainText('Connecting');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(cancel).toBeVisible();
});

for (const [path, what, status, type] of [
  ['/mcp', 'a server', 405, 'text/plain'],
  ['/sse', 'one of the first protocol', 200, 'text/event-stream'],
] as const) {
  test(`a URL without a path finds ${what} at ${path}`, async ({ workbench, page, listen }) => {
    const headers: unknown[] = [];
    const url = await listen((request, response) => {
      if (request.method === 'GET' && request.url === path) {
        headers.push(request.headers['authorization']);
        response.writeHead(status, { 'Content-Type': type }).write('\n');
        if (status === 405) response.end();
        return;
      }
      response.writeHead(404).end();
    });
    await workbench.run('Inspect Server', { targetUrl: url });
    await expect(page.getByRole('alert')).toContainText('no MCP server');
    await page.getByRole('button', { name: `Try ${path}` }).click();
    const titles = () => workbench.extension.editor.panels.map(({ title }) => title);
    await expect.poll(titles).toEqual([`Inspect: ${new URL(url).host}${path}`]);
    expect(headers[0]).toBe(undefined);
  });
}

test('the search text for a server becomes the beginning of the URL prompt', async ({ workbench }) => {
  await workbench.run('Inspect Server');
  await workbench.input.fill('https://mcp.example.com/mc');
  await workbench.choose(workbench.item('Another URL or Port...'));
  await expect(workbench.input).toHaveValue('https://mcp.example.com/mc');
});
