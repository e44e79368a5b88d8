import { enterThrough, goToSummary, sendSummary, startWizard } from '../e2e/createWizard.ts';
import { expect } from '../e2e/fixtures.ts';
import { test } from '../e2e/repositories.ts';
import { projectCreation } from '../kit/createdProjects.ts';
import { monorepo, nodeServer, pythonServer } from '../kit/repositories.ts';
import { take } from './take.ts';

test.use({ serviceOptions: { seed: 7, typicalOnly: true, live: false } });

test.describe('a server in TypeScript', () => {
  test.use({ repository: nodeServer });

  test('Create Project: prompts, summary, edited lines, a draft', async ({ workbench, page }, info) => {
    await expect(workbench.row('weather-tools')).toBeVisible();
    await workbench.run('Create Project');
    await expect(workbench.input).toHaveValue('tide-tables');
    await take(page, info, 'create-project-name');
    await workbench.enter('Tide tables');
    await expect(workbench.item('Octo Dev')).toBeVisible();
    await take(page, info, 'create-project-team');
    // The summary also shows the team.
    await workbench.item('Octo Dev').click();
    await expect(workbench.item('Start command')).toBeVisible();
    await take(page, info, 'create-project-summary');
    await workbench.choose(workbench.item(/^Repository/));
    await expect(workbench.inputMessage).toContainText('SSH');
    await take(page, info, 'create-project-repository');
    await workbench.input.press('Enter');
    await workbench.choose(workbench.item(/^Runtime/));
    await expect(workbench.item('Node.js 22')).toBeVisible();
    await take(page, info, 'create-project-runtime');
    await workbench.choose(workbench.item(/^Node\.js 22/));
    await workbench.choose(workbench.item(/^Variables/));
    await expect(workbench.item('TIDES_API_KEY')).toBeVisible();
    await take(page, info, 'create-project-variables');
    await workbench.input.press('Escape');
    await expect(workbench.item('Start command')).toBeVisible();
    await workbench.input.press('Escape');
    await expect(workbench.input).toBeHidden();
    await workbench.run('Create Project');
    await expect(workbench.item('Start command')).toBeVisible();
    await take(page, info, 'create-project-draft');
  });

  test('Create Project: the summary after a rejection', async ({ workbench, page, service }, info) => {
    const issues = [{ path: ['settings', 'startCommand'], message: 'is not allowed here' }];
    const body = { defined: true, code: 'BAD_REQUEST', status: 400, message: 'no', data: { issues } };
    service.faults.add({ match: projectCreation, times: 1, status: 400, body });
    await startWizard(workbench);
    await goToSummary(workbench, 'Tide tables');
    await sendSummary(workbench);
    await expect(workbench.item("The project wasn't created")).toBeVisible();
    await take(page, info, 'create-project-refused');
  });
});

test.describe('a server in Python', () => {
  test.use({ repository: pythonServer });

  test('Create Project: the summary', async ({ workbench, page }, info) => {
    await startWizard(workbench);
    await enterThrough(workbench, 'Start command');
    await take(page, info, 'create-project-python');
  });
});

test.describe('a repository with several packages', () => {
  test.use({ repository: monorepo });

  test('Create Project: packages and summary', async ({ workbench, page }, info) => {
    await startWizard(workbench);
    await enterThrough(workbench, 'Start command');
    await take(page, info, 'create-project-monorepo');
    await workbench.choose(workbench.item(/^Root directory/));
    await expect(workbench.item('packages/lib')).toBeVisible();
    await take(page, info, 'create-project-packages');
  });
});

test('Create Project: without a repository', async ({ workbench, page }, info) => {
  await startWizard(workbench);
  await workbench.input.fill('weather-tools');
  await expect(workbench.inputMessage).toContainText('Another project has this name');
  await take(page, info, 'create-project-taken');
  await enterThrough(workbench, 'Root directory');
  await take(page, info, 'create-project-bare');
  await workbench.choose(workbench.item(/^Repository/));
  await expect(workbench.inputMessage).toContainText('leave the box empty');
  await take(page, info, 'create-project-no-repository');
});
