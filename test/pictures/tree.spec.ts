import { expect, test } from '../e2e/fixtures.ts';
import { setSideBar } from '../e2e/sideBar.ts';
import { findEnvironmentId } from '../kit/sample.ts';
import { take } from './take.ts';

test.describe('without a service', () => {
  test.use({ connect: 'none' });

  test('welcome, and a rejected URL', async ({ workbench, page }, info) => {
    await expect(workbench.welcome('Select Service')).toBeVisible();
    await take(page, info, 'welcome');
    await workbench.welcome('Select Service').click();
    await workbench.input.fill('http://api.example.com');
    await expect(workbench.inputMessage).toContainText('must use HTTPS');
    await take(page, info, 'select-service');
  });
});

test.describe('without a session', () => {
  test.use({ connect: 'service' });

  test('signed out, and a rejected key', async ({ workbench, page }, info) => {
    await expect(workbench.welcome('Sign In')).toBeVisible();
    await take(page, info, 'signed-out');
    await workbench.welcome('use an API key').click();
    await workbench.enter('wrong-key');
    await expect(workbench.inputMessage).toContainText('invalid or has expired');
    await take(page, info, 'api-key-refused');
  });
});

test.describe('with typical projects', () => {
  test.use({ serviceOptions: { seed: 7, typicalOnly: true } });

  test('tree, picker, menu', async ({ workbench, page }, info) => {
    for (const name of ['billing-mcp', 'weather-tools']) await workbench.row(name).click();
    await workbench.environment('weather-tools', 'production').hover();
    await expect(workbench.environment('billing-mcp', 'production')).toBeVisible();
    await take(page, info, 'tree');
    await workbench.environment('weather-tools', 'staging').click({ button: 'right' });
    await expect(page.getByRole('menuitem', { name: 'Open Environment' })).toBeVisible();
    await take(page, info, 'tree-menu');
    await page.keyboard.press('Escape');
    await workbench.run('Open Environment');
    await expect(workbench.item('weather-tools').first()).toBeVisible();
    await take(page, info, 'picker');
    await page.keyboard.press('Escape');
    await workbench.run('Edit Variables');
    await expect(workbench.item('weather-tools').first()).toBeVisible();
    const focused = page.locator('.quick-input-list .monaco-list-row.focused');
    await expect(focused).not.toContainText('/ production');
    await take(page, info, 'picker-change');
    // The editor must not sort production to the top.
    await workbench.input.fill('weather-tools');
    await expect(focused).toContainText('staging');
    await workbench.input.fill('prod');
    await expect(workbench.item('PRODUCTION').first()).toBeVisible();
    await expect(focused).toContainText('/ production');
    await take(page, info, 'picker-production');
  });

  for (const width of [200, 300, 700]) {
    test(`a side bar of ${width} pixels`, async ({ workbench, page }, info) => {
      await workbench.row('billing-mcp').click();
      await workbench.row('weather-tools').click();
      const staging = workbench.environment('weather-tools', 'staging');
      await staging.locator('.monaco-tl-twistie').click();
      await expect(workbench.row(/^Deployments/)).toBeVisible();
      await workbench.run('Add Variable...');
      await workbench.choose(workbench.item('weather-tools').filter({ hasText: 'staging' }));
      await workbench.enter('ADDED_LATER');
      await workbench.choose(workbench.item('Plain'));
      await workbench.enter('yes');
      await expect(staging).toContainText('redeploy');
      await setSideBar(page, width);
      await workbench.row(/^Deployments/).click();
      await expect(workbench.row('current')).toBeVisible();
      await take(page, info, `tree-${width}`);
    });
  }

  test('a filtered tree with favorites, and its scopes', async ({ workbench, page }, info) => {
    await workbench.row('weather-tools').click();
    await workbench.runOn(workbench.environment('weather-tools', 'staging'), 'Add to Favorites');
    await expect(workbench.row('Favorites')).toBeVisible();
    await workbench.run('Filter Projects...');
    await workbench.input.fill('e');
    await expect(workbench.tree).toContainText('Filter "e"');
    await take(page, info, 'tree-filter');
    await workbench.enter('docs');
    await expect(workbench.tree).toContainText('Filter "docs"');
    await take(page, info, 'tree-filtered');
    await workbench.run('Set Scope...');
    await expect(workbench.item('All Projects')).toBeVisible();
    await take(page, info, 'tree-scope');
  });

  test('the variables of an environment', async ({ workbench, page }, info) => {
    await workbench.row('weather-tools').click();
    const production = workbench.environment('weather-tools', 'production');
    await production.locator('.monaco-tl-twistie').click();
    await workbench.tree.getByRole('treeitem', { name: /^Variables for production/ }).click();
    await expect(workbench.row('FORECAST_API_KEY')).toBeVisible();
    await expect(
      workbench.tree.getByRole('treeitem', { name: /^Variables for production, 5/ }),
    ).toBeVisible();
    await take(page, info, 'variables');
  });

  test('problems', async ({ workbench, page, service }, info) => {
    await workbench.row('weather-tools').click();
    await expect(workbench.environment('weather-tools', 'production')).toBeVisible();
    service.faults.add({ match: { path: '/v1/projects' }, drop: 'beforeAnswer' });
    await workbench.run('Refresh Projects');
    await expect(workbench.row('Try Again')).toBeVisible();
    // The message appears after the rows.
    await expect(page.getByText('Not updated since')).toBeVisible();
    await take(page, info, 'tree-problem');
  });
});

test('hostile names', async ({ workbench, page }, info) => {
  await workbench.row('<img src=x onerror=alert(1)>').click();
  await workbench.row(/^nnnn/).click();
  await expect(page.getByRole('treeitem', { name: /environment of nnnn/ }).first()).toBeVisible();
  await take(page, info, 'hostile-names');
});

test.describe('a service without projects', () => {
  test.use({ serviceOptions: { projects: 0 } });

  test('an empty tree', async ({ workbench, page }, info) => {
    await expect(workbench.welcome('add an environment by ID')).toBeVisible();
    await take(page, info, 'no-projects');
  });
});

test.describe('a service that does not list projects', () => {
  test.use({ serviceOptions: { seed: 7, specOnly: true } });

  test('environments that were added by ID', async ({ workbench, page, service }, info) => {
    await workbench.row('Add Environment by ID...').click();
    await workbench.enter(findEnvironmentId(service, 'weather-tools', 'staging'));
    await expect(workbench.row('staging')).toBeVisible();
    await take(page, info, 'added-by-id');
  });
});
