import { findProjectId } from '../../kit/sample.ts';
import { closedTeamId } from '../../service/routes/projects.ts';
import { expect, test } from '../fixtures.ts';
import {
  countPublications,
  expectStatusRead,
  findPublicationTarget,
  publishRequest as match,
  previewTab,
  publicationFields,
  publishPreview,
  publish as run,
} from '../kit/publications.ts';

test.describe('a project', () => {
  test('is published from its row: prompts, dry run, comparison, confirmation, and a new row', async ({
    workbench,
    service,
  }) => {
    const domain = findPublicationTarget(service, 'weather-tools').domain;
    const project = service.world.projects.get(findProjectId(service, 'weather-tools'));
    await workbench.row('weather-tools').click();
    const row = workbench.row('MCP Registry');
    await expectStatusRead(service);
    await expect(row).toHaveCount(0);
    await workbench.runOn(workbench.row('weather-tools'), 'Publish to MCP Registry...');
    await expect(workbench.item('MCP server URL')).toHaveCount(1);
    await workbench.choose(workbench.item(domain));
    await expect(workbench.input).toHaveValue('weather-tools');
    await workbench.input.fill('x'.repeat(101));
    await expect(workbench.inputMessage).toContainText('The title has 101 characters');
    await workbench.enter('Weather');
    await workbench.enter('Says the weather.');
    await workbench.input.fill('ftp://example.com');
    await expect(workbench.inputMessage).toContainText('such as https://example.com');
    await workbench.enter('example.com');
    await workbench.input.fill('http://example.com/i.png');
    await expect(workbench.inputMessage).toContainText('begins with https://');

    await test.step('shows the error of a dry run in the prompts', async () => {
      const { teamId } = project ?? {};
      Object.assign(project ?? {}, { teamId: closedTeamId });
      await workbench.enter('https://example.com/i.png');
      await expect(workbench.inputMessage).toContainText('You may not publish servers of this team.');
      Object.assign(project ?? {}, { teamId });
      const data = { issues: [{ path: ['title'], message: 'is taken' }] };
      const body = { defined: true, code: 'BAD_REQUEST', status: 400, message: 'No', data };
      service.faults.add({ match, times: 1, status: 400, body });
      await workbench.enter('https://example.com/i.png');
      await expect(workbench.inputMessage).toContainText('title is taken');
    });

    await test.step('restores the input after a cancellation', async () => {
      await workbench.input.press('Escape');
      await workbench.runOn(workbench.row('weather-tools'), 'Publish to MCP Registry...');
      await workbench.choose(workbench.item(domain));
      await expect(workbench.input).toHaveValue('Weather');
      await workbench.input.press('Enter');
      await expect(workbench.input).toHaveValue('Says the weather.');
      await workbench.input.press('Enter');
      await expect(workbench.input).toHaveValue('example.com');
      await workbench.input.press('Enter');
      await expect(workbench.input).toHaveValue('https://example.com/i.png');
      await workbench.input.press('Enter');
    });
    await expect(workbench.tab(previewTab)).toBeSelected();
    expect(service.world.published.size).toBe(0);
    await workbench.run('Edit Values');
    await expect(workbench.input).toHaveValue('Weather');
    for (const value of ['Says the weather.', 'example.com', 'https://example.com/i.png']) {
      await workbench.input.press('Enter');
      await expect(workbench.input).toHaveValue(value);
    }
    await workbench.input.press('Enter');
    await publishPreview(workbench);
    const message = workbench.notification('was published under');
    await expect(message).toContainText('version 1.0.0');
    await expect(message.getByRole('button', { name: 'Open Registry Page' })).toBeVisible();
    await expect(row).toContainText('1.0.0 · just now');
    const [published] = service.world.published.values();
    expect(published).toMatchObject({
      title: 'Weather',
      websiteUrl: 'https://example.com',
      icons: [{ src: 'https://example.com/i.png' }],
    });
  });

  test('is published with answers, and reads the result if the response is lost', async ({
    workbench,
    service,
  }) => {
    const answers = { ...findPublicationTarget(service, 'weather-tools'), ...publicationFields };
    service.faults.add({ match, times: 1, drop: 'afterWork' });
    expect(await run(answers)).toMatchObject({ version: '1.0.0', title: 'Weather' });
    await expect(workbench.notification('version 1.0.0')).toBeVisible();
    expect(countPublications(service)).toBe(1);

    service.faults.add({ match, times: 1, drop: 'beforeAnswer' });
    expect(await run(answers)).toBe(undefined);
    const message = workbench.notification('Nothing new has been published');
    await message.getByRole('button', { name: 'Try Again' }).click();
    await expect(workbench.notification('version 1.1.0')).toBeVisible();
    expect(countPublications(service)).toBe(3);
  });

  test('names the field if the service rejects it', async ({ workbench, service }) => {
    const answers = {
      projectId: findProjectId(service, 'weather-tools'),
      domain: 'weather.example.com',
      ...publicationFields,
    };
    expect(await run(answers)).toBe(undefined);
    await expect(workbench.notification("domain: This domain isn't deployed yet")).toBeVisible();
    expect(await run({ ...answers, title: '' })).toBe(undefined);
    await expect(workbench.notification('title must be 1 to 100 characters')).toBeVisible();
    expect(countPublications(service)).toBe(1);
  });
});

test.describe('with the row turned off', () => {
  test.use({ settings: { 'hostedMcp.registryRow': false } });

  test('nothing is requested for it', async ({ workbench, service }) => {
    await workbench.row('weather-tools').click();
    await expect(workbench.row('staging')).toBeVisible();
    await expect(workbench.row('MCP Registry')).toHaveCount(0);
    expect(service.requests.list().filter((one) => one.path.includes('distribution'))).toHaveLength(0);
  });
});

test.describe('a service without the registry', () => {
  test.use({ serviceOptions: { seed: 7, live: false, specOnly: true } });

  test('reports that', async ({ workbench, service }) => {
    service.faults.clear();
    await run({ projectId: findProjectId(service, 'weather-tools'), domain: 'a.io' });
    await expect(workbench.notification("doesn't support publishing")).toBeVisible();
  });
});
