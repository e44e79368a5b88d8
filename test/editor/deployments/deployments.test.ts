import { findEnvironmentId } from '../../kit/sample.ts';
import { edgeCaseIds } from '../../service/world/edgeCaseProjects.ts';
import { expect, test } from '../fixtures.ts';
import {
  addDeployment,
  deploymentTabTitle,
  findGroup,
  listDeploymentRequests,
  listRequests,
  listServiceDeployments,
  minute,
  openDeployments,
  openEnvironment,
  refresh,
  timeAgo,
} from '../kit/deploymentRows.ts';

test.describe('the deployments of an environment', () => {
  test('are requested when their group is expanded, and have the same terms everywhere', async ({
    workbench,
    service,
  }) => {
    await openEnvironment(workbench, 'weather-tools', 'production');
    const group = findGroup(workbench, 'production');
    await expect(group).toHaveText('Deployments');
    expect(listRequests(service, /\/deployments/)).toEqual([]);
    await group.click();
    const first = workbench.row('Cache forecasts for ten minutes');
    await expect(first).toHaveText('Cache forecasts for ten minutescurrent · 2h');
    await expect(first).toHaveAccessibleName(
      /^Cache forecasts for ten minutes, deployed, current, main, \w{7}, ci-bot, 2 hours ago$/,
    );
    await expect(first.icon('pass-filled')).toBeVisible();
    await expect(workbench.row('Add the get_alerts tool').icon('pass')).toBeVisible();
    await expect(workbench.row('Add the get_alerts tool')).not.toContainText('current');
    // Only the deployments since the current one, and one more, are shown at first.
    await workbench.row('Load More...').click();
    const failed = workbench.row('Move to the new');
    await expect(failed.icon('error')).toBeVisible();
    // Only the latest deployment needs attention.
    await expect(failed).toHaveAccessibleName(/^Move to the new forecast API, failed, main, .* ago$/);
    await expect(workbench.row('Try a smaller image').icon('circle-slash')).toBeVisible();
    await expect(failed.tooltip()).toContainText(
      /Status: failed.*Branch: main.*Commit: .*Author: octo-dev.*Duration: 21 s.*Deployment ID: /s,
    );
    expect(listRequests(service, /\/deployments/)).toHaveLength(1);
    await expect(first.tooltip()).toContainText(/Status: deployed, current/);
    const row = workbench.environment('weather-tools', 'production');
    await expect(row.tooltip()).toContainText('Deployment: deployed · Cache forecasts for ten minutes');
    await workbench.run('Open Deployment Logs');
    await workbench.choose(workbench.item('production').filter({ hasText: 'weather-tools' }));
    await expect(workbench.item('Cache forecasts for ten minutes')).toContainText('deployed · ');
    await workbench.input.press('Escape');
  });

  test('are listed newest first, link to their logs and pages, and offer their IDs', async ({
    workbench,
    service,
  }) => {
    await openDeployments(workbench, 'weather-tools', 'production');
    const rows = () => workbench.tree.getByRole('treeitem').all();
    await workbench.row('Load More...').click();
    await expect(workbench.row('Try a smaller image')).toBeVisible();
    expect(rows().flatMap(({ item, level }) => (level === 4 ? [item.label] : []))).toEqual([
      expect.stringMatching(/^Cache/),
      expect.stringMatching(/^Add/),
      expect.stringMatching(/^Move/),
      expect.stringMatching(/^Try/),
    ]);
    const [newest, second] = listServiceDeployments(service, 'weather-tools', 'production');
    await workbench.row('Cache forecasts').click();
    await expect(workbench.tab(deploymentTabTitle('weather-tools/production', newest))).toBeVisible();
    const row = workbench.row('Add the get_alerts tool');
    await workbench.runOn(row, 'Open Deployment Logs');
    await expect(workbench.tab(deploymentTabTitle('weather-tools/production', second))).toBeVisible();
    await workbench.runOn(row, 'Copy ID');
    await expect.poll(() => workbench.clipboard()).toBe(second?.id);
    await workbench.runOn(row, 'Copy Commit ID');
    await expect.poll(() => workbench.clipboard()).toBe(second?.sourceCommitId);
    await workbench.runOn(row, 'Open Deployment Page');
    await expect
      .poll(() => workbench.fakeEditor.openedUrls)
      .toEqual([expect.stringContaining('https://console.example.com/deployments/')]);
  });

  test('are started after one confirmation that names production, and followed to their end', async ({
    workbench,
    service,
  }) => {
    const { row } = await openDeployments(workbench, 'weather-tools', 'production');
    await workbench.runOn(row, 'Deploy');
    await expect(workbench.dialog).toContainText('Deploy weather-tools/production?');
    expect(listDeploymentRequests(service)).toEqual([]);
    await workbench.dialog.getByRole('button', { name: 'Deploy', exact: true }).click();
    const deployed = workbench.row('Deployed by hand');
    await expect(deployed.icon('sync')).toBeVisible();
    await expect(row).toContainText('deploying...');
    expect(listDeploymentRequests(service)).toHaveLength(1);
    await expect(workbench.notification('has started')).toHaveCount(0);
    await deployed.click();
    const [own] = listServiceDeployments(service, 'weather-tools', 'production');
    await expect(workbench.tab(deploymentTabTitle('weather-tools/production', own))).toBeVisible();

    service.clock.advance(31_000);
    await expect(deployed.icon('pass-filled')).toBeVisible();
    await expect(deployed).toHaveAccessibleName(/^Deployed by hand, deployed, current, /);
    await expect(row).not.toContainText('deploying...');
    await expect(row).toBeExpanded();
  });

  test('have plain rows for any status, null fields, nonsense, and hostile texts', async ({
    workbench,
    service,
  }) => {
    await test.step('can have any status, null fields, and nonsense', async () => {
      const id = findEnvironmentId(service, 'bare-minimum', 'main');
      const emptyFields = { status: null, startedAt: null, completedAt: null, sourceCommitMessage: null };
      service.faults.add({
        match: { path: '^/v1/projects/[^/]+/deployments' },
        body: [
          { id: 'dpl_bare', ...emptyFields, sourceRef: null, sourceCommitId: null, authorUsername: null },
          {
            id: 'dpl_new',
            ...emptyFields,
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
      await expect(workbench.row('dpl_bare').icon('question')).toBeVisible();
      await expect(workbench.tree.getByRole('treeitem', { name: 'main, quantum' })).toBeVisible();
      await workbench.row('Load More...').click();
      await expect(workbench.tree.getByRole('treeitem', { name: 'red, status unknown' })).toBeVisible();
      const row = workbench.tree.getByRole('treeitem', { name: 'main, quantum' });
      await workbench.openMenu(row);
      await expect(workbench.menuitem('Copy ID')).toBeVisible();
      await expect(workbench.menuitem('Open Deployment Page')).toHaveCount(0);
      await workbench.input.press('Escape');
      service.faults.clear();
      expect(listServiceDeployments(service, 'bare-minimum', 'main')).toEqual([]);
      expect(id).not.toBe('');
      await refresh(workbench);
      await expect(workbench.row('No deployments yet.')).toBeVisible();
    });

    await test.step('have a plain row for hostile texts', async () => {
      await openDeployments(workbench, '<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>');
      const row = workbench.tree.getByRole('treeitem', { name: /^red bold, failed, .*feature\// });
      await expect(row).toBeVisible();
      await row.click();
      await expect
        .poll(() => listRequests(service, /\/logs/).join())
        .toContain(encodeURIComponent(edgeCaseIds.deployment));
    });
  });

  test('explain why they cannot be read, show their age, and appear ten at a time', async ({
    workbench,
    service,
  }) => {
    await test.step('explain in their group why they cannot be read, with remedies', async () => {
      service.faults.add({ match: { path: '^/v1/projects/[^/]+/deployments' }, status: 403 });
      await openDeployments(workbench, 'weather-tools', 'staging');
      await expect(workbench.row('Permission denied')).toBeVisible();
      service.faults.clear();
      await workbench.row('Try Again').click();
      await expect(workbench.row('Name the city')).toBeVisible();
    });

    await test.step('show their current age without another read', async () => {
      addDeployment(service, findEnvironmentId(service, 'weather-tools', 'staging'), {
        sourceCommitMessage: 'Recent commit',
        startedAt: timeAgo(service, 0),
      });
      await refresh(workbench);
      const row = workbench.row('Recent commit');
      await expect(row).toHaveText('Recent commitcurrent · just now');
      const listReads = () => listRequests(service, /\/deployments$/);
      const before = listReads();
      const { now } = Date;
      Date.now = () => now() + 1.5 * minute;
      try {
        workbench.setFocused(false);
        workbench.setFocused(true);
        await expect(row).toHaveText('Recent commitcurrent · 1m');
      } finally {
        Date.now = now;
      }
      expect(listReads()).toEqual(before);
    });

    await test.step('appear ten at a time until all are visible', async () => {
      const id = findEnvironmentId(service, 'weather-tools', 'staging');
      for (let number = 1; number <= 23; number++) {
        addDeployment(service, id, {
          sourceCommitMessage: `Change ${number}`,
          startedAt: timeAgo(service, (number + 1) * minute),
        });
      }
      await refresh(workbench);
      await expect(workbench.row('Change 1')).toBeVisible();
      await expect(workbench.row('Change 2')).toHaveCount(0);
      const more = workbench.row('Load More...');
      await expect(more).toContainText('2 of 26 shown');
      const before = listRequests(service, /\/deployments/).length;
      await more.click();
      await expect(more).toContainText('12 of 26 shown');
      await expect(more).toBeSelected();
      await more.click();
      await expect(more).toContainText('22 of 26 shown');
      await more.click();
      await expect(more).toHaveCount(0);
      const last = workbench.tree.getByRole('treeitem', { name: 'Change 23,' });
      await expect(last).toBeVisible();
      // All deployments were read at once, so there is no further request.
      expect(listRequests(service, /\/deployments/)).toHaveLength(before);

      // After a refresh, the same number of rows is visible.
      await last.click();
      await workbench.run('Refresh Projects');
      await expect.poll(() => listRequests(service, /\/deployments\?/).length).toBeGreaterThan(before);
      await expect(last).toBeSelected();
    });
  });
});

test.describe('a failed deployment', () => {
  test('marks the row of its environment, counts on the view, and is found when its group is read', async ({
    workbench,
    service,
  }) => {
    await test.step('marks the row of its environment, and counts on the view', async () => {
      const project = workbench.row('billing-mcp');
      await expect(project).toHaveAccessibleName(
        /^Project billing-mcp, python3.14, sse, failed [\w ]+ ago, Latest deployment of production failed$/,
      );
      await expect(workbench.row('weather-tools')).toHaveAccessibleName(/streamablehttp, deployed [\w ]+$/);
      await expect(workbench.badge).toHaveText('2');
      await expect(workbench.badge).toHaveAccessibleName(/Latest deployment of production failed/);

      await openEnvironment(workbench, 'billing-mcp', 'production');
      const row = workbench.environment('billing-mcp', 'production');
      await expect(row).toHaveAccessibleName(
        /^production, production environment of billing-mcp, failed [\w ]+ ago, Latest deployment failed, opens the log of the failed deployment$/,
      );
      await findGroup(workbench, 'production').click();
      const deployment = workbench.row('Round amounts half to');
      await expect(deployment).toHaveAccessibleName(/, failed, main, [^,]*, [^,]*, [^,]* ago$/);
      // The same problem on two rows counts once.
      await expect(workbench.badge).toHaveText('2');

      addDeployment(service, findEnvironmentId(service, 'billing-mcp', 'production'), {
        outcome: 'deployed',
      });
      await refresh(workbench);
      await expect(project).toHaveAccessibleName(/^Project billing-mcp, python3.14, sse, deployed [\w ]+$/);
      await expect(workbench.badge).toHaveText('1');
    });

    await test.step('is found when its group is read, even if another user started it', async () => {
      await openEnvironment(workbench, 'weather-tools', 'staging');
      addDeployment(service, findEnvironmentId(service, 'weather-tools', 'staging'), {
        outcome: 'failed',
        sourceCommitMessage: 'Broken elsewhere',
      });
      await findGroup(workbench, 'staging').click();
      await expect(workbench.row('Broken elsewhere')).toHaveAccessibleName(/, failed, /);
      await expect(workbench.environment('weather-tools', 'staging')).toHaveAccessibleName(
        /Latest deployment failed, opens the log of the failed deployment$/,
      );
      await expect(workbench.row('weather-tools')).toHaveAccessibleName(/of staging failed$/);
    });
  });
});
