import { basename } from 'node:path';
import { countProjectCreations, findProjects, projectCreation } from '../../kit/createdProjects.ts';
import { monorepo, nodeServer } from '../../kit/repositories.ts';
import { listServiceVariables } from '../../kit/serviceVariables.ts';
import type { Team } from '../../service/world/model.ts';
import { expect, test } from '../fixtures.ts';
import {
  acceptEntry,
  changeLine,
  enterThrough,
  expectProjectShown,
  findActive,
  findTitle,
  goBack,
  goToSummary,
  sendSummary,
  startWizard,
} from '../kit/createWizard.ts';

test.describe('a server in TypeScript', () => {
  test.use({ repository: nodeServer });

  test('continues after it was closed with a key, without a message, and is shown in a filtered tree', async ({
    workbench,
    service,
  }) => {
    await expect(workbench.row('weather-tools')).toBeVisible();
    await workbench.run('Filter Projects...');
    await workbench.enter('billing');
    await expect(workbench.row('weather-tools')).toHaveCount(0);
    await workbench.run('Create Project');
    await expect(findTitle(workbench)).toHaveText('Create Project (1/3)');
    await expect(workbench.inputButton('Start Over')).toHaveCount(0);
    await workbench.input.fill('Tides');
    await workbench.input.press('Escape');
    await expect(workbench.notification('')).toHaveCount(0);

    await workbench.run('Create Project');
    await expect(findTitle(workbench)).toHaveText('Create Project from Draft (1/3)');
    await expect(workbench.input).toHaveValue('Tides');
    await goToSummary(workbench, 'Tides 7');
    await changeLine(workbench, /^Start command/, 'node .');
    await workbench.choose(workbench.item(/^Build command/));
    await workbench.input.fill('npm run half');
    // Closing an edited line leaves it unchanged.
    await workbench.input.press('Escape');
    await expect(workbench.item(/^Start command node \.$/)).toBeVisible();
    await workbench.input.press('Escape');
    await expect(workbench.notification('')).toHaveCount(0);

    await workbench.run('Create Project');
    await expect(findTitle(workbench)).toHaveText('Create Project from Draft (3/3)');
    await expect(workbench.item(/^Start command node \.$/)).toBeVisible();
    await goBack(workbench);
    await goBack(workbench);
    await expect(workbench.input).toHaveValue('Tides 7');

    await test.step('unless the user starts over, which loses nothing by mistake', async () => {
      await workbench.inputButton('Start Over').click();
      await expect(findTitle(workbench)).toHaveText('Create Project (1/3)');
      await expect(workbench.input).toHaveValue('tide-tables');
      await workbench.inputButton('Back to Draft').click();
      await expect(findTitle(workbench)).toHaveText('Create Project from Draft (1/3)');
      await expect(workbench.input).toHaveValue('Tides 7');
    });
    await enterThrough(workbench, 'Create Project');
    await sendSummary(workbench);
    await expectProjectShown(workbench, 'Tides 7');
    expect(findProjects(service, 'Tides 7')).toEqual([expect.objectContaining({ startCommand: 'node .' })]);
    await workbench.run('Create Project');
    await expect(findTitle(workbench)).toHaveText('Create Project (1/3)');
    await workbench.input.press('Escape');
  });

  test('keeps a closed draft when a key binding with some answers is used', async ({
    workbench,
    service,
  }) => {
    await startWizard(workbench);
    await workbench.input.fill('Tides 15');
    await workbench.input.press('Escape');
    await workbench.run('Create Project', { name: 'By Key' });
    await expect(findTitle(workbench)).toHaveText('Create Project (1/3)');
    await expect(workbench.input).toHaveValue('By Key');
    await goToSummary(workbench, 'By Key');
    await sendSummary(workbench);
    await expectProjectShown(workbench, 'By Key');
    await workbench.run('Create Project');
    await expect(findTitle(workbench)).toHaveText('Create Project from Draft (1/3)');
    await expect(workbench.input).toHaveValue('Tides 15');
    expect(countProjectCreations(service)).toBe(1);
  });

  test('is rejected for a team, and created for another one with all answers', async ({
    workbench,
    service,
  }) => {
    (service.world.teams as Team[]).push({
      id: 'team_without_access',
      name: 'Closed',
      hasStripeAccount: false,
      createdAt: '2026-01-01T00:00:00.000Z',
    });
    await startWizard(workbench);
    await workbench.enter('Tides 3');
    await workbench.item('Closed').click();
    await expect(workbench.item(/Team.*Closed/)).toBeVisible();
    await sendSummary(workbench);
    await expect(workbench.item("The project wasn't created")).toContainText('You may not create projects');
    await expect(workbench.item(/Team.*Closed/)).toContainText('Select another team.');
    await workbench.item(/Team.*Closed/).click();
    await workbench.item('Docs Team').click();
    await expect(workbench.item(/Team.*Docs Team/)).toBeVisible();
    await expect(workbench.item(/Name.*Tides 3/)).toBeVisible();
    await sendSummary(workbench);
    await expectProjectShown(workbench, 'Tides 3');
    expect(findProjects(service, 'Tides 3')).toEqual([
      expect.objectContaining({ teamId: service.world.teams[1]?.id, startCommand: 'npm start' }),
    ]);
  });

  test('is rejected for a field, which its line names', async ({ workbench, service }) => {
    const issues = [{ path: ['settings', 'startCommand'], message: 'is not allowed here' }];
    const body = { defined: true, code: 'BAD_REQUEST', status: 400, message: 'no', data: { issues } };
    service.faults.add({ match: projectCreation, times: 1, status: 400, body });
    await startWizard(workbench);
    await goToSummary(workbench, 'Tides 4');
    await sendSummary(workbench);
    // Only the line names the reason.
    await expect(workbench.item("The project wasn't created")).toContainText(
      /^The service rejected the marked values\./,
    );
    const line = workbench.item(/^Start command.*npm start/);
    await expect(line).toContainText('Start command is not allowed here');
    await expect(findActive(workbench)).toContainText('Start command');
    await changeLine(workbench, /^Start command/, 'node .');
    await sendSummary(workbench);
    await expectProjectShown(workbench, 'Tides 4');
    expect(findProjects(service, 'Tides 4')).toHaveLength(1);
  });

  test('is rejected because of its name, which is asked for again with the reason', async ({
    workbench,
    service,
  }) => {
    const issues = [{ path: ['name'], message: 'is already taken' }];
    const body = { defined: true, code: 'BAD_REQUEST', status: 400, message: 'no', data: { issues } };
    service.faults.add({ match: projectCreation, times: 1, status: 400, body });
    await startWizard(workbench);
    await goToSummary(workbench, 'Tides 9');
    await sendSummary(workbench);
    await expect(workbench.input).toHaveValue('Tides 9');
    await expect(workbench.inputMessage).toContainText('is already taken');
    // The same name would be rejected again.
    await workbench.input.press('Enter');
    expect(countProjectCreations(service)).toBe(1);
    await workbench.input.press('Escape');
    await expect(workbench.item("The project wasn't created")).toBeVisible();
    await expect(findActive(workbench)).toContainText('Name');
    await changeLine(workbench, /^Name/, 'Tides 9b');
    await expect(findActive(workbench)).toContainText('Create Project');
    await sendSummary(workbench);
    await expectProjectShown(workbench, 'Tides 9b');
    expect(findProjects(service, 'Tides 9')).toEqual([]);
  });

  test('is created once if the response is lost', async ({ workbench, service }) => {
    service.faults.add({ match: projectCreation, drop: 'afterWork' });
    await startWizard(workbench);
    await goToSummary(workbench, 'Tides 5');
    await sendSummary(workbench);
    await expect(workbench.notification('"Tides 5" was created exactly once.')).toBeVisible();
    await expectProjectShown(workbench, 'Tides 5');
    expect(findProjects(service, 'Tides 5')).toHaveLength(1);
    expect(countProjectCreations(service)).toBe(1);
  });

  test('is known as not created if the request was lost, and then created once', async ({
    workbench,
    service,
  }) => {
    service.faults.add({ match: projectCreation, drop: 'beforeAnswer', times: 1 });
    await startWizard(workbench);
    await goToSummary(workbench, 'Tides 6');
    await sendSummary(workbench);
    await expect(workbench.item("The project wasn't created")).toContainText(
      "doesn't include the new project",
    );
    await sendSummary(workbench);
    await expectProjectShown(workbench, 'Tides 6');
    expect(findProjects(service, 'Tides 6')).toHaveLength(1);
  });
});

test.describe('a repository with several packages', () => {
  test.use({ repository: monorepo });

  test('selects its server, names the others, and can select another one', async ({ workbench, service }) => {
    await startWizard(workbench);
    await expect(workbench.input).toHaveValue('mcp');
    await enterThrough(workbench, 'Create Project');
    await expect(workbench.item(/^Variables none · 1 found in packages\/mcp\/\.env\.sample$/)).toBeVisible();
    await workbench.choose(workbench.item(/^Root directory packages\/mcp · 1 other package$/));
    await expect(workbench.item('')).toHaveText([
      /packages\/mcp.*uses an MCP SDK/,
      /packages\/lib/,
      /Repository Root/,
      /Another Folder\.\.\./,
    ]);
    // Another package has other suggestions. Entered values are kept.
    await workbench.choose(workbench.item('packages/lib'));
    await expect(workbench.item(/^Name lib$/)).toBeVisible();
    await changeLine(workbench, /^Name/, 'Farm');
    await workbench.choose(workbench.item(/^Root directory/));
    await workbench.choose(workbench.item('Another Folder...'));
    await workbench.enter('elsewhere');
    await expect(workbench.item(/^Root directory elsewhere · 1 other package$/)).toBeVisible();
    await workbench.choose(workbench.item(/^Root directory/));
    await workbench.choose(workbench.item('packages/mcp'));
    await expect(workbench.item(/^Name Farm$/)).toBeVisible();
    await sendSummary(workbench);
    await expectProjectShown(workbench, 'Farm');
    expect(findProjects(service, 'Farm')).toEqual([
      expect.objectContaining({
        rootDirectory: 'packages/mcp',
        runtime: 'node24',
        transport: 'stdio',
        installCommand: 'npm ci',
        startCommand: 'npm start',
        sourceRepository: 'https://github.com/octo/farm',
      }),
    ]);
  });
});

test.describe('a folder without information', () => {
  test('has prompts for the required values, and the service decides the rest', async ({
    workbench,
    service,
    folder,
  }) => {
    await startWizard(workbench);
    await expect(workbench.input).toHaveValue(basename(folder));
    await goToSummary(workbench, 'Bare');
    await expect(workbench.item('')).toHaveText([
      /^Create Project 2 values are missing$/,
      /^Create Project and Deploy Folder\.\.\./,
      /^Repository missing No usable Git remote was found in this folder\.$/,
      ...[
        /^Runtime missing No Node\.js or Python package/,
        /^Name Bare$/,
        /^Team Octo Dev$/,
        /^Root directory/,
        /^Variables none$/,
      ],
      ...[/^Transport chosen by the service/, /^Install/, /^Build/, /^Build/, /^Start/],
    ]);
    await expect(findActive(workbench)).toContainText('Repository');
    await test.step('asks for required values before anything is sent', async () => {
      await workbench.choose(workbench.item(/^Create Project 2 values/));
      await expect(findTitle(workbench)).toHaveText('Create Project');
      await expect(workbench.inputMessage).toContainText('Enter a repository URL');
      await workbench.input.press('Escape');
      await expect(workbench.item(/^Repository missing/)).toBeVisible();
      await workbench.choose(workbench.item(/^Create Project 2 values/));
      await workbench.input.press('Enter');
      await acceptEntry(workbench, 'Node.js 24');
      await expect(workbench.item(/^Repository none/)).toBeVisible();
      await expect(workbench.item(/^Runtime Node\.js 24$/)).toBeVisible();
      expect(countProjectCreations(service)).toBe(0);
    });
    await sendSummary(workbench);
    await expectProjectShown(workbench, 'Bare');
    const [project] = findProjects(service, 'Bare');
    expect(project).toMatchObject({ sourceRepository: null, transport: null, installCommand: null });
    expect(listServiceVariables(service, 'Bare', 'production')).toEqual([]);
  });

  test.describe('with a key binding with all answers', () => {
    const args = {
      name: 'By Key',
      runtime: 'node24',
      startCommand: 'npm start',
      environmentVariables: [{ key: 'BY_KEY', value: 'Zq7-marker' }],
    };
    test('has no prompts, unless the response is lost', async ({ workbench, service }) => {
      service.faults.add({ match: projectCreation, drop: 'beforeAnswer', times: 1 });
      await expect(workbench.row('weather-tools')).toBeVisible();
      await workbench.run('Create Project', args);
      await expect(workbench.dialog).toContainText("doesn't include the new project");
      await workbench.dialog.getByRole('button', { name: 'Create Again' }).click();
      await expectProjectShown(workbench, 'By Key');
      expect(findProjects(service, 'By Key')).toHaveLength(1);
      expect(listServiceVariables(service, 'By Key', 'production')).toEqual([
        expect.objectContaining({ key: 'BY_KEY', value: 'Zq7-marker', isSecret: true }),
      ]);
    });
  });
});

test.describe('on a service that does not list projects', () => {
  test.use({ repository: monorepo, serviceOptions: { seed: 7, live: false, specOnly: true } });

  test('a created project is listed, reports its deletion, and can be removed from the list', async ({
    workbench,
    service,
  }) => {
    await workbench.row('Create Project...').click();
    await goToSummary(workbench, 'Farm');
    await expect(workbench.item(/^Team/)).toHaveCount(0);
    await sendSummary(workbench);
    await expectProjectShown(workbench, 'Farm');
    await workbench.reload();
    const row = workbench.row(/^Farm/);
    await expect(row).toBeVisible();
    await workbench.run('Open Environment');
    await expect(workbench.item('Farm / production')).toBeVisible();
    await workbench.choose(workbench.item('Farm / production'));
    await expect(workbench.tab('production')).toBeSelected();

    const [project] = findProjects(service, 'Farm');
    for (const id of project?.environmentIds ?? []) service.world.environments.delete(id);
    await workbench.run('Refresh Projects');
    await expect(row).toContainText('no longer exists');
    await workbench.runOn(row, 'Remove Project from List');
    await expect(row).toHaveCount(0);
    const message = workbench.notification('"Farm" was removed from your list.');
    await message.getByRole('button', { name: 'Undo' }).click();
    await expect(row).toBeVisible();
  });

  test('a lost response is reported as unknown, and nothing is sent again automatically', async ({
    workbench,
    service,
  }) => {
    service.faults.add({ match: projectCreation, drop: 'afterWork', times: 1 });
    await workbench.row('Create Project...').click();
    await goToSummary(workbench, 'Farm');
    await sendSummary(workbench);
    await expect(workbench.item("It's unknown whether the project was created")).toContainText(
      "This service can't list projects.",
    );
    await expect(workbench.item('Create Again')).toContainText('two projects');
    expect(countProjectCreations(service)).toBe(1);
    // The result is still unknown after the prompt was closed.
    await workbench.input.press('Escape');
    await workbench.row('Create Project...').click();
    await expect(workbench.item('Create Again')).toContainText('two projects');
    await workbench.choose(workbench.item('Create Again'));
    await expectProjectShown(workbench, 'Farm');
    expect(countProjectCreations(service)).toBe(2);
  });
});
