import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../harness/paths.ts';
import { findAccessibilityProblems } from '../../kit/access.ts';
import { expect, test } from '../fixtures.ts';
import type { PageWindow } from '../window.ts';

const server = join(root, 'test/kit/stdioServer.ts');
const key = '$' + '{input:key}';

/** Returns the workspace entry of a test server with a certain behavior. */
const processOf = (behavior: string, more: object = {}) => ({
  type: 'stdio',
  command: process.execPath,
  args: [server, behavior],
  ...more,
});

function write(folder: string, servers: object, inputs: readonly object[] = []): void {
  mkdirSync(join(folder, '.vscode'), { recursive: true });
  const text = JSON.stringify({ servers, inputs }, undefined, 2);
  writeFileSync(join(folder, '.vscode', 'mcp.json'), `// Of the editor.\n${text}`);
}

/** Opens the inspector of a workspace server, and answers the prompt whether to start it. */
async function inspect(workbench: PageWindow, name: string, answer = 'Start'): Promise<void> {
  await workbench.run('Inspect Server');
  await workbench.choose(workbench.item(name));
  await expect(workbench.dialog).toContainText('stdioServer.ts');
  await workbench.dialog.getByRole('button', { name: answer }).click();
}

test('a command starts after it is allowed, asks once for values, and asks again after changes', async ({
  workbench,
  folder,
  page,
}) => {
  const env = { KEY: key };
  const inputs = [{ id: 'key', type: 'promptString', description: 'The key', password: true }];
  write(folder, { sample: processOf('works', { env }) }, inputs);
  const phase = page.locator('.phase');
  const reconnect = () => page.getByRole('button', { name: 'Reconnect' }).click();

  await test.step('shows the command and its source', async () => {
    await workbench.run('Inspect Server');
    await expect(workbench.item('sample')).toContainText('.vscode/mcp.json');
    await workbench.choose(workbench.item('sample'));
    for (const words of ['Start the server "sample"', process.execPath, 'works', 'KEY', folder]) {
      await expect(workbench.dialog).toContainText(words);
    }
    await workbench.dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('alert')).toContainText("haven't allowed");
  });

  await test.step('is not started by a restored page', async () => {
    await workbench.reloadWithEditors();
    await expect(page.getByRole('alert')).toContainText("haven't allowed");
    await expect(workbench.dialog).toHaveCount(0);
  });

  await test.step('starts after it is allowed, with a hidden value', async () => {
    await reconnect();
    await workbench.dialog.getByRole('button', { name: 'Start' }).click();
    await expect(workbench.masked).toBeVisible();
    await expect(workbench.inputMessage).toContainText('The key');
    await workbench.enter('the-secret');
    await expect(phase).toContainText('Connected');
    await expect(page.locator('.actions').first()).not.toContainText('Headers');
    const { state } = workbench.extension.editor.panels.at(-1) ?? {};
    expect(JSON.stringify(state)).not.toContain('the-secret');
    await page.locator('.item', { hasText: 'shout' }).click();
    await page.getByLabel('name').fill('KEY');
    await page.getByRole('button', { name: 'Call Tool' }).click();
    await expect(page.locator('.response')).toContainText(folder);
    await page.locator('[data-key="steps"]').click();
    await expect(page.locator('.output')).toHaveText('KEY is •••');
    await expect(page.locator('.facts')).toContainText('stdioServer.ts');
    expect(await page.content()).not.toContain('the-secret');
    expect(workbench.extension.editor.log.join('\n')).not.toContain('the-secret');
  });

  await test.step('starts again without a prompt', async () => {
    await reconnect();
    await expect(phase).toContainText('Connected');
    await workbench.reloadWithEditors();
    await expect(phase).toContainText('Connected');
    await expect(workbench.dialog).toHaveCount(0);
  });

  await test.step('asks again after the command in the file changed', async () => {
    write(folder, { sample: processOf('dies', { env }) }, inputs);
    await reconnect();
    await expect(workbench.dialog).toContainText('dies');
    await workbench.dialog.getByRole('button', { name: 'Start' }).click();
    await expect(page.getByRole('alert')).toContainText('exit code 3');
    await expect(page.locator('.output')).toHaveText('The port is taken.');
  });

  await test.step('asks again for values on request', async () => {
    write(folder, { sample: processOf('works', { env }) }, inputs);
    await page.getByRole('button', { name: 'Edit Values...' }).click();
    await expect(workbench.masked).toBeVisible();
    await workbench.enter('another');
    await expect(phase).toContainText('Connected');
  });
});

test('a process without responses is canceled, and one that ends is reported and started again', async ({
  workbench,
  folder,
  page,
}) => {
  write(folder, { silent: processOf('silent'), sample: processOf('works') });
  const cancel = page.locator('.actions').getByRole('button', { name: 'Cancel' });
  await inspect(workbench, 'silent');
  await expect(page.locator('.phase')).toContainText('Connecting');
  await cancel.click();
  await expect(page.getByRole('alert')).toContainText('You canceled the connection.');
  await expect(cancel).toHaveCount(0);
  expect(await findAccessibilityProblems(page.locator('body'))).toEqual([]);

  await inspect(workbench, 'sample');
  await expect(page.locator('.phase')).toContainText('Connected');
  await page.locator('.item', { hasText: 'die' }).click();
  await page.getByRole('button', { name: 'Call Tool' }).click();
  await expect(page.getByRole('alert')).toContainText('exit code 7');
  await expect(page.locator('.output')).toHaveText('I die.');
  expect(await findAccessibilityProblems(page.locator('body'))).toEqual([]);
  await page.getByRole('button', { name: 'Reconnect' }).click();
  await expect(page.locator('.phase')).toContainText('Connected');
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a workspace that is not trusted lists its servers, but starts none', async ({ workbench, folder }) => {
  write(folder, { sample: processOf('works') });
  workbench.extension.editor.isTrusted = false;
  await workbench.run('Inspect Server');
  await expect(workbench.item('sample')).toContainText("isn't trusted");
  await workbench.choose(workbench.item('sample'));
  const message = workbench.notification("isn't trusted");
  await message.getByRole('button', { name: 'Manage Workspace Trust' }).click();
  expect(workbench.extension.editor.executedCommands.map(({ command }) => command)).toContain(
    'workbench.trust.manage',
  );
  expect(workbench.extension.editor.panels).toEqual([]);
});

test('a workspace server at a URL gets its headers, and the entered values', async ({
  workbench,
  folder,
  page,
  service,
}) => {
  const { environmentId } = workbench.environment('weather-tools', 'production');
  const url = `${service.url}/mcp/${environmentId}/keyed`;
  const inputs = [{ id: 'key', type: 'pickString', description: 'Which key', options: ['one', 'the-key'] }];
  write(folder, { remote: { url, headers: { 'x-weather-key': key } } }, inputs);
  await workbench.run('Inspect Server');
  await workbench.choose(workbench.item('remote'));
  await workbench.choose(workbench.item('the-key'));
  await expect(page.locator('.phase')).toContainText('Connected');
  write(folder, { remote: { url: `${url}/elsewhere`, headers: { 'x-weather-key': key } } }, inputs);
  await page.getByRole('button', { name: 'Reconnect' }).click();
  await expect(page.getByRole('alert')).toContainText('URL in the file has changed');
  write(folder, { odd: { type: 'ws' } });
  await workbench.run('Inspect Server');
  await workbench.choose(workbench.item('odd'));
  await expect(workbench.notification("odd can't be inspected")).toBeVisible();
});

test('a process gets the variables of a file, and unsupported inputs are reported', async ({
  workbench,
  folder,
  page,
}) => {
  const envFile = '$' + '{workspaceFolder}/.env';
  write(
    folder,
    { sample: processOf('works', { envFile }), asking: processOf('works', { env: { KEY: key } }) },
    [{ id: 'key', type: 'command', command: 'pick.something' }],
  );
  await inspect(workbench, 'sample');
  await expect(page.getByRole('alert')).toContainText('environment file');
  writeFileSync(join(folder, '.env'), 'CITY="Oslo"\n');
  await page.getByRole('button', { name: 'Reconnect' }).click();
  await expect(page.locator('.phase')).toContainText('Connected');
  await page.locator('.item', { hasText: 'variable' }).click();
  await page.getByLabel('name').fill('CITY');
  await page.getByRole('button', { name: 'Call Tool' }).click();
  await expect(page.locator('.response pre')).toHaveText('Oslo');
  await inspect(workbench, 'asking');
  await expect(page.getByRole('alert')).toContainText('the type "command"');
});
