import { findEnvironmentId } from '../../kit/sample.ts';
import { expect, test, waitForPage } from '../fixtures.ts';
import { repeatUntilDone } from '../repeatUntilDone.ts';
import { setSideBar } from '../sideBar.ts';

test.describe('the tree', () => {
  test.use({ serviceOptions: { seed: 7, projects: 1000, live: false } });

  test('shows projects and their environments, production first, runs the actions of their rows, and reports problems', async ({
    workbench,
    page,
    service,
    context,
  }) => {
    await test.step('shows hostile names as plain text', async () => {
      let alerts = 0;
      page.on('dialog', (dialog) => {
        alerts += 1;
        return dialog.dismiss();
      });
      await expect(workbench.row('<img src=x onerror=alert(1)>')).toBeVisible();
      await expect(workbench.row('red bold')).toBeVisible();
      expect(alerts).toBe(0);
    });

    await test.step('shows all of 1,000 projects with one request', async () => {
      await expect(workbench.row('weather-tools')).toBeVisible();
      await workbench.row('weather-tools').focus();
      await page.keyboard.press('End');
      const last = page.locator('.monaco-list-row[role="treeitem"]').last();
      await expect(last).toHaveAttribute('aria-setsize', /^\d{4,}$/);
      expect(service.requests.list().filter(({ path }) => path.startsWith('/v1/'))).toHaveLength(1);
      await page.keyboard.press('Home');
    });

    await test.step('shows projects, and their environments after a project is expanded, production first', async () => {
      await expect(workbench.row('weather-tools')).toBeVisible();
      await expect(workbench.row('weather-tools')).toHaveAccessibleName(
        /, node24, streamablehttp, deployed /,
      );
      // Children aren't requested before their parent is expanded.
      expect(service.requests.list().filter(({ path }) => path.startsWith('/v1/'))).toHaveLength(1);

      await workbench.row('weather-tools').click();
      await expect(workbench.row('production')).toHaveAttribute(
        'aria-label',
        /production environment of weather-tools/,
      );
      await expect(workbench.environment('weather-tools', 'staging')).toBeVisible();
      const labels = await workbench.page.locator('.monaco-list-row[aria-level="2"]').allInnerTexts();
      expect(labels[0]).toContain('production');
    });

    await test.step('shows details of a project in its hover', async () => {
      const project = [...service.world.projects.values()].find(({ name }) => name === 'weather-tools');
      await workbench.row('weather-tools').click();
      await expect(workbench.row('weather-tools')).toHaveAttribute('aria-expanded', 'false');
      const hover = page.locator('.monaco-hover', { hasText: `Project ID: ${project?.id}` });
      // The editor closes the hover if the row gets its icon for collapsed projects at that moment.
      await repeatUntilDone(async (stretch) => {
        await page.keyboard.press('Control+k');
        await page.keyboard.press('Control+i');
        await expect(hover).toContainText(String(project?.sourceRepository), { timeout: 2000 * stretch });
      });
      await page.keyboard.press('Escape');
      await expect(hover).toHaveCount(0);
    });

    await test.step('shows that a project has no environments', async () => {
      await workbench.row('no-environments').click();
      await expect(workbench.row('This project has no environments yet.')).toBeVisible();
    });

    await test.step('expands a project whose fields are all null', async () => {
      await workbench.row('bare-minimum').click();
      await expect(workbench.row('bare-minimum')).toHaveAttribute('aria-expanded', 'true');
      await expect(workbench.row(/Something went wrong|can't read/)).toHaveCount(0);
    });

    await test.step('names the service', async () => {
      const header = workbench.page.locator('.pane-header[aria-label*="Projects"]');
      await expect(header.getByRole('heading')).toHaveText('Projects');
      await expect(header.locator('.description')).toHaveText(new URL(service.url).host);
    });

    await test.step('copies the URL of a server from its row, and opens it in the browser', async () => {
      await workbench.row('weather-tools').click();
      // A click is lost if the editor draws the row again at that moment.
      await repeatUntilDone(async (stretch) => {
        await workbench.row('production').hover({ timeout: 2000 * stretch });
        await workbench
          .row('production')
          .getByRole('button', { name: 'Copy MCP Server URL' })
          .click({ timeout: 2000 * stretch });
        await expect
          .poll(() => page.evaluate(() => navigator.clipboard.readText()), { timeout: 2000 * stretch })
          .toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp\//);
      });

      const opened = waitForPage(context);
      await workbench.runOn(workbench.environment('weather-tools', 'staging'), 'Open in Browser');
      expect((await opened).url()).toBe(
        `${service.url}/mcp/${findEnvironmentId(service, 'weather-tools', 'staging')}`,
      );
    });

    await test.step('shows the rows below the groups of an environment with a suspended destination', async () => {
      await page.bringToFront();
      const production = workbench.environment('weather-tools', 'production');
      await production.locator('.monaco-tl-twistie').click();
      // The row is marked as soon as its groups are loaded.
      await expect(production).toHaveAccessibleName(/suspended/);
      const playground = workbench.tree.getByRole('treeitem', { name: /^Playground/ });
      await playground.locator('.monaco-tl-twistie').click();
      await expect(workbench.tree.locator('[role="treeitem"][aria-level="4"]')).not.toHaveCount(0);
      await production.locator('.monaco-tl-twistie').click();
    });

    await test.step('keeps its title readable beside its buttons in a narrow side bar', async () => {
      await page.bringToFront();
      await setSideBar(page, 200);
      const header = page.locator('.pane-header[aria-label*="Projects"]');
      await header.hover();
      await expect(header.getByRole('button', { name: 'Refresh Projects' })).toBeVisible();
      await expect
        .poll(() => header.getByRole('heading').evaluate((one) => one.scrollWidth - one.clientWidth))
        .toBeLessThanOrEqual(0);
    });

    await test.step('reports an empty list, with remedies', async () => {
      service.world.projects.clear();
      await workbench.run('Refresh Projects');
      await expect(workbench.tree).toContainText('This service has no projects yet.');
      await expect(workbench.welcome('add an environment by ID')).toBeVisible();
    });

    await test.step('offers remedies for the problems that it shows', async () => {
      service.faults.add({ match: { path: '/v1/projects' }, status: 500 });
      await workbench.run('Refresh Projects');
      await expect(workbench.row('Try Again')).toBeVisible();
      await expect(workbench.tree).toContainText('Service error 500');
      await workbench.run('Open Extension Log');
      const output = page.locator('.output-view');
      await expect(output).toHaveAttribute('aria-label', 'Hosted MCP Servers - Output');
    });
  });
});
