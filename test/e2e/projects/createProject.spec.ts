import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { settingsFile } from '../../harness/settings.ts';
import { heldVariables } from '../../kit/heldVariables.ts';
import { nodeServer, pythonServer } from '../../kit/repositories.ts';
import {
  accept,
  active,
  change,
  checked,
  created,
  enterThrough,
  expectShown,
  goBack,
  reach,
  send,
  start,
  title,
} from '../createWizard.ts';
import { filesBelow } from '../filesBelow.ts';
import { expect } from '../fixtures.ts';
import { test } from '../repositories.ts';

const marker = 'Zq7';

test.describe('a server in TypeScript', () => {
  test.use({ repository: nodeServer });

  test('becomes a project step by step; back keeps answers, and no value is shown or logged', async ({
    workbench,
    service,
    page,
    editor,
  }) => {
    await start(workbench);
    await expect(title(workbench)).toContainText('Create Project (1/');
    await expect(workbench.input).toHaveValue('tide-tables');
    for (const [name, rule] of [
      ['x'.repeat(101), 'The name has 101 characters; the service takes at most 100.'],
      ['   ', 'Type a name of 1 to 100 characters.'],
    ] as const) {
      await workbench.input.fill(name);
      await expect(workbench.inputMessage).toContainText(rule);
      await workbench.input.press('Enter');
      await expect(workbench.input).toHaveValue(name);
    }
    await workbench.enter('Tides 2');
    await expect(workbench.input).toHaveValue('https://github.com/octo/tide-tables');
    await expect(workbench.inputMessage).toContainText('The SSH address, written as a web address.');
    await workbench.input.press('Enter');
    await expect(workbench.input).toHaveValue('release/next');

    // Back, and forth again.
    await workbench.input.fill('typed-branch');
    await goBack(workbench);
    await expect(workbench.input).toHaveValue('https://github.com/octo/tide-tables');
    await goBack(workbench);
    await expect(workbench.input).toHaveValue('Tides 2');
    await workbench.input.press('Enter');
    await expect(workbench.inputMessage).toContainText('The SSH address');
    await workbench.input.press('Enter');
    await expect(workbench.input).toHaveValue('typed-branch');
    await workbench.enter('release/next');

    await expect(active(workbench)).toContainText('from engines.node: >=20 <23');
    await accept(workbench, 'Node.js 22');
    await expect(active(workbench)).toContainText('found in src/server.ts');
    await accept(workbench, 'Streamable HTTP');

    // Nothing is picked at first.
    await expect(workbench.item('')).toHaveText([/LOG_LEVEL/, /TIDES_API_KEY/, /STATION/, /UNUSED/]);
    await expect(checked(workbench)).toHaveCount(0);
    await workbench.item('TIDES_API_KEY').click();
    await workbench.item('STATION').click();
    await workbench.input.press('Enter');
    await expect(checked(workbench)).toHaveText([/TIDES_API_KEY/]);
    await workbench.input.press('Enter');
    await expect(workbench.inputMessage).toContainText('The value of STATION.');
    await expect(workbench.input).toHaveAttribute('type', 'password');
    await workbench.enter('Zq7-marker-station');
    await accept(workbench, 'Octo Dev');

    await expect(workbench.item('Create Project')).toBeVisible();
    for (const line of [
      /Name.*Tides 2/,
      /Team.*Octo Dev/,
      /Repository.*https:\/\/github\.com\/octo\/tide-tables/,
      /Branch.*release\/next/,
      /Runtime.*node22/,
      /Transport.*streamablehttp/,
      /Install command.*npm ci/,
      /Build command.*npm run build/,
      /Build output directory.*dist/,
      /Start command.*npm start/,
      /Variables.*TIDES_API_KEY \(secret\), STATION/,
    ]) {
      await reach(workbench, workbench.item(line));
    }
    expect(await page.content()).not.toContain(marker);
    await change(workbench, /Start command/, 'node dist/server.js');
    await change(workbench, /Build output directory/, '');
    await expect.poll(() => created(service, 'Tides 2')).toEqual([]);
    await reach(workbench, workbench.item('Create Project'), 'Home');
    await send(workbench);

    await expectShown(workbench, 'Tides 2');
    expect(created(service, 'Tides 2')).toEqual([
      expect.objectContaining({
        ...{ sourceRepository: 'https://github.com/octo/tide-tables', rootDirectory: null },
        ...{ runtime: 'node22', transport: 'streamablehttp', teamId: service.world.teams[0]?.id },
        ...{ installCommand: 'npm ci', buildCommand: 'npm run build', buildOutputDir: null },
        startCommand: 'node dist/server.js',
      }),
    ]);
    expect(heldVariables(service, 'Tides 2', 'production')).toEqual([
      expect.objectContaining({ key: 'TIDES_API_KEY', value: 'Zq7-marker-key', isSecret: true }),
      expect.objectContaining({ key: 'STATION', value: 'Zq7-marker-station', isSecret: false }),
    ]);
    expect(await page.content()).not.toContain(marker);
    for (const [name, text] of filesBelow(editor.dataDir)) expect(text.includes(marker), name).toBe(false);
  });
});

test.describe('a server in Python', () => {
  test.use({ repository: pythonServer, settings: { 'git.enabled': true } });

  test('is told by its files, and the token in its remote is left out', async ({
    workbench,
    service,
    page,
    editor,
  }) => {
    await start(workbench);
    await expect(workbench.input).toHaveValue('bird-calls');
    await workbench.input.press('Enter');
    await expect(workbench.input).toHaveValue('https://github.com/octo/bird-calls');
    await enterThrough(workbench, 'Python 3.14');
    await expect(active(workbench)).toContainText('from .python-version: 3.14');
    await accept(workbench, 'Python 3.14');
    await expect(active(workbench)).toContainText('found in server.py');
    await accept(workbench, 'Server-sent events');
    await accept(workbench, 'Octo Dev');
    await expect(workbench.item(/Repository/)).toContainText(
      'The user name and password in the URL are left out.',
    );
    expect(await page.content()).not.toContain(marker);
    await send(workbench);
    await expectShown(workbench, 'bird-calls');
    expect(created(service, 'bird-calls')).toEqual([
      expect.objectContaining({
        ...{
          sourceRepository: 'https://github.com/octo/bird-calls',
          runtime: 'python3.14',
          transport: 'sse',
        },
        ...{ installCommand: 'uv sync', buildCommand: null, startCommand: 'uv run python server.py' },
      }),
    ]);
    const own = filesBelow(editor.dataDir).filter(([name]) =>
      /hosted-mcp|User\/(settings|globalStorage)/.test(name),
    );
    for (const [name, text] of own) expect(text.includes(marker), name).toBe(false);
  });
});

test.describe('a folder that says nothing', () => {
  test.describe('with a key that has all answers', () => {
    const args = {
      ...{ name: 'By Key', runtime: 'node24', startCommand: 'npm start' },
      environmentVariables: [{ key: 'BY_KEY', value: 'Zq7-marker' }],
    };
    test.use({
      editor: async ({ editor }, use) => {
        const file = join(dirname(settingsFile(editor.dataDir)), 'keybindings.json');
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(
          file,
          JSON.stringify([{ key: 'ctrl+alt+f9', command: 'hostedMcp.createProject', args }]),
        );
        await use(editor);
      },
    });
  });
});
