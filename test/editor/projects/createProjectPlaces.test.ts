import { created } from '../../kit/createdProjects.ts';
import { heldVariables } from '../../kit/heldVariables.ts';
import { nodeServer, pythonServer } from '../../kit/repositories.ts';
import { expect, test } from '../fixtures.ts';
import {
  accept,
  active,
  change,
  enterThrough,
  expectShown,
  goBack,
  send,
  start,
  title,
} from '../kit/createWizard.ts';
import type { HostWindow } from '../window.ts';

/** In values of variables, and in the token of a remote. */
const marker = 'Zq7';

test.describe('a server in TypeScript', () => {
  test.use({ repository: nodeServer });

  test('becomes a project step by step, from what its files say', async ({ workbench, service }) => {
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
      expect(await workbench.input.inputValue()).toBe(name);
    }
    await workbench.enter('Tides 2');
    await expect(workbench.input).toHaveValue('https://github.com/octo/tide-tables');
    await expect(workbench.inputMessage).toContainText('The SSH address, written as a web address.');
    await workbench.input.press('Enter');
    await expect(workbench.input).toHaveValue('release/next');
    await workbench.input.fill('typed-branch');
    await goBack(workbench);
    await expect(workbench.input).toHaveValue('https://github.com/octo/tide-tables');
    await workbench.input.press('Enter');
    await expect(workbench.input).toHaveValue('typed-branch');
    await workbench.enter('release/next');

    await expect(active(workbench)).toContainText('from engines.node: >=20 <23');
    await accept(workbench, 'Node.js 22');
    await expect(active(workbench)).toContainText('found in src/server.ts');
    await accept(workbench, 'Streamable HTTP');

    await test.step('nothing is picked at first, and a value that is missing is asked for', async () => {
      await expect(workbench.item('')).toHaveText([/LOG_LEVEL/, /TIDES_API_KEY/, /STATION/, /UNUSED/]);
      await expect(workbench.checked).toHaveCount(0);
      await workbench.item('TIDES_API_KEY').click();
      await workbench.item('STATION').click();
      await workbench.input.press('Enter');
      await expect(workbench.checked).toHaveText([/TIDES_API_KEY/]);
      await workbench.input.press('Enter');
      await expect(workbench.inputMessage).toContainText('The value of STATION.');
      await expect(workbench.masked).toBeVisible();
      await workbench.enter('Zq7-marker-station');
      await accept(workbench, 'Octo Dev');
    });

    await expect(workbench.item('')).toHaveText([
      ...[/^Create Project$/, /^Name Tides 2$/, /^Team Octo Dev$/],
      /^Repository https:\/\/github\.com\/octo\/tide-tables .*The SSH address, written as a web address\.$/,
      ...[/^Branch release\/next$/, /^Root directory the top of the repository$/],
      ...[/^Variables 2 · TIDES_API_KEY \(secret\), STATION$/],
      ...[/^Runtime node22 · from engines\.node: >=20 <23$/, /^Transport streamablehttp/],
      ...[/^Install command npm ci$/, /^Build command npm run build$/, /^Build output directory dist$/],
      /^Start command npm start$/,
    ]);
    expect(workbench.seen()).not.toContain(marker);
    await change(workbench, /Start command/, 'node dist/server.js');
    await change(workbench, /Build output directory/, '');
    expect(created(service, 'Tides 2')).toEqual([]);
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
    expectNothingSecret(workbench);
  });
});

test.describe('a server in Python', () => {
  test.use({ repository: pythonServer });

  test('is told by its files, and the token in its remote is left out', async ({ workbench, service }) => {
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
    expect(workbench.seen()).not.toContain(marker);
    await send(workbench);
    await expectShown(workbench, 'bird-calls');
    expect(created(service, 'bird-calls')).toEqual([
      expect.objectContaining({
        ...{ sourceRepository: 'https://github.com/octo/bird-calls', runtime: 'python3.14' },
        ...{ transport: 'sse', installCommand: 'uv sync', buildCommand: null },
        startCommand: 'uv run python server.py',
      }),
    ]);
    expectNothingSecret(workbench);
  });
});

test.describe('without a folder', () => {
  test.use({ hasFolder: false });

  test('all is asked for, and nothing is suggested', async ({ workbench, service }) => {
    await start(workbench);
    await expect(workbench.inputMessage).toContainText('The name of the project');
    await expect(workbench.input).toHaveValue('');
    await workbench.enter('Nowhere');
    await expect(workbench.inputMessage).toContainText('Without a repository there is nothing to deploy');
    await expect(workbench.inputMessage).not.toContainText('in this folder');
    await workbench.enter('https://github.com/octo/nowhere');
    await expect(workbench.inputMessage).toContainText('The branch that production is deployed from');
    await workbench.input.press('Enter');
    await enterThrough(workbench, 'Create Project');
    await send(workbench);
    await expectShown(workbench, 'Nowhere');
    expect(created(service, 'Nowhere')).toEqual([
      expect.objectContaining({ sourceRepository: 'https://github.com/octo/nowhere', runtime: 'node24' }),
    ]);
  });
});

/** Neither where it can be read nor in the extension's log. */
function expectNothingSecret(workbench: HostWindow): void {
  expect(workbench.seen()).not.toContain(marker);
  expect(workbench.standIns.log.join('\n')).not.toContain(marker);
}
