import { findEnvironmentId } from '../../kit/sample.ts';
import { expect, test } from '../fixtures.ts';
import { expectStatusRead } from '../kit/publications.ts';

const remote = (url: string) => ({
  '.git/HEAD': 'ref: refs/heads/main\n',
  '.git/config': `[remote "origin"]\n\turl = ${url}\n`,
});

test.describe('the filter', () => {
  test('filters the tree while the user types, without requests, and survives a reload', async ({
    workbench,
    service,
  }) => {
    await workbench.row('weather-tools').click();
    await expect(workbench.environment('weather-tools', 'staging')).toBeVisible();
    // The data of the expanded project is loaded.
    await expectStatusRead(service);
    service.requests.clear();
    await workbench.run('Filter Projects...');
    await workbench.input.fill('weather');
    await expect(workbench.row('billing-mcp')).toHaveCount(0);
    await expect(workbench.environment('weather-tools', 'staging')).toBeVisible();
    await expect(workbench.tree).toContainText(/Filter "weather" · 1 of \d+ projects/);

    // Escape restores the previous filter.
    await workbench.input.press('Escape');
    await expect(workbench.row('billing-mcp')).toBeVisible();
    await expect(workbench.environment('weather-tools', 'staging')).toBeVisible();
    await expect(workbench.tree).not.toContainText('Filter');

    await workbench.run('Filter Projects...');
    await workbench.enter('billing');
    await expect(workbench.row('weather-tools')).toHaveCount(0);
    // Hidden rows appear again, with their expanded children.
    await workbench.run('Show All Projects');
    await expect(workbench.environment('weather-tools', 'staging')).toBeVisible();
    expect(service.requests.list()).toEqual([]);

    await workbench.run('Filter Projects...');
    await workbench.enter('billing');
    await expect(workbench.row('weather-tools')).toHaveCount(0);
    await workbench.reload();
    await expect(workbench.row('billing-mcp')).toBeVisible();
    await expect(workbench.row('weather-tools')).toHaveCount(0);
    await workbench.run('Show All Projects');
    await expect(workbench.row('weather-tools')).toBeVisible();
  });

  test('searches all texts that it lists', async ({ workbench, service }) => {
    const { name } = [...service.world.projects.values()].find((one) => one.name === 'docs-search') ?? {};
    await workbench.run('Filter Projects...');
    await expect(workbench.inputPlaceholder).toHaveText(
      'Enter words from project or environment names, repositories, runtimes, or transports',
    );
    for (const words of ['docs', 'quiet', 'docs-team/docs-search', 'node22 docs', 'stdio docs']) {
      await workbench.input.fill(words);
      await expect(workbench.tree).toContainText(`Filter "${words}"`);
      await expect(workbench.row(name ?? 'no project').first()).toBeVisible();
      await expect(workbench.row('billing-mcp')).toHaveCount(0);
    }
  });

  test('does not change the badge, even after a reload: hidden failures count', async ({ workbench }) => {
    await expect(workbench.badge).toHaveText('2');
    await expect(workbench.badge).toHaveAccessibleName(/2 failed deployments/);
    await workbench.row('weather-tools').click();
    await workbench.environment('weather-tools', 'production').toggle();
    // A suspended telemetry destination doesn't count.
    await expect(workbench.environment('weather-tools', 'production')).toHaveAccessibleName(/is suspended$/);
    await expect(workbench.badge).toHaveText('2');
    await workbench.row('weather-tools').click();
    await expect(workbench.environment('weather-tools', 'production')).toHaveCount(0);
    await expect(workbench.badge).toHaveText('2');
    await workbench.run('Filter Projects...');
    await workbench.enter('docs');
    await expect(workbench.row('weather-tools')).toHaveCount(0);
    await expect(workbench.badge).toHaveText('2');
    await workbench.run('Refresh Projects');
    await expect(workbench.tree).toContainText('Filter "docs"');
    await expect(workbench.badge).toHaveText('2');
    await workbench.reload();
    await expect(workbench.row('docs-search')).toBeVisible();
    await expect(workbench.row('weather-tools')).toHaveCount(0);
    await expect(workbench.badge).toHaveText('2');
  });

  test('without matches is reported, with a remedy', async ({ workbench }) => {
    await workbench.run('Filter Projects...');
    await workbench.enter('no such thing');
    await expect(workbench.tree).toContainText('Filter "no such thing" · 0 of');
    await workbench.row('Show All Projects').click();
    await expect(workbench.row('weather-tools')).toBeVisible();
    await expect(workbench.row('Show All Projects')).toHaveCount(0);
  });
});

test.describe('the scope of a window', () => {
  test.use({ sources: remote('git@github.com:octo-dev/weather-tools.git') });

  test('is the project of its folder, a team, or everything, and survives a reload', async ({
    workbench,
    service,
  }) => {
    await workbench.run('Set Scope...');
    const folder = workbench.item('Linked Project');
    await expect(folder).toContainText('weather-tools');
    await workbench.choose(folder);
    await expect(workbench.row('billing-mcp')).toHaveCount(0);
    await expect(workbench.row('weather-tools')).toBeVisible();
    await expect(workbench.tree).toContainText('Linked project · 1 project');
    await workbench.reload();
    await expect(workbench.row('weather-tools')).toBeVisible();
    await expect(workbench.row('billing-mcp')).toHaveCount(0);

    const [team] = service.world.teams;
    const others = [...service.world.projects.values()].filter(({ teamId }) => teamId !== team?.id);
    await workbench.run('Set Scope...');
    await workbench.choose(workbench.item(team?.name ?? 'no team').filter({ hasText: /\d+ projects/ }));
    const count = service.world.projects.size - others.length;
    await expect(workbench.tree).toContainText(`Team ${team?.name} · ${count} projects`);
    // The filter leaves some projects of a team.
    await workbench.run('Filter Projects...');
    await workbench.enter('weather-tools');
    await expect(workbench.tree).toContainText(
      `Team ${team?.name} · Filter "weather-tools" · 1 of ${count} projects`,
    );
    for (const { name } of others.slice(0, 3)) await expect(workbench.row(name)).toHaveCount(0);

    await workbench.run('Set Scope...');
    await expect(workbench.item('All Projects')).toContainText(`${service.world.projects.size} projects`);
    await workbench.choose(workbench.item('All Projects'));
    await workbench.run('Filter Projects...');
    await workbench.enter('');
    await expect(workbench.row('billing-mcp')).toBeVisible();
  });
});

test.describe('the scope of a folder without a project', () => {
  test.use({ sources: remote('git@github.com:octo-dev/brand-new.git') });

  test('offers to create the project', async ({ workbench }) => {
    await workbench.run('Set Scope...');
    await workbench.choose(workbench.item('Linked Project'));
    await expect(workbench.tree).toContainText(
      '0 projects · No project uses the repository of an open folder.',
    );
    await expect(workbench.row('Show All Projects')).toBeVisible();
    await expect(workbench.row('Link Folder...')).toBeVisible();
    await workbench.row('Create Project...').click();
    await expect(workbench.input).toHaveValue('brand-new');
  });

  test('offers nothing if only the filter hides the project', async ({ workbench }) => {
    await workbench.run('Filter Projects...');
    await workbench.enter('no such thing');
    await expect(workbench.row('Show All Projects')).toBeVisible();
    await expect(workbench.row('Create Project...')).toHaveCount(0);
  });
});

test.describe('favorites', () => {
  test('are at the top, have the actions of their rows, and survive a reload', async ({
    workbench,
    service,
  }) => {
    const favorites = workbench.tree.getByRole('treeitem', { name: 'Favorites' });
    await workbench.row('weather-tools').click();
    await workbench.runOn(workbench.environment('weather-tools', 'staging'), 'Add to Favorites');
    await expect(favorites).toHaveLevel(1);
    const favorite = workbench.tree.getByRole('treeitem', { name: 'staging, environment, weather-tools' });
    await expect(favorite).toHaveLevel(2);
    // The state is that of the row below the project.
    await expect(favorite).toHaveAccessibleName(/^staging, environment, weather-tools, deployed [\w ]+$/);

    await workbench.runOn(workbench.row('billing-mcp'), 'Add to Favorites');
    await expect(workbench.row('billing-mcp')).toHaveCount(2);

    await workbench.run('Filter Projects...');
    await workbench.input.fill('billing');
    await expect(favorite).toHaveCount(0);
    await expect(workbench.row('billing-mcp')).toHaveCount(2);
    await workbench.input.fill('docs');
    await expect(favorites).toHaveCount(0);
    await workbench.input.press('Escape');
    await expect(favorite).toBeVisible();

    service.requests.clear();
    await workbench.reload();
    await expect(favorite).toBeVisible();
    await expect(workbench.row('billing-mcp')).toHaveCount(2);
    // The response of its project contains the environment and its state.
    const id = findEnvironmentId(service, 'weather-tools', 'staging');
    expect(service.requests.list().filter(({ path }) => path === `/v1/environments/${id}`)).toEqual([]);
    await favorite.click();
    await expect(workbench.tab(/staging/)).toBeVisible();

    await workbench.runOn(favorite, 'Remove from Favorites');
    await expect(favorite).toHaveCount(0);
    await expect(favorites).toBeVisible();
    expect(service.world.environments.has(id)).toBe(true);
  });

  test('that were added by ID have the state of their environment', async ({ workbench, service }) => {
    await workbench.run('Add Environment by ID...');
    await workbench.enter(findEnvironmentId(service, 'weather-tools', 'staging'));
    const added = workbench.tree.getByRole('treeitem', { name: /^staging, environment added by ID/ });
    await expect(added).toHaveAccessibleName(/, deployed [\w ]+$/);
    await workbench.runOn(added, 'Add to Favorites');
    const favorite = workbench.tree.getByRole('treeitem', { name: /^staging, environment, / });
    await expect(favorite).toHaveLevel(2);
    await expect(favorite).toHaveAccessibleName(/, deployed [\w ]+$/);
  });

  test('that no longer exist are marked, and can be removed', async ({ workbench, service }) => {
    const id = findEnvironmentId(service, 'weather-tools', 'staging');
    await workbench.row('weather-tools').click();
    await workbench.runOn(workbench.environment('weather-tools', 'staging'), 'Add to Favorites');
    const headers = { Authorization: `Bearer ${service.apiKey}` };
    await fetch(`${service.url}/v1/environments/${id}`, { method: 'DELETE', headers });
    await workbench.run('Refresh Projects');
    const missing = workbench.tree.getByRole('treeitem', {
      name: 'staging, no longer exists, weather-tools',
    });
    await expect(missing).toBeVisible();
    await workbench.runOn(missing, 'Remove from Favorites');
    await expect(missing).toHaveCount(0);
  });
});

test('a project that another user deleted is removed from the tree with a message', async ({
  workbench,
  service,
}) => {
  const project = [...service.world.projects.values()].find(({ name }) => name === 'billing-mcp');
  await expect(workbench.row('billing-mcp')).toBeVisible();
  const headers = { Authorization: `Bearer ${service.apiKey}` };
  await fetch(`${service.url}/v1/projects/${project?.id}`, { method: 'DELETE', headers });
  await workbench.row('billing-mcp').click();
  await expect(workbench.notification('"billing-mcp" no longer exists')).toBeVisible();
  await expect(workbench.row('billing-mcp')).toHaveCount(0);
  await expect(workbench.row('weather-tools')).toBeVisible();
});

test.describe('a service that does not list projects', () => {
  test.use({ serviceOptions: { seed: 7, live: false, specOnly: true } });

  test('reports that there is nothing to select, with a remedy', async ({ workbench }) => {
    await expect(workbench.tree).toContainText("This service can't list projects.");
    for (const command of ['Set Scope...', 'Filter Projects...']) {
      await workbench.run(command);
      const message = workbench.notification("This service can't list projects");
      await expect(message).toBeVisible();
      await expect(workbench.input).toBeHidden();
      await message.getByRole('button', { name: 'Add Environment by ID' }).click();
      await expect(workbench.input).toBeVisible();
      await workbench.input.press('Escape');
    }
  });

  test('still has favorites', async ({ workbench, service }) => {
    const id = findEnvironmentId(service, 'weather-tools', 'staging');
    await workbench.run('Add Environment by ID');
    await workbench.enter(id);
    const added = workbench.tree.getByRole('treeitem', { name: /^staging, environment added by ID/ });
    await workbench.runOn(added, 'Add to Favorites');
    await expect(workbench.tree.getByRole('treeitem', { name: /^staging, environment, / })).toBeVisible();
    await expect(added).toBeVisible();
  });
});
