import type { Locator } from '@playwright/test';
import { environmentId } from '../kit/sample.ts';
import { oddIds } from '../service/world/oddProjects.ts';
import {
  ago,
  asked,
  deploymentsOf,
  groupOf,
  minute,
  openDeployments,
  openEnvironment,
  past,
  refresh,
  setFocus,
  tabOf,
} from './deploymentRows.ts';
import { expect, test } from './fixtures.ts';

test.describe('the deployments of an environment', () => {
  test('are listed newest first, are told of in the same word everywhere, and lead to their logs and IDs', async ({
    workbench,
    page,
    service,
  }) => {
    await test.step('are listed when their group is opened, newest first, with what is known of each', async () => {
      await openEnvironment(workbench, 'weather-tools', 'production');
      const group = groupOf(workbench, 'production');
      await expect(group).toContainText('deployed 2h ago');
      expect(asked(service, /\/deployments/)).toEqual([]);
      await group.click();
      const first = workbench.row('Cache forecasts for ten minutes');
      await expect(first).toContainText(/current · main · \w{7} · ci-bot · 2h ago/);
      await expect(first).toHaveAccessibleName(
        /^Cache forecasts for ten minutes, deployed, current, main, \w{7}, ci-bot, 2 hours ago$/,
      );
      await expect(first.locator('.codicon-pass-filled')).toBeVisible();
      await expect(workbench.row('Add the get_alerts tool').locator('.codicon-pass')).toBeVisible();
      await expect(workbench.row('Add the get_alerts tool')).not.toContainText('current');
      const failed = workbench.row('Move to the new forecast API');
      await expect(failed.locator('.codicon-error')).toBeVisible();
      // Only the latest one calls for attention.
      await expect(failed).toHaveAccessibleName(/^Move to the new forecast API, failed, main, .* ago$/);
      await expect(workbench.row('Try a smaller image').locator('.codicon-circle-slash')).toBeVisible();
      const rows = page.locator('.monaco-list-row[aria-level="4"]');
      await expect(rows).toHaveText([/^Cache/, /^Add/, /^Move/, /^Try/]);
      await expect(failed.locator('.monaco-icon-label')).toHaveAttribute(
        'aria-label',
        /Status: failed.*Branch: main.*Commit: .*Author: octo-dev.*Took: 21 s.*Deployment ID: /s,
      );
      expect(asked(service, /\/deployments/)).toHaveLength(1);
    });

    await test.step('are told of in the same word everywhere', async () => {
      const subject = 'Cache forecasts for ten minutes';
      const row = workbench.environment('weather-tools', 'production');
      await expect(groupOf(workbench, 'production')).toContainText('deployed 2h ago');
      await expect(workbench.row(subject)).toHaveAccessibleName(new RegExp(`^${subject}, deployed, `));
      const hover = (one: Locator) => one.locator('.monaco-icon-label');
      await expect(hover(workbench.row(subject))).toHaveAttribute('aria-label', /Status: deployed, current/);
      await expect(hover(row)).toHaveAttribute('aria-label', new RegExp(`Deployment: deployed · ${subject}`));
      for (const title of ['Open Deployment Logs...', 'Copy Commit ID']) {
        await workbench.run(title);
        await workbench.choose(workbench.item('production').filter({ hasText: 'weather-tools' }));
        await expect(workbench.item(subject)).toContainText('deployed · ');
        await page.keyboard.press('Escape');
      }
      await workbench.row(subject).click();
      await expect(
        workbench.tab(
          tabOf('weather-tools/production', deploymentsOf(service, 'weather-tools', 'production')[0]),
        ),
      ).toBeVisible();
      await expect(workbench.logs.getByText('Ended: deployed after')).toBeVisible();
    });

    await test.step('lead to their logs, by a click and from their menu, and give their ids', async () => {
      const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
      const [newest, second] = deploymentsOf(service, 'weather-tools', 'production');
      await workbench.row('Cache forecasts for ten minutes').click();
      await expect(workbench.tab(tabOf('weather-tools/production', newest))).toBeVisible();
      await expect(workbench.logs.locator('.row').last()).toContainText('Deployed');

      const row = workbench.row('Add the get_alerts tool');
      await workbench.runOn(row, 'Open Deployment Logs...');
      await expect(workbench.tab(tabOf('weather-tools/production', second))).toBeVisible();
      await workbench.runOn(row, 'Copy ID');
      await expect.poll(clipboard).toBe(second?.id);
      await workbench.runOn(row, 'Copy Commit ID');
      await expect.poll(clipboard).toBe(second?.sourceCommitId);
      await workbench.runOn(row, 'Open Deployment Page');
      await expect(workbench.dialog).toContainText('https://console.example.com/deployments/');
      await page.keyboard.press('Escape');
    });
  });

  test('of any status, with every field null, full of nonsense or hostile, are calm rows', async ({
    workbench,
    service,
  }) => {
    await test.step('may be of any status, with every field null or full of nonsense', async () => {
      const id = environmentId(service, 'bare-minimum', 'main');
      const bare = { status: null, startedAt: null, completedAt: null, sourceCommitMessage: null };
      service.faults.add({
        match: { path: '^/v1/projects/[^/]+/deployments' },
        body: [
          { id: 'dpl_bare', ...bare, sourceRef: null, sourceCommitId: null, authorUsername: null },
          {
            id: 'dpl_new',
            ...bare,
            status: 'quantum',
            sourceRef: 'main',
            deploymentPageUrl: 'javascript:alert(1)',
          },
          {
            id: 'dpl_odd',
            status: 7,
            startedAt: 'soon',
            sourceCommitMessage: '\u001b[31m \u202e\n\nred',
            isCurrent: 'x',
          },
          { status: 'deployed' },
        ],
      });
      await openDeployments(workbench, 'bare-minimum', 'main');
      await expect(workbench.row('dpl_bare')).toHaveAccessibleName('dpl_bare, status unknown');
      await expect(workbench.row('dpl_bare').locator('.codicon-question')).toBeVisible();
      await expect(workbench.tree.getByRole('treeitem', { name: 'main, quantum' })).toBeVisible();
      await expect(workbench.tree.getByRole('treeitem', { name: 'red, status unknown' })).toBeVisible();
      const row = workbench.tree.getByRole('treeitem', { name: 'main, quantum' });
      await row.click({ button: 'right' });
      await expect(workbench.page.getByRole('menuitem', { name: 'Copy ID' })).toBeVisible();
      await expect(workbench.page.getByRole('menuitem', { name: 'Open Deployment Page' })).toHaveCount(0);
      await workbench.page.keyboard.press('Escape');
      service.faults.clear();
      expect(deploymentsOf(service, 'bare-minimum', 'main')).toEqual([]);
      expect(id).not.toBe('');
      await refresh(workbench);
      await expect(workbench.row('No deployments yet.')).toBeVisible();
    });

    await test.step('a deployment of hostile texts is one calm row', async () => {
      await openDeployments(workbench, '<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>');
      const row = workbench.row('red bold').filter({ hasText: 'feature/' });
      await expect(row).toHaveAccessibleName(/^red bold, failed, /);
      await row.click();
      await expect(workbench.logs.locator('.row').last()).toContainText('Failed');
      expect(asked(service, /\/logs/).at(-1)).toContain(encodeURIComponent(oddIds.deployment));
    });
  });

  test('say why they cannot be read, say how old they are, and come ten at a time', async ({
    workbench,
    service,
    page,
  }) => {
    await test.step('that cannot be read say why in their place, and how on', async () => {
      service.faults.add({ match: { path: '^/v1/projects/[^/]+/deployments' }, status: 403 });
      await openDeployments(workbench, 'weather-tools', 'staging');
      await expect(workbench.row('may not do that')).toBeVisible();
      service.faults.clear();
      await workbench.row('Try Again').click();
      await expect(workbench.row('Name the city in every error')).toBeVisible();
    });

    await test.step('say how old they are when somebody looks again, and nothing is asked for that', async () => {
      past(service, environmentId(service, 'weather-tools', 'staging'), {
        sourceCommitMessage: 'Just now',
        startedAt: ago(service, 50_000),
      });
      const group = groupOf(workbench, 'staging');
      await refresh(workbench);
      const row = workbench.row('Just now');
      await expect(row).toContainText(/ · now$/);
      const before = service.requests.list().length;
      await expect(async () => {
        await setFocus(page, false);
        await setFocus(page, true);
        await expect(row).toContainText(' · 1m ago', { timeout: 2000 });
      }).toPass();
      await expect(group).toContainText('deployed 1m ago');
      expect(service.requests.list()).toHaveLength(before);
    });

    await test.step('come ten at a time, all of them in the end', async () => {
      const id = environmentId(service, 'weather-tools', 'staging');
      for (let number = 1; number <= 23; number++) {
        past(service, id, {
          sourceCommitMessage: `Change ${number}`,
          startedAt: ago(service, (number + 1) * minute),
        });
      }
      await refresh(workbench);
      await expect(workbench.row('Change 9')).toBeVisible();
      await expect(workbench.row('Change 10')).toHaveCount(0);
      const more = workbench.row('Load More…');
      await expect(more).toContainText('10 of 26 are shown');
      const before = asked(service, /\/deployments/).length;
      await more.click();
      await expect(more).toContainText('20 of 26 are shown');
      await expect(more).toHaveClass(/selected/);
      await page.keyboard.press('Enter');
      await expect(more).toHaveCount(0);
      await expect(workbench.row('Change 23')).toBeVisible();
      // All were read at once.
      expect(asked(service, /\/deployments/)).toHaveLength(before);

      // Asked again, as many are shown.
      await workbench.row('Change 23').click();
      await workbench.run('Refresh');
      await expect.poll(() => asked(service, /\/deployments\?/).length).toBeGreaterThan(before);
      await expect(workbench.row('Change 23')).toHaveClass(/selected/);
    });
  });
});

test.describe('a failed deployment', () => {
  test('is marked on its row and above, counted on the view, and found while its group is read', async ({
    workbench,
    page,
    service,
  }) => {
    await test.step('is marked on its row and above, and counted on the view', async () => {
      const text = 'Latest deployment of production failed';
      const project = workbench.row('billing-mcp');
      await expect(project).toHaveAccessibleName(`Project billing-mcp, python3.14, sse, ${text}`);
      await expect(workbench.row('weather-tools')).toHaveAccessibleName(/streamablehttp$/);
      const tab = page.getByRole('tab', { name: 'Hosted MCP' });
      await expect(workbench.badge).toHaveText('2');
      await expect(tab).toHaveAccessibleName(/Latest deployment of production failed/);

      await openEnvironment(workbench, 'billing-mcp', 'production');
      const row = workbench.environment('billing-mcp', 'production');
      await expect(row).toHaveAccessibleName(
        'production, production environment of billing-mcp, Latest deployment failed',
      );
      await groupOf(workbench, 'production').click();
      const deployment = workbench.row('Round amounts half to even');
      await expect(deployment).toHaveAccessibleName(/, failed, main, .*, Latest deployment failed$/);
      for (const marked of [project, row, deployment]) {
        await expect(
          marked.locator('.monaco-decoration-itemBadge, [class*="itemBadge"]').first(),
        ).toBeVisible();
      }
      // The same trouble on three rows counts once.
      await expect(workbench.badge).toHaveText('2');

      past(service, environmentId(service, 'billing-mcp', 'production'), { outcome: 'deployed' });
      await refresh(workbench);
      await expect(project).toHaveAccessibleName('Project billing-mcp, python3.14, sse');
      await expect(workbench.badge).toHaveText('1');
    });

    await test.step('that somebody else started is found while its group is read', async () => {
      await openEnvironment(workbench, 'weather-tools', 'staging');
      past(service, environmentId(service, 'weather-tools', 'staging'), {
        outcome: 'failed',
        sourceCommitMessage: 'Broken elsewhere',
      });
      await groupOf(workbench, 'staging').click();
      await expect(workbench.row('Broken elsewhere')).toHaveAccessibleName(/Latest deployment failed$/);
      await expect(workbench.environment('weather-tools', 'staging')).toHaveAccessibleName(
        /Latest deployment failed$/,
      );
      await expect(workbench.row('weather-tools')).toHaveAccessibleName(/of staging failed$/);
      await expect(groupOf(workbench, 'staging')).toContainText('failed');
    });
  });
});
