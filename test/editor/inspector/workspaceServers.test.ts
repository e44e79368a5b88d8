import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { waitForValue } from '../../kit/fakeLocator.ts';
import { expect, test } from '../fixtures.ts';

// A server that only writes its argument to a file when it starts.
const server = "require('node:fs').writeFileSync('started', process.argv[2]); process.stdin.resume();";
const inFolder = '$' + '{workspaceFolder}';
const mcpFile = (argument: string) => `{
  // Of the editor.
  "servers": { "sample": { "command": "node", "args": ["${inFolder}/server.js", "${argument}"] } },
}`;

test.describe('a server in a workspace file', () => {
  test.use({ sources: { '.vscode/mcp.json': mcpFile('one'), 'server.js': server } });

  test('starts after it is allowed, and again only if it is unchanged', async ({ workbench, folder }) => {
    const started = join(folder, 'started');
    const inspect = async (): Promise<void> => {
      await workbench.run('Inspect Server');
      await workbench.choose(workbench.item(/^sample /));
    };
    await inspect();
    await expect(workbench.dialog).toContainText(join(folder, 'server.js'));
    await expect(workbench.dialog).toContainText('Start the server "sample"');
    await workbench.dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(workbench.dialog).toHaveCount(0);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await inspect();
    await expect(workbench.dialog).toBeVisible();
    expect(existsSync(started)).toBe(false);
    await workbench.dialog.getByRole('button', { name: 'Start' }).click();
    await waitForValue(
      () => existsSync(started),
      () => "The server wasn't started.",
    );
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    writeFileSync(join(folder, '.vscode/mcp.json'), mcpFile('two'));
    await inspect();
    await expect(workbench.dialog).toContainText('two');
    await workbench.dialog.getByRole('button', { name: 'Cancel' }).click();
  });
});

test.describe('a command that is too long for a dialog', () => {
  const long = `${'x'.repeat(4000)} the end`;
  test.use({ sources: { '.vscode/mcp.json': mcpFile(long), 'server.js': server } });

  test('starts only after all of it was shown', async ({ workbench, folder }) => {
    const started = join(folder, 'started');
    await workbench.run('Inspect Server');
    await workbench.choose(workbench.item(/^sample /));
    await expect(workbench.dialog).toContainText('the end');
    await expect(workbench.dialog.getByRole('button', { name: 'Start' })).toHaveCount(0);
    await workbench.dialog.getByRole('button', { name: 'Show All' }).click();
    await expect
      .poll(() => vscode.window.activeTextEditor?.document.getText().replaceAll('\n', ''))
      .toContain(long);
    expect(existsSync(started)).toBe(false);
    await workbench.notification('Start the server').getByRole('button', { name: 'Start' }).click();
    await waitForValue(
      () => existsSync(started),
      () => "The server wasn't started.",
    );
  });
});

/** Starts a server that only records the headers of requests. */
async function startListener() {
  const requestHeaders: IncomingHttpHeaders[] = [];
  const listener = createServer(({ headers }, response) => {
    requestHeaders.push(headers);
    response.writeHead(500).end();
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  return { asked: requestHeaders, host: `127.0.0.1:${port}`, close: () => listener.close() };
}

test.describe('a workspace server at a URL', () => {
  const variable = 'SAMPLE_SECRET_OF_HOST_TESTS';
  const secret = 'of-the-environment';

  test('gets values of the environment after they are allowed, and again only if it is unchanged', async ({
    workbench,
    folder,
  }) => {
    const { asked: requestHeaders, host, close } = await startListener();
    process.env[variable] = secret;
    try {
      const write = (headers: object, url = `http://${host}/mcp`): void =>
        writeEntry(folder, { sample: { url, headers } });
      const inspect = async (): Promise<void> => {
        await vscode.commands.executeCommand('workbench.action.closeAllEditors');
        await workbench.run('Inspect Server');
        await workbench.choose(workbench.item(/^sample /));
      };
      write({ 'X-Sample': `\${env:${variable}}` });
      await inspect();
      for (const words of ['Connect to the server "sample"', host, 'X-Sample', variable]) {
        await expect(workbench.dialog).toContainText(words);
      }
      await expect(workbench.dialog).not.toContainText(secret);
      await workbench.dialog.getByRole('button', { name: 'Cancel' }).click();
      await inspect();
      await expect(workbench.dialog).toBeVisible();
      expect(requestHeaders).toEqual([]);
      await workbench.dialog.getByRole('button', { name: 'Connect' }).click();
      await expect.poll(() => requestHeaders.length).toBeGreaterThan(0);
      expect(requestHeaders.every((headers) => headers['x-sample'] === secret)).toBe(true);
      const before = requestHeaders.length;
      await inspect();
      await expect.poll(() => requestHeaders.length).toBeGreaterThan(before);
      write({ 'X-Sample': `\${env:${variable}}`, 'X-Path': '$' + '{env:PATH}' });
      await inspect();
      await expect(workbench.dialog).toContainText('PATH');
      await workbench.dialog.getByRole('button', { name: 'Cancel' }).click();
      expect(requestHeaders.every((headers) => headers['x-path'] === undefined)).toBe(true);
      write({}, `http://localhost:${host.split(':')[1]}\${env:NOTHING}/mcp`);
      await inspect();
      await expect(workbench.dialog).toContainText(`URL: http://localhost:${host.split(':')[1]}/mcp`);
      await workbench.dialog.getByRole('button', { name: 'Cancel' }).click();
    } finally {
      delete process.env[variable];
      close();
    }
  });

  test('gets no value that was entered for another server', async ({ workbench, folder }) => {
    const [good, other] = await Promise.all([startListener(), startListener()]);
    try {
      const inspect = async (url: string): Promise<void> => {
        writeEntry(folder, { sample: { url, headers: { 'X-Sample': '$' + '{input:token}' } } });
        await vscode.commands.executeCommand('workbench.action.closeAllEditors');
        await workbench.run('Inspect Server');
        await workbench.choose(workbench.item(/^sample /));
      };
      await inspect(`http://${good.host}/mcp`);
      await expect(workbench.inputMessage).toContainText(`sent to ${good.host}`);
      await workbench.input.fill('typed');
      await workbench.input.press('Enter');
      await expect.poll(() => good.asked.length).toBeGreaterThan(0);
      expect(good.asked[0]?.['x-sample']).toBe('typed');
      for (const url of [`http://${other.host}/mcp`, `http://${good.host}/other`]) {
        await inspect(url);
        await expect(workbench.inputMessage).toContainText('sent to');
        await expect(workbench.input).toHaveValue('');
        await workbench.input.press('Escape');
      }
      for (const url of [
        `http://good.example@${other.host}/mcp`,
        `http://${other.host}\${env:HOME}@good.example/mcp`,
      ]) {
        await inspect(url);
        const refusal = workbench.notification(/^sample can't be inspected\b.*user name/);
        await expect(refusal).toBeVisible();
        await workbench.clearNotifications();
      }
      expect(other.asked).toEqual([]);
      expect(good.asked.every(({ 'x-sample': value }) => value === 'typed')).toBe(true);
    } finally {
      good.close();
      other.close();
    }
  });
});

const writeEntry = (folder: string, servers: object): void => {
  const inputs = [{ id: 'token', type: 'promptString', password: true }];
  mkdirSync(join(folder, '.vscode'), { recursive: true });
  writeFileSync(join(folder, '.vscode/mcp.json'), JSON.stringify({ servers, inputs }));
};

test.describe('the list of servers', () => {
  const files = '{ "servers": { "sample": { "command": "node" }, "broken": { "command": 5 } } }';
  test.use({ sources: { '.vscode/mcp.json': files } });

  test('begins with those of the workspace, and ends with the problems in its files', async ({
    workbench,
  }) => {
    await workbench.run('Inspect Server');
    await expect(workbench.item(/^sample /)).toBeVisible();
    const lines = workbench
      .item(/./)
      .states()
      .map(({ text }) => text);
    expect(lines.at(0)).toMatch(/^sample /);
    expect(lines.at(-1)).toMatch(/^broken /);
  });
});

test.describe('without a sign-in', () => {
  test.use({ connect: 'service', sources: { '.vscode/mcp.json': mcpFile('one') } });

  test('workspace servers can be selected, and the typed text becomes the beginning of the URL', async ({
    workbench,
  }) => {
    await workbench.run('Inspect Server');
    await expect(workbench.item(/^sample /)).toBeVisible();
    await workbench.input.fill('3000');
    await workbench.choose(workbench.item('Another URL or Port...'));
    await expect(workbench.input).toHaveValue('3000');
  });
});
