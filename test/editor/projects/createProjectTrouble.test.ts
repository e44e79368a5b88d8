import { countProjectCreations, findProjects, projectCreation } from '../../kit/createdProjects.ts';
import { nodeServer } from '../../kit/repositories.ts';
import { listServiceVariables } from '../../kit/serviceVariables.ts';
import { expect, test } from '../fixtures.ts';
import {
  acceptEntry,
  changeLine,
  enterThrough,
  expectProjectShown,
  findTitle,
  goBack,
  goToSummary,
  sendSummary,
  startWizard,
} from '../kit/createWizard.ts';

const marker = 'Zq7';

test.describe('the summary of a project', () => {
  test.use({ repository: nodeServer });

  test('reports that nothing was created if the sign-in is canceled, and keeps all answers', async ({
    workbench,
    service,
  }) => {
    await startWizard(workbench);
    await goToSummary(workbench, 'Tides 8');
    await changeLine(workbench, /Start command/, 'node .');
    service.faults.add({ match: projectCreation, status: 401, times: 1 });
    await sendSummary(workbench);
    await expect(findTitle(workbench)).toContainText('API Key for');
    await workbench.input.press('Escape');
    const state = workbench.item("The project wasn't created");
    await expect(state).toContainText('sign-in was canceled');
    await expect(state).toContainText('is kept');
    await expect(workbench.item(/Name.*Tides 8/)).toBeVisible();
    await expect(workbench.item(/Start command.*node \./)).toBeVisible();
    expect(findProjects(service, 'Tides 8')).toEqual([]);
    await sendSummary(workbench);
    await expectProjectShown(workbench, 'Tides 8');
    expect(findProjects(service, 'Tides 8')).toEqual([expect.objectContaining({ startCommand: 'node .' })]);
  });

  test('reports which account cannot create it, and keeps the input', async ({ workbench, service }) => {
    const body = { defined: true, code: 'FORBIDDEN', status: 403, message: 'No more projects' };
    service.faults.add({ match: projectCreation, times: 1, status: 403, body });
    await startWizard(workbench);
    await goToSummary(workbench, 'Tides 10');
    await sendSummary(workbench);
    await expect(workbench.item("The project wasn't created")).toContainText(
      `"HOSTED_MCP_API_KEY" on ${new URL(service.url).host}: No more projects`,
    );
    await expect(workbench.item('Switch Account')).toBeVisible();
    await expect(workbench.item(/Name.*Tides 10/)).toBeVisible();
    await sendSummary(workbench);
    await expectProjectShown(workbench, 'Tides 10');
    expect(countProjectCreations(service)).toBe(2);
  });

  test('appears again after Cancel, which sends nothing twice', async ({ workbench, service }) => {
    service.faults.add({ match: projectCreation, hang: true, times: 1 });
    await startWizard(workbench);
    await goToSummary(workbench, 'Tides 11');
    await sendSummary(workbench);
    const progress = workbench.notification('Creating the project');
    await progress.getByRole('button', { name: 'Cancel' }).click();
    await expect(workbench.item("The project wasn't created")).toContainText(
      "doesn't include the new project",
    );
    expect(countProjectCreations(service)).toBe(1);
    await sendSummary(workbench);
    await expectProjectShown(workbench, 'Tides 11');
    expect(findProjects(service, 'Tides 11')).toHaveLength(1);
    expect(countProjectCreations(service)).toBe(2);
  });

  test('is replaced by the project that existed before Cancel', async ({ workbench, service }) => {
    service.faults.add({ match: projectCreation, hang: true, times: 1 });
    await startWizard(workbench);
    await goToSummary(workbench, 'Tides 12');
    await sendSummary(workbench);
    const cancel = workbench.notification('Creating the project').getByRole('button', { name: 'Cancel' });
    await expect(cancel).toBeVisible();
    // Sends the request that the hanging one would have sent.
    const done = await fetch(`${service.url}/v1/projects`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${service.apiKey}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: 'Tides 12', runtime: 'node22', teamId: service.world.teams[0]?.id }),
    });
    expect(done.ok).toBe(true);
    const before = countProjectCreations(service);
    await cancel.click();
    await expect(workbench.notification('"Tides 12" was created exactly once.')).toBeVisible();
    await expectProjectShown(workbench, 'Tides 12');
    expect(countProjectCreations(service)).toBe(before);
  });
});

test.describe('a rejected variable', () => {
  test.use({
    repository: { ...nodeServer, files: { ...nodeServer.files, '.env': 'API_TOKEN=Zq7-marker\nPORT=80\n' } },
  });

  test('is named by its key, in the message and on its line', async ({ workbench, service }) => {
    await startWizard(workbench);
    await goToSummary(workbench, 'Tides 13');
    await workbench.choose(workbench.item(/^Variables/));
    await workbench.item(/^API_TOKEN/).click();
    await workbench.item(/^PORT/).click();
    await enterThrough(workbench, 'Create Project');
    await expect(workbench.item(/^Variables/)).toContainText('2 · API_TOKEN (secret), PORT');
    await sendSummary(workbench);
    const words = 'PORT: This key is reserved by the service';
    await expect(workbench.item("The project wasn't created")).toContainText('rejected the marked values');
    await expect(workbench.item(/^Variables/)).toContainText(words);
    expect(workbench.seen()).not.toContain('environmentVariables');
    expect(workbench.seen()).not.toContain(marker);

    await workbench.choose(workbench.item(/^Variables/));
    await workbench.item(/^PORT/).click();
    await enterThrough(workbench, 'Create Project');
    await expect(workbench.item(/^Variables/)).toContainText('1 · API_TOKEN (secret)');
    await sendSummary(workbench);
    await expectProjectShown(workbench, 'Tides 13');
    expect(listServiceVariables(service, 'Tides 13', 'production')).toEqual([
      expect.objectContaining({ key: 'API_TOKEN', value: 'Zq7-marker', isSecret: true }),
    ]);
  });
});

test.describe('before a project is sent', () => {
  test('a used name and a missing repository have warnings', async ({ workbench, service }) => {
    await startWizard(workbench);
    const totals = new Set<string | undefined>();
    const count = async () => totals.add(/\(\d+\/(\d+)\)/.exec(await findTitle(workbench).innerText())?.[1]);
    await expect(findTitle(workbench)).toContainText('(1/');
    await count();
    await workbench.input.fill('weather-tools');
    const taken = 'Another project has this name';
    await expect(workbench.inputMessage).toContainText(taken);
    await enterThrough(workbench, 'Create Project');
    await count();
    expect([...totals]).toEqual([expect.stringMatching(/^\d+$/)]);
    await expect(workbench.item(/^Name/)).toContainText(taken);
    await expect(workbench.item(/^Repository/)).toContainText('No usable Git remote was found');
    await expect(workbench.item(/^Branch/)).toHaveCount(0);

    await changeLine(workbench, /^Name/, 'Tides 14');
    // An empty repository is a valid answer.
    await changeLine(workbench, /^Repository/, '');
    await expect(workbench.item(/^Repository none .*Without a repository/)).toBeVisible();
    await workbench.choose(workbench.item(/^Runtime missing/));
    await acceptEntry(workbench, 'Node.js 24');
    // The editor keeps texts that an item no longer has, but hides them.
    await expect(workbench.item(/^Name/)).not.toContainText(taken);
    await sendSummary(workbench);
    await expectProjectShown(workbench, 'Tides 14');
    expect(findProjects(service, 'weather-tools')).toHaveLength(1);
  });

  test('its name must have 1 to 100 characters, and its repository no credentials', async ({
    workbench,
    service,
  }) => {
    await startWizard(workbench);
    for (const [name, rule] of [
      ['', 'Enter a name of 1 to 100 characters.'],
      [' \t ', 'Enter a name of 1 to 100 characters.'],
      [` ${'🦀'.repeat(101)} `, 'The name has 101 characters.'],
    ] as const) {
      await workbench.enter(name);
      await expect(workbench.inputMessage).toContainText(rule);
      await expect(findTitle(workbench)).toContainText('(1/');
    }
    await workbench.enter('x');
    await expect(findTitle(workbench)).toContainText('(2/');
    await goBack(workbench);
    const name = 'm'.repeat(100);
    await workbench.enter(` ${name} `);
    await expect(findTitle(workbench)).toContainText('(2/');
    await enterThrough(workbench, 'Create Project');
    await workbench.choose(workbench.item(/^Repository/));
    await workbench.input.fill('https://me:Zq7-marker@example.com/a/b.git?token=Zq7-marker');
    await expect(workbench.inputMessage).toContainText('in the URL is removed');
    await workbench.input.press('Enter');
    await workbench.choose(workbench.item(/^Runtime/));
    await acceptEntry(workbench, 'Node.js 24');
    await expect(workbench.item(/Repository.*https:\/\/example\.com\/a\/b/)).toBeVisible();
    expect(workbench.seen()).not.toContain(marker);
    await sendSummary(workbench);
    await expectProjectShown(workbench, name);
    expect(findProjects(service, name)).toEqual([
      expect.objectContaining({ sourceRepository: 'https://example.com/a/b' }),
    ]);
  });
});
