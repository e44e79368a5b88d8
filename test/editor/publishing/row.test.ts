import { findProjectId } from '../../kit/sample.ts';
import { expect, test } from '../fixtures.ts';
import { deploy } from '../kit/deploymentRows.ts';
import { expectStatusRead, findPublicationTarget, publicationFields, publish } from '../kit/publications.ts';

const project = 'weather-tools';
const reading = { path: '/v1/distribution/get' };

test.describe('the row below a project', () => {
  test('shows that the version is outdated after production was deployed', async ({ workbench, service }) => {
    await workbench.row(project).click();
    const row = workbench.row('MCP Registry');
    await publish({ ...findPublicationTarget(service, project), ...publicationFields });
    await expect(row).toHaveText('MCP Registry1.0.0 · just now');
    await deploy(workbench, workbench.environment(project, 'production'));
    await expect(workbench.environment(project, 'production')).toContainText('deploying...');
    service.clock.advance(31_000);
    await expect(row).toHaveText('MCP Registryoutdated · 1.0.0');
    await expect(row).toHaveAccessibleName('MCP Registry, outdated · 1.0.0 · just now');
  });

  test('explains why it cannot be read; a click reads it again', async ({ workbench, service }) => {
    service.faults.add({ match: reading, status: 400 });
    await workbench.row(project).click();
    const row = workbench.row('MCP Registry');
    await expect(row).toContainText("can't be read");
    await expect(row).toHaveIcon('warning');
    await expect(row.tooltip()).toContainText('The request was rejected');
    await expect(row.tooltip()).toContainText('Try Again');
    // The row offers Refresh in place of Publish.
    expect((await row.one()).item.contextValue).toBe('publication refreshable');
    service.faults.clear();
    await row.click();
    await expect(row).toHaveCount(0);
  });

  test('that cannot be read has another remedy if a retry would fail again', async ({
    workbench,
    service,
  }) => {
    service.faults.add({ match: reading, status: 403 });
    await workbench.row(project).click();
    const row = workbench.row('MCP Registry');
    await expect(row.tooltip()).toContainText(/^Permission denied .* Sign In/);
    const { item } = await row.one();
    expect(item.command).toMatchObject({ command: 'hostedMcp.signIn', arguments: [{ scope: 'any' }] });
  });

  test('is read again by Refresh on its project, and shows no time for servers that others published', async ({
    workbench,
    service,
  }) => {
    const where = findPublicationTarget(service, project);
    await workbench.row(project).click();
    const row = workbench.row('MCP Registry');
    await expectStatusRead(service);
    await expect(row).toHaveCount(0);
    service.world.published.set(`${where.projectId} ${where.domain}`, {
      $schema: 'https://example.com/schema.json',
      name: 'com.example/mcp',
      version: '3.2.1',
      title: 'Weather',
      description: 'Says it.',
      remotes: [],
    });
    await workbench.runOn(workbench.row(project), 'Refresh Projects');
    await expect(row).toHaveText('MCP Registry3.2.1');
    await expect(row.tooltip()).toContainText(
      `Weather com.example/mcp Says it. ${where.domain} published as`,
    );
  });

  test('shows server.json after a click', async ({ workbench, service }) => {
    await workbench.row(project).click();
    const where = findPublicationTarget(service, project);
    await publish({ ...where, ...publicationFields });
    const row = workbench.row('MCP Registry');
    await expect(row).toHaveAccessibleName(/, published as /);
    await row.click();
    await expect(workbench.tab(`Published server.json 1.0.0 for ${where.domain}`)).toBeSelected();
    await expect(workbench.text).toContainText('"title": "Weather"');
  });

  test('names the existing domains, and is removed with the last one', async ({ workbench, service }) => {
    const { environments, projects } = service.world;
    const record = projects.get(findProjectId(service, project));
    const production = environments.get(record?.productionId ?? '');
    await workbench.row(project).click();
    await publish({ ...findPublicationTarget(service, project), ...publicationFields });
    const row = workbench.row('MCP Registry');
    await expect(row).toHaveAccessibleName(/, published as /);
    Object.assign(production ?? {}, { domains: [] });
    service.requests.clear();
    await workbench.run('Refresh Projects');
    await expect(row).toHaveCount(0);
    expect(service.requests.list().filter(({ path }) => path.startsWith(reading.path))).toHaveLength(1);
    Object.assign(record ?? {}, { productionId: null });
    await workbench.run('Refresh Projects');
    await expect(row).toHaveCount(0);
    await expect(workbench.row('staging')).toBeVisible();
  });
});
