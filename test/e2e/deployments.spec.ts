import type { Locator, Page } from '@playwright/test';
import { type SampleService, startService } from '../service/service.ts';
import { startDeployment } from '../service/world/deployments.ts';
import type { Deployment } from '../service/world/model.ts';
import { oddIds } from '../service/world/oddProjects.ts';
import { environmentId, expect, test } from './fixtures.ts';
import type { Workbench } from './workbench.ts';

const minute = 60_000;
const hour = 60 * minute;

test.describe('the deployments of an environment', () => {
  test('are listed when their group is opened, newest first, with what is known of each', async ({
    workbench,
    page,
    service,
  }) => {
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

  test('are told of in the same word everywhere', async ({ workbench, page, service }) => {
    await openDeployments(workbench, 'weather-tools', 'production');
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

  test('lead to their logs, by a click and from their menu, and give their ids', async ({
    workbench,
    page,
    service,
  }) => {
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
    const [newest, second] = deploymentsOf(service, 'weather-tools', 'production');
    await openDeployments(workbench, 'weather-tools', 'production');
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

  test('say how old they are when somebody looks again, and nothing is asked for that', async ({
    workbench,
    page,
    service,
  }) => {
    past(service, environmentId(service, 'weather-tools', 'staging'), {
      sourceCommitMessage: 'Just now',
      startedAt: ago(service, 50_000),
    });
    const { group } = await openDeployments(workbench, 'weather-tools', 'staging');
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

  test('come ten at a time, all of them in the end', async ({ workbench, page, service }) => {
    const id = environmentId(service, 'weather-tools', 'staging');
    for (let number = 1; number <= 24; number++) {
      past(service, id, {
        sourceCommitMessage: `Change ${number}`,
        startedAt: ago(service, number * minute),
      });
    }
    await openDeployments(workbench, 'weather-tools', 'staging');
    await expect(workbench.row('Change 10')).toBeVisible();
    await expect(workbench.row('Change 11')).toHaveCount(0);
    const more = workbench.row('Load More…');
    await expect(more).toContainText('10 of 26 are shown');
    const before = asked(service, /\/deployments/).length;
    await more.click();
    await expect(more).toContainText('20 of 26 are shown');
    await expect(more).toHaveClass(/selected/);
    await page.keyboard.press('Enter');
    await expect(more).toHaveCount(0);
    await expect(workbench.row('Change 24')).toBeVisible();
    // All were read at once.
    expect(asked(service, /\/deployments/)).toHaveLength(before);

    // Asked again, as many are shown.
    await workbench.row('Change 24').click();
    await workbench.run('Refresh');
    await expect.poll(() => asked(service, /\/deployments\?/).length).toBeGreaterThan(before);
    await expect(workbench.row('Change 24')).toHaveClass(/selected/);
  });

  test('may be of any status, with every field null or full of nonsense', async ({ workbench, service }) => {
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

  test('that cannot be read say why in their place, and how on', async ({ workbench, service }) => {
    service.faults.add({ match: { path: '^/v1/projects/[^/]+/deployments' }, status: 403 });
    await openDeployments(workbench, 'weather-tools', 'staging');
    await expect(workbench.row('may not do that')).toBeVisible();
    service.faults.clear();
    await workbench.row('Try Again').click();
    await expect(workbench.row('Name the city in every error')).toBeVisible();
  });
});

test.describe('a failed deployment', () => {
  test('is marked on its row and above, and counted on the view', async ({ workbench, page, service }) => {
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

  test('that somebody else started is found while its group is read', async ({ workbench, service }) => {
    await openEnvironment(workbench, 'weather-tools', 'staging');
    past(service, environmentId(service, 'weather-tools', 'staging'), { outcome: 'failed' });
    await groupOf(workbench, 'staging').click();
    await expect(workbench.row('Deployed by hand')).toHaveAccessibleName(/Latest deployment failed$/);
    await expect(workbench.environment('weather-tools', 'staging')).toHaveAccessibleName(
      /Latest deployment failed$/,
    );
    await expect(workbench.row('weather-tools')).toHaveAccessibleName(/of staging failed$/);
    await expect(groupOf(workbench, 'staging')).toContainText('failed');
  });
});

test.describe('Deploy', () => {
  test('asks once, naming production; what it starts is followed to its end, and then left alone', async ({
    workbench,
    service,
  }) => {
    const { row, group } = await openDeployments(workbench, 'weather-tools', 'production');
    await changeVariable(workbench, row);
    await expect(row).toContainText('redeploy to apply');
    service.requests.clear();

    await workbench.runOn(row, 'Deploy...');
    await expect(workbench.dialog).toContainText('Deploy production of weather-tools (PRODUCTION)?');
    await workbench.dialog.getByRole('button', { name: 'Deploy', exact: true }).click();
    const started = workbench.notification(
      'A deployment of production of weather-tools (PRODUCTION) has started.',
    );
    await expect(started).toBeVisible();
    expect(posts(service)).toHaveLength(1);
    const deployed = workbench.row('Deployed by hand');
    await expect(deployed.locator('.codicon-sync')).toBeVisible();
    await expect(row).toContainText('deploying…');
    await expect(row).toContainText('redeploy to apply');
    await expect(group).toContainText('deploying…');
    await started.getByRole('button', { name: 'Show Logs' }).click();
    await expect(workbench.tab(/^Deployment: weather-tools\/production/)).toBeVisible();

    service.clock.advance(31_000);
    await expect(deployed.locator('.codicon-pass-filled')).toBeVisible();
    await expect(deployed).toHaveAccessibleName(/^Deployed by hand, deployed, current, /);
    await expect(row).not.toContainText('deploying…');
    await expect(row).not.toContainText('redeploy to apply');
    await expect(group).toContainText('deployed');
    await expect(row).toHaveAttribute('aria-expanded', 'true');
    await silent(service);
  });

  test('can be left, and starts nothing then', async ({ workbench, service }) => {
    await openDeployments(workbench, 'weather-tools', 'staging');
    const group = groupOf(workbench, 'staging');
    await group.hover();
    await group.getByRole('button', { name: 'Deploy...' }).click();
    await expect(workbench.dialog).toContainText('Deploy staging of weather-tools?');
    await workbench.dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(workbench.dialog).toHaveCount(0);
    expect(posts(service)).toEqual([]);
  });

  test('tells of a failure, with the way to its log', async ({ workbench, service }) => {
    const { row } = await openDeployments(workbench, 'weather-tools', 'staging');
    await deploy(workbench, row);
    await expect(workbench.notification('has started')).toBeVisible();
    const [newest] = deploymentsOf(service, 'weather-tools', 'staging');
    if (!newest) throw new Error('There is a deployment.');
    service.world.deployments.set(newest.id, { ...newest, outcome: 'failed' });
    service.clock.advance(31_000);
    const message = workbench.notification('The deployment of staging of weather-tools failed.');
    await expect(message.locator('.codicon-error')).toBeVisible();
    await expect(workbench.row('weather-tools')).toHaveAccessibleName(/of staging failed$/);
    await expect(workbench.badge).toHaveText('3');
    await message.getByRole('button', { name: 'Show Logs' }).click();
    await expect(workbench.tab(tabOf('weather-tools/staging', newest))).toBeVisible();
  });

  test('tells of the end also while another view is shown, and follows nothing else then', async ({
    workbench,
    page,
    service,
  }) => {
    await workbench.row('docs-search').click();
    await expect(workbench.environment('docs-search', 'production')).toContainText('deploying…');
    const [elsewhere] = deploymentsOf(service, 'docs-search', 'production');
    await expect.poll(() => asked(service, pollOf(elsewhere)).length).toBeGreaterThan(0);
    await workbench.row('weather-tools').click();
    await deploy(workbench, workbench.environment('weather-tools', 'staging'));
    await expect(workbench.notification('has started')).toBeVisible();
    const [own] = deploymentsOf(service, 'weather-tools', 'staging');
    await openExplorer(page);
    await expect(workbench.row('weather-tools')).toBeHidden();
    service.requests.clear();
    await expect.poll(() => asked(service, pollOf(own)).length, { timeout: 20_000 }).toBeGreaterThan(1);
    service.clock.advance(31_000);
    const message = workbench.notification('staging of weather-tools is deployed.');
    await expect(message.locator('.codicon-info')).toBeVisible();
    await silent(service);
    expect(asked(service, pollOf(elsewhere))).toEqual([]);
    await message.getByRole('button', { name: 'Show Logs' }).click();
    await expect(workbench.tab(tabOf('weather-tools/staging', own))).toBeVisible();
  });

  test('says that it will not tell of the end of one that is deleted', async ({ workbench, service }) => {
    await workbench.row('weather-tools').click();
    await deploy(workbench, workbench.environment('weather-tools', 'staging'));
    await expect(workbench.notification('has started')).toBeVisible();
    const [own] = deploymentsOf(service, 'weather-tools', 'staging');
    service.world.deployments.delete(own?.id ?? '');
    await expect(
      workbench.notification('The deployment of staging of weather-tools is not there any more'),
    ).toBeVisible();
    await silent(service);
  });

  test('is told of in the window where it was started, also when that was loaded again meanwhile', async ({
    workbench,
    service,
  }) => {
    await workbench.row('weather-tools').click();
    await deploy(workbench, workbench.environment('weather-tools', 'staging'));
    await expect(workbench.notification('has started')).toBeVisible();
    await workbench.reloadWithEditors();
    await expect(workbench.tree).toBeVisible();
    service.clock.advance(31_000);
    await expect(workbench.notification('staging of weather-tools is deployed.')).toBeVisible();
  });

  test('that is refused names the place and what is missing, and goes on with another account', async ({
    workbench,
    service,
  }) => {
    await workbench.row('weather-tools').click();
    service.faults.add({ match: { method: 'POST' }, status: 403 });
    await deploy(workbench, workbench.environment('weather-tools', 'production'));
    const message = workbench.notification(
      'Deploying production of weather-tools (PRODUCTION) was refused: this account has no permission to start deployments there.',
    );
    await expect(message).toBeVisible();
    expect(posts(service)).toHaveLength(1);
    await expect(message.getByRole('button')).toContainText(['Sign In', 'Switch Account', 'Try Again']);
    service.faults.clear();
    await message.getByRole('button', { name: 'Try Again' }).click();
    await workbench.dialog.getByRole('button', { name: 'Deploy', exact: true }).click();
    await expect(workbench.notification('has started')).toBeVisible();
  });

  test('is up to the service where the account may not read deployments', async ({ workbench, service }) => {
    await workbench.row('weather-tools').click();
    service.faults.add({ match: { method: 'GET', path: '^/v1/(projects/[^/]+/)?deployments' }, status: 403 });
    await deploy(workbench, workbench.environment('weather-tools', 'staging'));
    await expect(workbench.notification('has started')).toBeVisible();
    await expect(
      workbench.notification('How the deployment of staging of weather-tools ends cannot be told'),
    ).toBeVisible();
  });

  test('marks an environment that was added by its ID while it is deploying', async ({
    workbench,
    service,
  }) => {
    await workbench.run('Add Environment by ID...');
    await workbench.enter(environmentId(service, 'weather-tools', 'staging'));
    const row = workbench.tree.getByRole('treeitem', { name: 'staging, environment added by ID' });
    await deploy(workbench, row);
    await expect(row).toContainText('deploying…');
    await expect(row).toHaveAccessibleName(/, deploying…$/);
    service.clock.advance(31_000);
    await expect(workbench.notification('staging of weather-tools is deployed.')).toBeVisible();
    await expect(row).not.toContainText('deploying…');
  });

  test('says that one is running, with the way to its log, also where that began meanwhile', async ({
    workbench,
    service,
  }) => {
    const { row } = await openDeployments(workbench, 'weather-tools', 'staging');
    await workbench.runOn(row, 'Deploy...');
    await expect(workbench.dialog).toContainText('Deploy staging of weather-tools?');
    const running = past(service, environmentId(service, 'weather-tools', 'staging'), {
      durationMs: hour,
      startedAt: service.clock.now(),
    });
    await workbench.dialog.getByRole('button', { name: 'Deploy', exact: true }).click();
    const message = workbench.notification('staging of weather-tools is deploying already.');
    await expect(message).toBeVisible();
    await expect(row).toContainText('deploying…');
    await message.getByRole('button', { name: 'Show Logs' }).click();
    await expect(workbench.tab(tabOf('weather-tools/staging', running))).toBeVisible();
    expect(posts(service)).toHaveLength(1);

    // Known beforehand, nothing is sent.
    await workbench.runOn(row, 'Deploy...');
    await expect(message).toBeVisible();
    expect(posts(service)).toHaveLength(1);
  });

  test('finds what it has started where the answer is lost, and sends nothing twice', async ({
    workbench,
    service,
  }) => {
    const { row } = await openDeployments(workbench, 'weather-tools', 'staging');
    service.faults.add({ match: { method: 'POST' }, drop: 'afterWork', times: 1 });
    await deploy(workbench, row);
    await expect(workbench.notification('has started')).toBeVisible();
    await expect(workbench.row('Deployed by hand').locator('.codicon-sync')).toBeVisible();
    expect(posts(service)).toHaveLength(1);
  });

  test('says that nothing was started where the service lists nothing new', async ({
    workbench,
    service,
  }) => {
    const { row } = await openDeployments(workbench, 'weather-tools', 'staging');
    service.faults.add({ match: { method: 'POST' }, status: 500, times: 1 });
    await deploy(workbench, row);
    const message = workbench.notification('No deployment of staging of weather-tools was started');
    await expect(message).toBeVisible();
    expect(posts(service)).toHaveLength(1);
    await message.getByRole('button', { name: 'Try Again' }).click();
    await workbench.dialog.getByRole('button', { name: 'Deploy', exact: true }).click();
    await expect(workbench.notification('has started')).toBeVisible();
    expect(posts(service)).toHaveLength(2);
  });

  test('says so where the service cannot tell what came of it', async ({ workbench, service }) => {
    const { row } = await openDeployments(workbench, 'weather-tools', 'staging');
    await workbench.runOn(row, 'Deploy...');
    await expect(workbench.dialog).toContainText('Deploy staging');
    service.faults.add({ match: { method: 'POST' }, drop: 'beforeAnswer' });
    service.faults.add({ match: { path: '^/v1/projects/[^/]+/deployments' }, status: 403 });
    await workbench.dialog.getByRole('button', { name: 'Deploy', exact: true }).click();
    await expect(
      workbench.notification(
        'It cannot be told whether a deployment of staging of weather-tools was started',
      ),
    ).toBeVisible();
    expect(posts(service)).toHaveLength(1);
  });

  test('asks which environment from the palette', async ({ workbench, service }) => {
    await expect(workbench.row('weather-tools')).toBeVisible();
    await workbench.run('Deploy...');
    await workbench.choose(workbench.item('staging').filter({ hasText: 'weather-tools' }));
    await expect(workbench.dialog).toContainText('Deploy staging of weather-tools?');
    await workbench.dialog.getByRole('button', { name: 'Deploy', exact: true }).click();
    await expect(workbench.notification('has started')).toBeVisible();
    expect(posts(service)).toHaveLength(1);
  });
});

test.describe('a deployment that runs elsewhere', () => {
  test('is followed from the row of its environment, which nobody has opened', async ({
    workbench,
    service,
  }) => {
    await workbench.row('docs-search').click();
    const row = workbench.environment('docs-search', 'production');
    await expect(row).toContainText('deploying…');
    await expect.poll(() => polls(service)).toBeGreaterThan(0);
    service.clock.advance(31_000);
    await expect(row).not.toContainText('deploying…');
    await expect(workbench.row('docs-search')).toHaveClass(/selected/);
    await silent(service);
  });

  test('is asked for no sooner than the service wants', async ({ workbench, service }) => {
    const retryAfter = 8;
    service.faults.add({ match: { path: '^/v1/deployments/[^/]+$' }, status: 429, retryAfter, times: 1 });
    await workbench.row('docs-search').click();
    await expect.poll(() => polls(service)).toBe(1);
    const refused = Date.now();
    service.clock.advance(31_000);
    await expect.poll(() => polls(service), { timeout: 20_000 }).toBe(2);
    expect(Date.now() - refused).toBeGreaterThan((retryAfter - 1.5) * 1000);
    await expect(workbench.environment('docs-search', 'production')).not.toContainText('deploying…');
    await expect(workbench.notification(/./)).toHaveCount(0);
  });

  test('is followed through failures, without a word', async ({ workbench, service }) => {
    service.faults.add({ match: { path: '^/v1/deployments/[^/]+$' }, status: 500, times: 1 });
    service.faults.add({ match: { path: '^/v1/deployments/[^/]+$' }, drop: 'beforeAnswer', times: 1 });
    await workbench.row('docs-search').click();
    const row = workbench.environment('docs-search', 'production');
    await expect(row).toContainText('deploying…');
    service.clock.advance(31_000);
    await expect(row).not.toContainText('deploying…', { timeout: 40_000 });
    expect(polls(service)).toBe(3);
    await expect(workbench.notification(/./)).toHaveCount(0);
  });

  test('is left alone while nobody sees the tree, and asked for when somebody does', async ({
    workbench,
    page,
    service,
  }) => {
    await workbench.row('docs-search').click();
    const row = workbench.environment('docs-search', 'production');
    await expect.poll(() => polls(service)).toBe(1);
    await openExplorer(page);
    await expect(row).toBeHidden();
    await silent(service, longerThanPolls);
    service.clock.advance(31_000);
    const before = polls(service);
    // The number lies over the icon.
    await page.getByRole('tab', { name: 'Hosted MCP' }).locator('.badge').click();
    await expect(row).not.toContainText('deploying…');
    expect(polls(service)).toBe(before + 1);
  });

  test('is left alone while the window has not the focus', async ({ workbench, page, service }) => {
    await workbench.row('docs-search').click();
    const row = workbench.environment('docs-search', 'production');
    await expect.poll(() => polls(service)).toBe(1);
    await setFocus(page, false);
    await silent(service, longerThanPolls);
    service.clock.advance(31_000);
    const before = polls(service);
    await setFocus(page, true);
    await expect(row).not.toContainText('deploying…');
    expect(polls(service)).toBe(before + 1);
  });

  test('that was deleted is forgotten', async ({ workbench, service }) => {
    await workbench.row('docs-search').click();
    const row = workbench.environment('docs-search', 'production');
    await expect(row).toContainText('deploying…');
    const [running] = deploymentsOf(service, 'docs-search', 'production');
    service.world.deployments.delete(running?.id ?? '');
    await expect(row).not.toContainText('deploying…');
    await silent(service);
  });

  test('is forgotten with its service', async ({ workbench, service }) => {
    await workbench.row('docs-search').click();
    await expect.poll(() => polls(service)).toBeGreaterThan(0);
    const other = await startService({ seed: 8, live: false });
    try {
      await workbench.run('Select Service');
      await workbench.enter(other.url);
      await expect(workbench.welcome('Sign In')).toBeVisible();
      await silent(service);
      expect(other.requests.list().filter(({ path }) => path.includes('deployments'))).toEqual([]);
    } finally {
      await other.close();
    }
  });
});

test.describe('a service that lists no deployments', () => {
  test.use({ serviceOptions: { seed: 7, live: false, specOnly: true } });

  test('says so in the group, with the way to a log by its ID', async ({ workbench, service }) => {
    const id = environmentId(service, 'weather-tools', 'staging');
    await addEnvironment(workbench, id);
    const row = workbench.tree.getByRole('treeitem', { name: 'staging, environment added by ID' });
    await open(row);
    await groupOf(workbench, 'staging').click();
    await expect(workbench.row('This service does not list deployments.')).toBeVisible();
    await workbench.row('Open Deployment Logs by ID…').click();
    await expect(workbench.inputMessage).toContainText('The ID of a deployment');
    await workbench.enter(deploymentsOf(service, 'weather-tools', 'staging')[0]?.id ?? '');
    await expect(workbench.logs.locator('.row').last()).toContainText('Deployed');
  });

  test('starts none either, and says that', async ({ workbench, service }) => {
    await addEnvironment(workbench, environmentId(service, 'weather-tools', 'staging'));
    const row = workbench.tree.getByRole('treeitem', { name: 'staging, environment added by ID' });
    const message = workbench.notification('This service does not start deployments.');
    for (const run of [
      () => workbench.runOn(row, 'Deploy...'),
      // Nor is an environment asked for.
      () => workbench.run('Deploy...'),
    ]) {
      await run();
      await expect(message.locator('.codicon-info')).toBeVisible();
      await expect(workbench.dialog).toHaveCount(0);
      await expect(workbench.input).toBeHidden();
      await message.hover();
      await message.getByRole('button', { name: /^Clear Notification/ }).click();
      await expect(message).toHaveCount(0);
    }
    expect(posts(service)).toEqual([]);
    // It is known by now.
    service.requests.clear();
    await workbench.run('Deploy...');
    await expect(message).toBeVisible();
    expect(asked(service, /deployments|\/deploy/)).toEqual([]);
  });

  test('has nothing to pick from, and says that before anything is asked', async ({ workbench, service }) => {
    await expect(workbench.row('This service does not list projects.')).toBeVisible();
    await workbench.run('Copy Commit ID');
    const message = workbench.notification('This service does not list deployments.');
    await expect(message.locator('.codicon-info')).toBeVisible();
    await expect(workbench.input).toBeHidden();
    expect(asked(service, /\/deployments\?/)).toEqual([]);
  });

  test('has their logs all the same, by their IDs', async ({ workbench, service }) => {
    const [newest] = deploymentsOf(service, 'weather-tools', 'staging');
    await workbench.run('Open Deployment Logs...');
    await expect(workbench.inputMessage).toContainText('The ID of a deployment');
    await workbench.enter('dpl_of_nobody');
    await expect(workbench.inputMessage).toContainText('it was deleted, or the ID is wrong');
    await workbench.enter(newest?.id ?? '');
    await expect(workbench.logs.locator('.row').last()).toContainText('Deployed');
  });
});

test('a deployment of hostile texts is one calm row', async ({ workbench, service }) => {
  await openDeployments(workbench, '<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>');
  const row = workbench.row('red bold').filter({ hasText: 'feature/' });
  await expect(row).toHaveAccessibleName(/^red bold, failed, /);
  await row.click();
  await expect(workbench.logs.locator('.row').last()).toContainText('Failed');
  expect(asked(service, /\/logs/).at(-1)).toContain(encodeURIComponent(oddIds.deployment));
});

async function openEnvironment(workbench: Workbench, project: string, name: string): Promise<Locator> {
  await workbench.row(project).click();
  const row =
    name === project
      ? workbench.tree.getByRole('treeitem', { name: `production environment of ${project}` })
      : workbench.environment(project, name);
  await open(row);
  return row;
}

/** A click on an environment opens its logs: its rows are opened by the arrow. */
async function open(row: Locator): Promise<void> {
  await row.locator('.monaco-tl-twistie').click();
  await expect(row).toHaveAttribute('aria-expanded', 'true');
}

async function openDeployments(workbench: Workbench, project: string, name: string) {
  const row = await openEnvironment(workbench, project, name);
  const group = groupOf(workbench, name);
  await group.click();
  await expect(group).toHaveAttribute('aria-expanded', 'true');
  return { row, group };
}

function groupOf(workbench: Workbench, environment: string): Locator {
  return workbench.page
    .locator('.monaco-list-row[role="treeitem"]')
    .and(workbench.page.locator(`[aria-label^="Deployments of ${environment}"]`));
}

async function openExplorer(page: Page): Promise<void> {
  await page
    .getByRole('tab', { name: /^Explorer/ })
    .locator('a')
    .click();
}

/** A browser that is driven always says that its pages have the focus. */
async function setFocus(page: Page, hasFocus: boolean): Promise<void> {
  await page.evaluate((has) => {
    document.hasFocus = () => has;
    window.dispatchEvent(new Event(has ? 'focus' : 'blur'));
  }, hasFocus);
}

/** The requests that follow this one. */
function pollOf(deployment: Deployment | undefined): RegExp {
  return new RegExp(`^/v1/deployments/${deployment?.id}$`);
}

async function addEnvironment(workbench: Workbench, id: string): Promise<void> {
  await workbench.row('Add Environment by ID…').click();
  await workbench.enter(id);
  await expect(workbench.input).toBeHidden();
}

async function deploy(workbench: Workbench, row: Locator): Promise<void> {
  await workbench.runOn(row, 'Deploy...');
  await workbench.dialog.getByRole('button', { name: 'Deploy', exact: true }).click();
}

async function changeVariable(workbench: Workbench, row: Locator): Promise<void> {
  await workbench.runOn(row, 'Add Variable...');
  await expect(workbench.inputMessage).toContainText('The key');
  await workbench.enter('ADDED_LATER');
  await workbench.choose(workbench.item('Plain'));
  await expect(workbench.inputMessage).toContainText('The value of ADDED_LATER');
  await workbench.enter('1');
  await expect(workbench.input).toBeHidden();
}

async function refresh(workbench: Workbench): Promise<void> {
  await workbench.run('Refresh');
}

/** A deployment beside those that there are; over at once, unless said. */
function past({ world, clock }: SampleService, id: string, change: Partial<Deployment>): Deployment {
  const environment = world.environments.get(id);
  if (!environment) throw new Error(`There is no environment ${id}.`);
  const deployment = {
    ...startDeployment(world, environment),
    durationMs: 1,
    startedAt: clock.now() - 10,
    ...change,
  };
  world.deployments.set(deployment.id, deployment);
  return deployment;
}

function ago({ clock }: SampleService, ms: number): number {
  return clock.now() - ms;
}

/** Newest first. */
function deploymentsOf({ world }: SampleService, project: string, name: string): readonly Deployment[] {
  const id = environmentId({ world } as SampleService, project, name);
  return [...world.deployments.values()]
    .filter((one) => one.environmentId === id)
    .sort((a, b) => b.startedAt - a.startedAt);
}

function tabOf(place: string, deployment: Deployment | undefined): string {
  return `Deployment: ${place} (${deployment?.id.slice(0, 12)}…)`;
}

function asked(service: SampleService, path: RegExp): readonly string[] {
  return service.requests.list().flatMap((one) => (path.test(one.path) ? [one.path] : []));
}

function posts(service: SampleService): readonly string[] {
  return service.requests
    .list()
    .flatMap(({ method, path }) => (method === 'POST' ? [path] : []))
    .filter((path) => path.endsWith('/deploy'));
}

function polls(service: SampleService): number {
  return asked(service, /^\/v1\/deployments\/[^/]+$/).length;
}

/** A poll never waits longer than 10 s, so that nothing goes on when nothing was asked for so many ms. */
const longerThanPolls = 11_000;

/** Nothing is asked any more; unless said, for longer than a poll would wait at first. */
async function silent(service: SampleService, forMs = 5000): Promise<void> {
  let count = -1;
  await expect
    .poll(
      () => {
        const before = count;
        count = service.requests.list().length;
        return count === before;
      },
      { intervals: [forMs], timeout: 30_000 },
    )
    .toBe(true);
}
