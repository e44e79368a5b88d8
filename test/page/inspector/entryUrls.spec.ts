import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createBrowser } from '../../unit/auth/browser.ts';
import { expect, test } from '../fixtures.ts';

/** Returns a reference to an environment variable in the format of the file. */
const variable = (name: string): string => `\${env:${name}}`;

/** Returns a reference to an input in the format of the file. */
const input = (id: string): string => `\${input:${id}}`;

function write(folder: string, sample: object, inputs: readonly object[] = []): void {
  mkdirSync(join(folder, '.vscode'), { recursive: true });
  writeFileSync(join(folder, '.vscode', 'mcp.json'), JSON.stringify({ servers: { sample }, inputs }));
}

/** Starts another server, which records the headers of requests. */
async function startOther() {
  const requestHeaders: (IncomingHttpHeaders & { readonly path?: string })[] = [];
  const server = createServer(({ headers, url: path = '' }, response) => {
    requestHeaders.push({ ...headers, path });
    response.writeHead(401, { 'WWW-Authenticate': 'Bearer resource_metadata="http://127.0.0.1:1/"' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { asked: requestHeaders, host: `127.0.0.1:${port}`, close: () => server.close() };
}

test('an entry gets values of the environment only after they are allowed, also on a restored page', async ({
  workbench,
  folder,
  page,
  service,
}) => {
  process.env['SAMPLE_WEATHER_KEY'] = 'the-key';
  process.env['SAMPLE_PATH'] = 'keyed';
  const { environmentId } = workbench.environment('weather-tools', 'production');
  const url = `${service.url}/mcp/${environmentId}`;
  const headers = { 'x-weather-key': variable('SAMPLE_WEATHER_KEY') };
  write(folder, { url: `${url}/${variable('SAMPLE_PATH')}`, headers });
  const keyedRequests = () => service.requests.list().filter(({ path }) => path.endsWith('/keyed'));
  const reconnect = () => page.getByRole('button', { name: 'Reconnect' }).click();
  try {
    await workbench.run('Inspect Server');
    await workbench.choose(workbench.item('sample'));
    for (const words of [`${url}/*`, 'x-weather-key', 'SAMPLE_PATH, SAMPLE_WEATHER_KEY']) {
      await expect(workbench.dialog).toContainText(words);
    }
    await expect(workbench.dialog).not.toContainText('the-key');
    await workbench.dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('alert')).toContainText("haven't allowed");

    await workbench.reloadWithEditors();
    await expect(page.getByRole('alert')).toContainText("haven't allowed");
    await expect(workbench.dialog).toHaveCount(0);
    expect(keyedRequests()).toEqual([]);

    await reconnect();
    await workbench.dialog.getByRole('button', { name: 'Connect' }).click();
    await expect(page.locator('.phase')).toContainText('Connected');
    await page.locator('[data-key="steps"]').click();
    await expect(page.locator('.facts')).toContainText(`${url}/*`);
    await workbench.reloadWithEditors();
    await expect(page.locator('.phase')).toContainText('Connected');
    await expect(workbench.dialog).toHaveCount(0);

    // A request with this value would fail with an error that quotes it.
    process.env['SAMPLE_WEATHER_KEY'] = 'the-key\nof two lines';
    await reconnect();
    await expect(page.getByRole('alert')).toContainText(/x-weather-key .*characters/);
    expect(await page.content()).not.toContain('two lines');

    process.env['SAMPLE_PATH'] = 'guarded';
    await workbench.reloadWithEditors();
    await expect(page.getByRole('alert')).toContainText("haven't allowed");
  } finally {
    delete process.env['SAMPLE_WEATHER_KEY'];
    delete process.env['SAMPLE_PATH'];
  }
});

test('a sign-in is only sent to its server, whatever a file specifies for another one', async ({
  workbench,
  folder,
  page,
  service,
}) => {
  const other = await startOther();
  const { environmentId } = workbench.environment('weather-tools', 'production');
  const url = `${service.url}/mcp/${environmentId}/guarded`;
  const { host } = new URL(url);
  process.env['SAMPLE_START'] = '';
  process.env['SAMPLE_HOST'] = host;
  const inspect = async (sample: string): Promise<void> => {
    write(folder, { url: sample });
    await workbench.run('Inspect Server');
    await workbench.choose(workbench.item('sample'));
  };
  const connect = () => workbench.dialog.getByRole('button', { name: 'Connect' }).click();
  try {
    await workbench.run('Inspect Server', { targetUrl: url });
    await page.getByRole('button', { name: 'Sign In' }).click();
    const { openedUrls } = workbench.extension.editor;
    await expect.poll(() => openedUrls.length).toBe(1);
    await fetch(
      await createBrowser().signIn(new URL(openedUrls[0] ?? ''), { action: 'signIn', ...service.login }),
    );
    await expect(page.locator('.phase')).toContainText('Connected');

    await test.step('is used for an entry with the same server', async () => {
      await inspect(url.replace(host, variable('SAMPLE_HOST')));
      await expect(workbench.dialog).toContainText(url);
      await connect();
      await expect(page.locator('.phase')).toContainText('Connected');
      await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible();
    });

    await test.step('is not used for another server', async () => {
      process.env['SAMPLE_HOST'] = other.host;
      await page.getByRole('button', { name: 'Reconnect' }).click();
      await expect(workbench.dialog).toContainText(other.host);
      await connect();
      await expect(page.getByRole('alert')).toContainText('401');
      await expect(page.getByRole('button', { name: 'Sign Out' })).toHaveCount(0);
      for (const before of ['SAMPLE_START', 'NOTHING']) {
        await inspect(`${variable(before)}http://${other.host}/mcp/${environmentId}/guarded`);
        await expect(workbench.dialog).toContainText(other.host);
        await connect();
        await expect(page.getByRole('alert')).toContainText('401');
      }
    });

    await test.step('is not used for a URL that hides its host', async () => {
      const before = other.asked.length;
      // The path begins with the value, and the following text only looks like a host.
      process.env['SAMPLE_START'] = '/me';
      await inspect(`http://${other.host}${variable('SAMPLE_START')}@${host}/mcp/${environmentId}/guarded`);
      await expect(workbench.notification("sample can't be inspected")).toBeVisible();
      await expect(workbench.dialog).toHaveCount(0);
      expect(other.asked.length).toBe(before);
    });

    expect(other.asked.length).toBeGreaterThan(0);
    expect(other.asked.filter(({ authorization }) => authorization !== undefined)).toEqual([]);
  } finally {
    delete process.env['SAMPLE_START'];
    delete process.env['SAMPLE_HOST'];
    other.close();
  }
});

test('a header is only sent to the path that it was entered for', async ({ workbench, page }) => {
  const other = await startOther();
  try {
    const failed = page.getByRole('alert');
    await workbench.run('Inspect Server', { targetUrl: `http://${other.host}/mine` });
    await expect(failed).toContainText('401');
    await page.getByRole('button', { name: 'Edit Headers...' }).click();
    await workbench.enter('X-Own');
    await workbench.enter('typed');
    await expect.poll(() => other.asked.at(-1)?.['x-own']).toBe('typed');
    await workbench.run('Inspect Server', { targetUrl: `http://${other.host}/yours` });
    await expect(page.getByRole('heading', { level: 1 })).toContainText('/yours');
    await expect(failed).toContainText('401');
    const yours = other.asked.filter(({ path }) => path === '/yours');
    expect(yours.length).toBeGreaterThan(0);
    expect(yours.filter((headers) => headers['x-own'] !== undefined)).toEqual([]);
  } finally {
    other.close();
  }
});

test('an entered host gets no value of the previous host', async ({ workbench, folder, page }) => {
  const [first, second] = await Promise.all([startOther(), startOther()]);
  const inputs = ['host', 'key', 'token'].map((id) => ({
    id,
    type: 'promptString',
    password: id !== 'host',
  }));
  const entry = {
    url: `http://${input('host')}/mcp?key=${input('key')}`,
    headers: { 'x-token': input('token') },
  };
  const connect = () => workbench.dialog.getByRole('button', { name: 'Connect' }).click();
  const values = () => page.getByRole('button', { name: 'Edit Values...' }).click();
  try {
    write(folder, entry, inputs);
    await workbench.run('Inspect Server');
    await workbench.choose(workbench.item('sample'));
    await workbench.enter(first.host);
    await workbench.enter('the-key');
    await expect(workbench.dialog).toContainText(`URL: http://${first.host}/mcp`);
    await connect();
    await expect(workbench.inputMessage).toContainText(`sent to ${first.host}`);
    await workbench.enter('the-token');
    await expect
      .poll(() => first.asked.at(-1))
      .toMatchObject({ path: '/mcp?key=the-key', 'x-token': 'the-token' });

    await test.step('changes nothing after a canceled prompt', async () => {
      await values();
      await workbench.enter(second.host);
      await expect(workbench.masked).toHaveValue('');
      await workbench.input.press('Escape');
      const before = first.asked.length;
      await page.getByRole('button', { name: 'Reconnect' }).click();
      await expect.poll(() => first.asked.length).toBeGreaterThan(before);
      expect(second.asked).toEqual([]);
    });

    await test.step('asks again for another host, with its own values', async () => {
      await values();
      await workbench.enter(second.host);
      await workbench.enter('another-key');
      await expect(workbench.inputMessage).toContainText(`sent to ${second.host}`);
      await expect(workbench.masked).toHaveValue('');
      await workbench.enter('another-token');
      await expect(workbench.dialog).toContainText(`URL: http://${second.host}/mcp`);
      expect(second.asked).toEqual([]);
      await connect();
      await expect
        .poll(() => second.asked.at(-1))
        .toMatchObject({ path: '/mcp?key=another-key', 'x-token': 'another-token' });
      expect(second.asked.filter(({ path }) => path?.includes('the-key'))).toEqual([]);
    });
  } finally {
    first.close();
    second.close();
  }
});
