import { findEnvironmentId } from '../../kit/sample.ts';
import { expect, test } from '../fixtures.ts';
import { findGroup } from '../kit/deploymentRows.ts';
import { findTreeRow, listRequestPaths } from '../kit/environmentGroups.ts';

test.describe('the rows of three projects', () => {
  // `npm run pictures` uses the same sample and opens the same rows.
  test.use({ serviceOptions: { seed: 7, typicalOnly: true, live: false } });

  test('are at most 24, with production and its deployments open, and have signs instead of sentences', async ({
    workbench,
    service,
  }) => {
    const projects = ['weather-tools', 'billing-mcp', 'docs-search'];
    for (const name of projects) {
      await workbench.row(name).click();
      const production = workbench.environment(name, 'production');
      await production.toggle();
    }
    const groups = findGroup(workbench, 'production');
    await expect(groups).toHaveCount(3);
    for (const index of [0, 1, 2]) await groups.nth(index).click();
    for (const ending of ['/telemetry-destinations', '/playground'])
      await expect.poll(() => listRequestPaths(service, ending).length).toBe(3);
    await expect(workbench.row('Rank titles')).toBeVisible();
    await expect(findTreeRow(workbench, /^Telemetry destinations/)).toHaveText('Telemetry1 suspended');
    await expect(findTreeRow(workbench, /^Playground/)).toHaveText('Playgroundenabled');
    const readRows = async () =>
      (await workbench.tree.getByRole('treeitem').allInnerTexts())
        // The fourth project is closed.
        .filter((text) => !text.startsWith('release-train'))
        .map((text) => text.replace(/(\d+[hmd]|just now)(?= · |$)/, 'AGE'));
    await expect
      .poll(readRows)
      .toEqual([
        ...['weather-tools', 'productiontelemetry issue · AGE', 'Variables5', 'Deployments'],
        ...['Cache forecasts for ten minutescurrent · AGE', 'Add the get_alerts toolAGE'],
        ...['Load More...2 of 4 shown', 'Telemetry1 suspended', 'Playgroundenabled', 'stagingAGE'],
        ...['billing-mcp', 'productionfailed AGE', 'Variables2', 'Deployments'],
        ...['Round amounts half to evenAGE', 'List invoices by customercurrent · AGE', 'stagingAGE'],
        ...['docs-search', 'productiondeploying...', 'Variables1', 'Deployments'],
        ...['Index the new handbookAGE', 'Rank titles above bodiescurrent · AGE', 'quiet'],
      ]);
    expect(await readRows()).toHaveLength(24);
  });
});

test.describe('the icon of a row', () => {
  test('is the state: of a project only while it is collapsed, of an environment, of a deployment', async ({
    workbench,
    service,
  }) => {
    const [project, other] = [workbench.row('billing-mcp'), workbench.row('weather-tools')];
    await expect(project).toHaveIcon('error');
    await expect(project).toHaveText(/^billing-mcpfailed \d+m$/);
    // The name has the color of the failure, as the name of the environment below it has.
    expect((await project.one()).item.resourceUri).not.toBe(undefined);
    await expect(other).toHaveIcon('pass-filled');
    await expect(workbench.row('docs-search')).toHaveIcon('sync~spin');
    await project.click();
    // The failure is only on the row of the environment.
    await expect(project).toHaveIcon('cloud');
    await expect(project).toHaveText('billing-mcp');
    expect((await project.one()).item.resourceUri).toBe(undefined);
    const production = workbench.environment('billing-mcp', 'production');
    await expect(production).toHaveIcon('error');
    expect((await production.one()).item.resourceUri).not.toBe(undefined);
    await expect(workbench.environment('billing-mcp', 'staging')).toHaveIcon('pass-filled');
    await project.click();
    await expect(project).toHaveIcon('error');
    await workbench.row('docs-search').click();
    await expect(workbench.environment('docs-search', 'quiet')).toHaveIcon('circle-outline');

    // A project whose production works also has the sign of another failed environment.
    const id = findEnvironmentId(service, 'weather-tools', 'staging');
    for (const one of service.world.deployments.values())
      if (one.environmentId === id) Object.assign(one, { outcome: 'failed' });
    await workbench.run('Refresh Projects');
    await expect(other).toHaveText(/^weather-toolsstaging failed · 2h$/);
    await expect(other).toHaveIcon('error');
  });
});
