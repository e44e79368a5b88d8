import type { Team } from '../service/world/model.ts';
import {
  active,
  change,
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
import { expect } from './fixtures.ts';
import { heldVariables } from './heldVariables.ts';
import { nodeServer, test } from './repositories.ts';

const marker = 'Zq7';

test.describe('the summary of a project', () => {
  test.use({ repository: nodeServer });

  test('is all in view; refused, it says why, by whom and for which field, and keeps all answers', async ({
    workbench,
    service,
    page,
  }) => {
    (service.world.teams as Team[]).push({
      id: 'team_without_access',
      name: 'Closed',
      createdAt: '2026-01-01T00:00:00.000Z',
    });
    const state = workbench.item('The project was not created');
    await start(workbench);
    await workbench.enter('Tides 3');
    await enterThrough(workbench, 'Closed');
    await workbench.item('Closed').click();
    await expect(workbench.item(/Team.*Closed/)).toBeVisible();

    await test.step('shows all that is sent at once', async () => {
      const lines = ['Name', 'Team', 'Repository', 'Branch', 'Root directory', 'Variables', 'Runtime'];
      lines.push('Transport', 'Install command', 'Build command', 'Build output directory', 'Start command');
      // It moves while it opens.
      await expect(async () => {
        const list = await page.locator('.quick-input-list .monaco-list').boundingBox();
        for (const line of lines) {
          const box = await workbench.item(new RegExp(`^${line}`)).boundingBox();
          const bottom = (box?.y ?? Number.POSITIVE_INFINITY) + (box?.height ?? 0);
          expect(bottom, line).toBeLessThanOrEqual((list?.y ?? 0) + (list?.height ?? 0));
        }
      }).toPass();
      await expect(workbench.item(/^Runtime/)).toContainText('node22 · from engines.node: >=20 <23');
    });

    await test.step('is refused for a team, and another is chosen', async () => {
      await send(workbench);
      await expect(state).toContainText('You may not create projects');
      await expect(workbench.item(/Team.*Closed/)).toContainText('Choose another team.');
      await workbench.item(/Team.*Closed/).click();
      await workbench.item('Docs Team').click();
      await expect(workbench.item(/Team.*Docs Team/)).toBeVisible();
      await expect(workbench.item(/Name.*Tides 3/)).toBeVisible();
    });

    await test.step('says that nothing was created when the sign-in is left, and keeps all answers', async () => {
      await change(workbench, /Install command/, 'npm i');
      service.faults.add({ match: posts, status: 401, times: 1 });
      await send(workbench);
      await expect(title(workbench)).toContainText('API Key for');
      await page.keyboard.press('Escape');
      await expect(state).toContainText('The service wants you to sign in, and that was left.');
      await expect(state).toContainText('All that you typed is kept here.');
      await expect(workbench.item(/Name.*Tides 3/)).toBeVisible();
      await reach(workbench, workbench.item(/Install command.*npm i/));
      expect(created(service, 'Tides 3')).toEqual([]);
    });

    await test.step('says who may not create it, and where', async () => {
      const body = { defined: true, code: 'FORBIDDEN', status: 403, message: 'No more projects' };
      service.faults.add({ match: posts, times: 1, status: 403, body });
      service.requests.clear();
      await reach(workbench, workbench.item('Create Project'), 'Home');
      await send(workbench);
      await expect(state).toContainText(
        `"HOSTED_MCP_API_KEY" may not do that on ${new URL(service.url).host}: No more projects`,
      );
      await expect(workbench.item('Switch Account')).toBeVisible();
      await expect(workbench.item(/Name.*Tides 3/)).toBeVisible();
      expect(sent(service)).toBe(1);
    });

    await test.step('is refused for a field, which is named on its line', async () => {
      const issues = [{ path: ['settings', 'startCommand'], message: 'is not allowed here' }];
      const body = { defined: true, code: 'BAD_REQUEST', status: 400, message: 'no', data: { issues } };
      service.faults.add({ match: posts, times: 1, status: 400, body });
      await send(workbench);
      const line = workbench.item(/^Start command.*npm start/);
      await expect(line).toContainText('is not allowed here');
      await expect(state).toBeVisible();
      await expect(line).toBeInViewport({ ratio: 1 });
      await change(workbench, /^Start command/, 'node .');
    });

    await send(workbench);
    await expectShown(workbench, 'Tides 3');
    expect(created(service, 'Tides 3')).toEqual([
      expect.objectContaining({
        teamId: service.world.teams[1]?.id,
        installCommand: 'npm i',
        startCommand: 'node .',
      }),
    ]);
    expect(sent(service)).toBe(3);
  });

  test('whose answer is lost or not waited for is looked for, and is created once', async ({
    workbench,
    service,
  }) => {
    const state = workbench.item('The project was not created');
    const unknown = 'The service lists no such project.';
    await start(workbench);
    await toSummary(workbench, 'Tides 5');

    await test.step('is known not to be created when nothing arrived', async () => {
      service.faults.add({ match: posts, drop: 'beforeAnswer', times: 1 });
      await send(workbench);
      await expect(state).toContainText(unknown);
    });

    await test.step('is there again after Cancel, which sends nothing twice', async () => {
      service.requests.clear();
      service.faults.add({ match: posts, hang: true, times: 1 });
      await send(workbench);
      const progress = workbench.notification('Creating the project');
      await progress.getByRole('button', { name: 'Cancel' }).click();
      await expect(progress).toHaveCount(0);
      await expect(state).toContainText(unknown);
      expect(sent(service)).toBe(1);
    });

    await test.step('is created once when the answer is lost', async () => {
      service.faults.add({ match: posts, drop: 'afterWork' });
      await send(workbench);
      await expect(workbench.notification('"Tides 5" is there: it was created once.')).toBeVisible();
      await expectShown(workbench, 'Tides 5');
      expect(created(service, 'Tides 5')).toHaveLength(1);
      expect(sent(service)).toBe(2);
    });

    await test.step('gives way to the project that was there before Cancel', async () => {
      service.faults.clear();
      await workbench.clearNotifications();
      service.faults.add({ match: posts, hang: true, times: 1 });
      await workbench.run('Create Project');
      await toSummary(workbench, 'Tides 12');
      await send(workbench);
      const cancel = workbench.notification('Creating the project').getByRole('button', { name: 'Cancel' });
      await expect(cancel).toBeVisible();
      // What the request that hangs would have done.
      const done = await fetch(`${service.url}/v1/projects`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${service.apiKey}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ name: 'Tides 12', runtime: 'node22', teamId: service.world.teams[0]?.id }),
      });
      expect(done.ok).toBe(true);
      const before = sent(service);
      await cancel.click();
      await expect(workbench.notification('"Tides 12" is there: it was created once.')).toBeVisible();
      await expectShown(workbench, 'Tides 12');
      expect(sent(service)).toBe(before);
    });
  });
});

test.describe('a variable that is refused', () => {
  test.use({
    repository: { ...nodeServer, files: { ...nodeServer.files, '.env': 'API_TOKEN=Zq7-marker\nPORT=80\n' } },
  });

  test('is named by its key, in what is said and on its line', async ({ workbench, service, page }) => {
    await start(workbench);
    await workbench.enter('Tides 13');
    await enterThrough(workbench, 'API_TOKEN');
    await workbench.item(/^API_TOKEN/).click();
    await workbench.item(/^PORT/).click();
    await enterThrough(workbench, 'Create Project');
    await expect(workbench.item(/^Variables/)).toContainText('2 · API_TOKEN (secret), PORT');
    await send(workbench);
    const words = 'PORT: This key is reserved by the service';
    await expect(workbench.item('The project was not created')).toContainText(`That was refused: ${words}`);
    await expect(workbench.item(/^Variables/)).toContainText(words);
    expect(await page.content()).not.toContain('environmentVariables');
    expect(await page.content()).not.toContain(marker);

    await workbench.choose(workbench.item(/^Variables/));
    await workbench.item(/^PORT/).click();
    await enterThrough(workbench, 'Create Project');
    await expect(workbench.item(/^Variables/)).toContainText('1 · API_TOKEN (secret)');
    await send(workbench);
    await expectShown(workbench, 'Tides 13');
    expect(heldVariables(service, 'Tides 13', 'production')).toEqual([
      expect.objectContaining({ key: 'API_TOKEN', value: 'Zq7-marker', isSecret: true }),
    ]);
  });
});

test.describe('before a project is sent', () => {
  test('has its name taken, a missing repository, a name too long or credentials pointed out', async ({
    workbench,
    service,
    page,
  }) => {
    await test.step('a name that is taken and a missing repository are pointed out', async () => {
      await start(workbench);
      const totals = new Set<string | undefined>();
      const count = async () => totals.add(/\(\d+\/(\d+)\)/.exec(await title(workbench).innerText())?.[1]);
      await expect(title(workbench)).toContainText('(1/');
      await count();
      await workbench.input.fill('weather-tools');
      const taken = 'A project of this name is there already: there would be two.';
      await expect(workbench.inputMessage).toContainText(taken);
      await workbench.input.press('Enter');
      const without = 'Without a repository there is nothing to deploy: the project stays empty.';
      await expect(workbench.inputMessage).toContainText('The web address of the Git repository.');
      await expect(workbench.inputMessage).toContainText(
        `No remote repository was found in this folder. ${without}`,
      );
      await count();
      await workbench.input.press('Enter');
      await expect(workbench.item('Node.js 24')).toBeVisible();
      await count();
      await active(workbench).click();
      await expect(workbench.item('Streamable HTTP')).toBeVisible();
      await count();
      await enterThrough(workbench, 'Create Project');
      await count();
      expect([...totals]).toEqual([expect.stringMatching(/^\d+$/)]);
      await expect(workbench.item(/^Name/)).toContainText(taken);
      await expect(workbench.item(/^Repository/)).toContainText(without);
      await expect(workbench.item(/^Branch/)).toHaveCount(0);
      await expect(workbench.item(/^Start command/)).toBeInViewport({ ratio: 1 });

      await change(workbench, /^Name/, 'Tides 14');
      // The editor hides what a line no longer says.
      await expect(workbench.item(/^Name/)).not.toContainText(taken, { useInnerText: true });
      await send(workbench);
      await expectShown(workbench, 'Tides 14');
      expect(created(service, 'weather-tools')).toHaveLength(1);
    });

    await test.step('its name has 1 to 100 characters, and its repository no credentials', async () => {
      await workbench.run('Create Project');
      for (const [name, rule] of [
        ['', 'Type a name of 1 to 100 characters.'],
        [' \t ', 'Type a name of 1 to 100 characters.'],
        [` ${'🦀'.repeat(101)} `, 'The name has 101 characters; the service takes at most 100.'],
      ] as const) {
        await workbench.enter(name);
        await expect(workbench.inputMessage).toContainText(rule);
        await expect(title(workbench)).toContainText('(1/');
      }
      await workbench.enter('x');
      await expect(title(workbench)).toContainText('(2/');
      await goBack(workbench);
      const name = 'm'.repeat(100);
      await workbench.enter(` ${name} `);
      await expect(title(workbench)).toContainText('(2/');
      await workbench.input.fill('https://me:Zq7-marker@example.com/a/b.git?token=Zq7-marker');
      await expect(workbench.inputMessage).toContainText(
        'The user name and password in the URL are left out.',
      );
      await enterThrough(workbench, 'Create Project');
      await expect(workbench.item(/Repository.*https:\/\/example\.com\/a\/b/)).toBeVisible();
      expect(await page.content()).not.toContain(marker);
      await send(workbench);
      await expectShown(workbench, name);
      expect(created(service, name)).toEqual([
        expect.objectContaining({ sourceRepository: 'https://example.com/a/b' }),
      ]);
    });
  });
});
