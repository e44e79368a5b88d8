import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { settingsFile } from '../harness/settings.ts';
import type { Team } from '../service/world/model.ts';
import {
  accept,
  active,
  change,
  checked,
  created,
  enterThrough,
  expectShown,
  goBack,
  posts,
  reach,
  send,
  sent,
  start,
  title,
  toSummary,
} from './createWizard.ts';
import { filesBelow } from './filesBelow.ts';
import { expect } from './fixtures.ts';
import { heldVariables } from './heldVariables.ts';
import { monorepo, nodeServer, pythonServer, test } from './repositories.ts';

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

  test('that was left by a key goes on where it was, and is shown although the tree was narrowed', async ({
    workbench,
    service,
    page,
  }) => {
    await expect(workbench.row('weather-tools')).toBeVisible();
    await workbench.run('Filter Projects...');
    await workbench.enter('billing');
    await expect(workbench.row('weather-tools')).toHaveCount(0);
    await workbench.run('Create Project');
    await workbench.enter('Tides 7');
    await expect(title(workbench)).toContainText('Create Project (2/');
    await workbench.input.fill('https://example.com/half');
    await page.keyboard.press('Escape');
    const message = workbench.notification('No project was created');
    await message.getByRole('button', { name: 'Continue' }).click();
    await expect(title(workbench)).toContainText('Create Project (2/');
    await expect(workbench.input).toHaveValue('https://example.com/half');
    await goBack(workbench);
    await expect(workbench.input).toHaveValue('Tides 7');
    await toSummary(workbench, 'Tides 7');

    await change(workbench, /Start command/, 'node .');
    await page.keyboard.press('Escape');
    await message.getByRole('button', { name: 'Continue' }).click();
    await expect(workbench.item(/Repository.*https:\/\/example\.com\/half/)).toBeVisible();
    await send(workbench);
    await expectShown(workbench, 'Tides 7');
    expect(created(service, 'Tides 7')).toEqual([expect.objectContaining({ startCommand: 'node .' })]);
  });

  test('is refused for a team, and created for another with all that was answered', async ({
    workbench,
    service,
  }) => {
    (service.world.teams as Team[]).push({
      id: 'team_without_access',
      name: 'Closed',
      createdAt: '2026-01-01T00:00:00.000Z',
    });
    await start(workbench);
    await workbench.enter('Tides 3');
    await enterThrough(workbench, 'Closed');
    await workbench.item('Closed').click();
    await expect(workbench.item(/Team.*Closed/)).toBeVisible();
    await send(workbench);
    await expect(workbench.item('The project was not created')).toContainText('You may not create projects');
    await expect(workbench.item(/Team.*Closed/)).toContainText('Choose another team.');
    await workbench.item(/Team.*Closed/).click();
    await workbench.item('Docs Team').click();
    await expect(workbench.item(/Team.*Docs Team/)).toBeVisible();
    await expect(workbench.item(/Name.*Tides 3/)).toBeVisible();
    await send(workbench);
    await expectShown(workbench, 'Tides 3');
    expect(created(service, 'Tides 3')).toEqual([
      expect.objectContaining({ teamId: service.world.teams[1]?.id, startCommand: 'npm start' }),
    ]);
  });

  test('is refused for a field, which is named on its line', async ({ workbench, service }) => {
    const issues = [{ path: ['settings', 'startCommand'], message: 'is not allowed here' }];
    const body = { defined: true, code: 'BAD_REQUEST', status: 400, message: 'no', data: { issues } };
    service.faults.add({ match: posts, times: 1, status: 400, body });
    await start(workbench);
    await toSummary(workbench, 'Tides 4');
    await send(workbench);
    await expect(workbench.item('The project was not created')).toBeVisible();
    const line = workbench.item(/^Start command.*npm start/);
    await expect(line).toContainText('is not allowed here');
    await expect(line).toBeInViewport({ ratio: 1 });
    await change(workbench, /^Start command/, 'node .');
    await send(workbench);
    await expectShown(workbench, 'Tides 4');
    expect(created(service, 'Tides 4')).toHaveLength(1);
  });

  test('is created once when the answer is lost', async ({ workbench, service }) => {
    service.faults.add({ match: posts, drop: 'afterWork' });
    await start(workbench);
    await toSummary(workbench, 'Tides 5');
    await send(workbench);
    await expect(workbench.notification('"Tides 5" is there: it was created once.')).toBeVisible();
    await expectShown(workbench, 'Tides 5');
    expect(created(service, 'Tides 5')).toHaveLength(1);
    expect(sent(service)).toBe(1);
  });

  test('is known not to be created when nothing arrived, and then created once', async ({
    workbench,
    service,
  }) => {
    service.faults.add({ match: posts, drop: 'beforeAnswer', times: 1 });
    await start(workbench);
    await toSummary(workbench, 'Tides 6');
    await send(workbench);
    await expect(workbench.item('The project was not created')).toContainText(
      'The service lists no such project.',
    );
    await send(workbench);
    await expectShown(workbench, 'Tides 6');
    expect(created(service, 'Tides 6')).toHaveLength(1);
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

test.describe('a repository of several packages', () => {
  test.use({ repository: monorepo });

  test('offers its packages, the server first', async ({ workbench, service }) => {
    await start(workbench);
    await expect(workbench.item('')).toHaveText([
      /packages\/mcp.*uses an SDK of MCP/,
      /packages\/lib/,
      /The Top of the Repository/,
    ]);
    await accept(workbench, 'packages/mcp');
    await expect(workbench.input).toHaveValue('mcp');
    // Another package, another suggestion; what was typed stays.
    await goBack(workbench);
    await workbench.choose(workbench.item('packages/lib'));
    await expect(workbench.input).toHaveValue('lib');
    await goBack(workbench);
    await workbench.choose(workbench.item('packages/mcp'));
    await expect(workbench.input).toHaveValue('mcp');
    await toSummary(workbench, 'Farm');
    await send(workbench);
    await expectShown(workbench, 'Farm');
    expect(created(service, 'Farm')).toEqual([
      expect.objectContaining({
        ...{ rootDirectory: 'packages/mcp', runtime: 'node24', transport: 'stdio' },
        ...{ installCommand: 'npm ci', startCommand: 'npm start' },
        sourceRepository: 'https://github.com/octo/farm',
      }),
    ]);
  });
});

test.describe('a folder that says nothing', () => {
  test('is asked about, and the service decides the rest', async ({ workbench, service, folder }) => {
    await start(workbench);
    await expect(workbench.input).toHaveValue(basename(folder));
    await toSummary(workbench, 'Bare');
    await expect(workbench.item(/Repository.*none/)).toBeVisible();
    await expect(workbench.item(/Transport.*left to the service/)).toBeVisible();
    await send(workbench);
    await expectShown(workbench, 'Bare');
    const [project] = created(service, 'Bare');
    expect(project).toMatchObject({ sourceRepository: null, transport: null, installCommand: null });
    expect(heldVariables(service, 'Bare', 'production')).toEqual([]);
  });

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

    test('is not asked about, unless the answer is lost', async ({ workbench, service, page }) => {
      service.faults.add({ match: posts, drop: 'beforeAnswer', times: 1 });
      await expect(workbench.row('weather-tools')).toBeVisible();
      await page.keyboard.press('Control+Alt+F9');
      await expect(workbench.dialog).toContainText('The service lists no such project.');
      await workbench.dialog.getByRole('button', { name: 'Create Again' }).click();
      await expectShown(workbench, 'By Key');
      expect(created(service, 'By Key')).toHaveLength(1);
      expect(heldVariables(service, 'By Key', 'production')).toEqual([
        expect.objectContaining({ key: 'BY_KEY', value: 'Zq7-marker', isSecret: true }),
      ]);
    });
  });
});

test.describe('where the service lists no projects', () => {
  test.use({ repository: monorepo, serviceOptions: { seed: 7, live: false, specOnly: true } });

  test('what was created is remembered, says when it is gone, and can be forgotten', async ({
    workbench,
    service,
  }) => {
    await workbench.row('Create Project…').click();
    await accept(workbench, 'packages/mcp');
    await toSummary(workbench, 'Farm');
    await expect(workbench.item(/^Team/)).toHaveCount(0);
    await send(workbench);
    await expectShown(workbench, 'Farm');
    await workbench.reload();
    const row = workbench.row(/^Farm/);
    await expect(row).toBeVisible();
    await workbench.run('Show Environment');
    await expect(workbench.item('production')).toContainText('Farm (PRODUCTION)');
    await workbench.choose(workbench.item('production'));
    // The page of before the reload may be back, too.
    const isInView = workbench.page.locator('[aria-selected="true"]');
    await expect(workbench.tab(/production/).and(isInView)).toBeVisible();

    const [project] = created(service, 'Farm');
    for (const id of project?.environmentIds ?? []) service.world.environments.delete(id);
    await workbench.run('Refresh');
    await expect(row).toContainText('no longer there');
    await workbench.runOn(row, 'Forget Project');
    await expect(row).toHaveCount(0);
    const message = workbench.notification('"Farm" is forgotten in this editor.');
    await message.getByRole('button', { name: 'Undo' }).click();
    await expect(row).toBeVisible();
  });

  test('a lost answer is said to be unknown, and nothing is sent again by itself', async ({
    workbench,
    service,
  }) => {
    service.faults.add({ match: posts, drop: 'afterWork', times: 1 });
    await workbench.row('Create Project…').click();
    await accept(workbench, 'packages/mcp');
    await toSummary(workbench, 'Farm');
    await send(workbench);
    await expect(workbench.item('It cannot be known whether the project was created')).toContainText(
      'This service does not list projects.',
    );
    await expect(workbench.item('Create Again')).toContainText('there will be two');
    expect(sent(service)).toBe(1);
    await workbench.choose(workbench.item('Create Again'));
    await expectShown(workbench, 'Farm');
    expect(sent(service)).toBe(2);
  });
});
