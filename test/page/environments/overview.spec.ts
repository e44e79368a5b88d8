import { findEnvironmentId } from '../../kit/sample.ts';
import { expect, test } from '../fixtures.ts';
import { changeTheme } from '../panelTab.ts';
import { expectThemeColor } from '../themes.ts';
import type { PageWindow } from '../window.ts';
import { expectLoaded, findSection, openEnvironmentPage, waitUntilRead } from './environmentPage.ts';

const project = 'weather-tools';
/** `Intl` uses narrow and thin spaces. */
const anySpace = '[\\s\\u2009\\u202f]';

function findPlot(workbench: PageWindow, title: string) {
  return findSection(workbench, 'Last 24 hours').getByRole('button', { name: new RegExp(`^${title}, `) });
}

test('a failure has its reason from the log, and leads to the log', async ({ workbench, service, page }) => {
  const id = findEnvironmentId(service, 'billing-mcp', 'production');
  service.faults.add({ match: { path: '^/v1/deployments/[^/]+/logs$' }, delayMs: 800, times: 1 });
  await workbench.run('Open Environment', workbench.environment('billing-mcp', 'production'));
  const status = findSection(workbench, 'Status');
  const actions = status.getByRole('group', { name: 'Actions' });
  // The place of the line is free before it's loaded.
  await expect(status.locator('.reason')).toContainText('Loading...');
  const before = (await actions.boundingBox())?.y;
  const reason = status.getByRole('button', { name: /^Reason for the failure: / });
  await expect(reason).toHaveText(/^AttributeError: module 'decimal' has no attribute 'ROUND_HALF_EVN'/);
  expect((await actions.boundingBox())?.y).toBeCloseTo(before ?? 0, 0);
  await expect(status).toContainText('Still serving the previous deployment: List invoices by customer');
  await expect(actions.getByRole('button')).toHaveText([
    'Open Deployment Logs',
    'Deploy',
    'Open Runtime Logs',
    '',
  ]);
  await expectLoaded(workbench.webview);
  // The log of a failed deployment doesn't change, so it's read once.
  service.requests.clear();
  await workbench.webview.getByRole('button', { name: 'Refresh' }).click();
  await expectLoaded(workbench.webview);
  const paths = service.requests.list().map(({ path }) => path);
  expect(paths.some((path) => path.startsWith(`/v1/environments/${id}/latest-logs`))).toBe(true);
  expect(paths.filter((path) => path.startsWith('/v1/deployments/'))).toEqual([]);
  await page.setViewportSize({ width: 300, height: 800 });
  await reason.click();
  await expect(workbench.tab('Round amounts half to even (production)')).toBeSelected();
});

test('the numbers of the last 24 hours lead to analytics, and each hour to its logs', async ({
  workbench,
  page,
}) => {
  await openEnvironmentPage(workbench);
  const { webview } = workbench;
  const usage = findSection(workbench, 'Last 24 hours');
  // The headings tell whose numbers and errors these are.
  await expect(usage.getByRole('heading')).toHaveText('Last 24 hours in all environments of weather-tools');
  const link = (name: string) => usage.getByRole('button', { name: new RegExp(name) });
  const peak = `\\d+ at \\d+${anySpace}[AP]M$`;
  await expect(link(`^Requests in the last 24 hours: [\\d,]+, peak ${peak}`)).toBeVisible();
  await expect(
    link(`^Errors in the last 24 hours: \\d+ \\([\\d.]+% of requests\\), peak ${peak}`),
  ).toBeVisible();
  await expect(
    link(`^Latency in the last 24 hours: median \\d+ ms, peak \\d+ ms at \\d+${anySpace}[AP]M$`),
  ).toBeVisible();

  // The arrow keys select an hour, which is announced, and Enter opens its logs.
  const plot = findPlot(workbench, 'Requests');
  await plot.focus();
  await page.keyboard.press('End');
  const announced = webview.getByRole('status');
  await expect(announced).toHaveText(/–.*M: \d+$/);
  const last = await announced.textContent();
  await page.keyboard.press('ArrowRight');
  await expect(announced).toHaveText(last ?? '');
  await page.keyboard.press('ArrowLeft');
  await expect(announced).not.toHaveText(last ?? '');
  const hour = /^[^:]*/.exec((await announced.textContent()) ?? '')?.[0] ?? '';
  await expect(plot).toHaveAccessibleName(
    new RegExp(`^Requests, ${hour.replaceAll(/\s/g, '\\s')}: \\d+\\. Press Enter`),
  );
  await page.keyboard.press('Enter');
  await expect(workbench.tab(`Logs: ${project}/production`)).toBeSelected();
  const [, from = '', to = ''] =
    /T(\d\d):00:00.*T(\d\d):59:59/.exec(JSON.stringify(await readLogRange(workbench))) ?? [];
  expect(from).toBe(to);

  await openEnvironmentPage(workbench);
  await link('^Requests in').click();
  await expect(workbench.tab(`Analytics: ${project}`)).toBeSelected();
});

test('a click on a bar opens the logs of its hour', async ({ workbench, service }) => {
  await openEnvironmentPage(workbench);
  const plot = findPlot(workbench, 'Errors');
  const box = await plot.boundingBox();
  if (!box) throw new Error('The plot is not drawn.');
  const interval = findSection(workbench, 'Last 24 hours').locator('.usage-card.errors .interval');
  await expect(interval).toHaveText(/^\d+ [AP]Mnow$/);
  await plot.hover({ position: { x: box.width / 2, y: 10 } });
  await expect(interval).toHaveText(/M: (\d+|no value)Open Logs$/);
  service.requests.clear();
  await plot.click({ position: { x: box.width / 2, y: 10 } });
  await expect(workbench.tab(`Logs: ${project}/production`)).toBeSelected();
  const { since, until } = await readLogRange(workbench);
  expect(Date.parse(until) - Date.parse(since)).toBe(3_600_000 - 1);
  const ago = service.clock.now() - Date.parse(since);
  expect(ago).toBeGreaterThan(10 * 3_600_000);
  expect(ago).toBeLessThan(14 * 3_600_000);
});

test('the selected hour has only a border in high contrast, so that its bar stays visible', async ({
  workbench,
  page,
}) => {
  await openEnvironmentPage(workbench);
  await changeTheme(page, 'high-contrast');
  const plot = findPlot(workbench, 'Requests');
  await plot.hover();
  const mark = plot.locator('.mark rect');
  await expect(mark).toHaveCSS('fill', 'none');
  await expect(mark).toHaveCSS('vector-effect', 'non-scaling-stroke');
  await expectThemeColor(mark, 'stroke', '--vscode-contrastActiveBorder');
});

test('the latest errors come first, and lead to their entries', async ({ workbench }) => {
  await openEnvironmentPage(workbench);
  const headings = workbench.webview.locator('main').getByRole('heading', { level: 2 });
  await expect(headings.first()).toHaveText('Latest errors in this environment');
  await expect(findSection(workbench, 'Latest errors')).toContainText(/\d+ in the last 24 hours/);
  const errors = findSection(workbench, 'Latest errors in this environment').getByRole('button');
  await expect(errors).toHaveCount(5);
  await expect(errors.first()).toHaveAccessibleName(/^Error: upstream timed out .* \d+ hours ago$/);
  const message = (await errors.nth(1).locator('.row-text').textContent()) ?? '';
  await errors.nth(1).click();
  await expect(workbench.tab(`Logs: ${project}/production`)).toBeSelected();
  const active = workbench.logs.locator('.row[aria-selected="true"], .row.active');
  await expect(active.first()).toContainText(message);
});

test('the last audit leads to its report, and appears by itself', async ({ workbench, service }) => {
  await openEnvironmentPage(workbench, 'billing-mcp');
  const audit = findSection(workbench, 'Latest audit');
  await expect(audit).toHaveCount(0);
  const { environmentId } = workbench.environment('billing-mcp', 'production');
  await workbench.run('Run Audit...', { environmentId, excludeCategories: [] });
  await expect(audit).toContainText('checking...');
  service.clock.advance(60_000);
  await expect(audit).toContainText(/failure|warning/);
  await audit.getByRole('button').click();
  await expect(workbench.tab(/^Audit/)).toBeSelected();
});

test('an environment without requests, errors, and audits has one line about them', async ({
  workbench,
  service,
}) => {
  const id = findEnvironmentId(service, project, 'staging');
  service.faults.add({ match: { path: '^/v1/analytics/' }, status: 200, body: '{"timeSeries":{}}' });
  service.faults.add({
    match: { path: `^/v1/environments/${id}/latest-logs` },
    status: 200,
    body: '{"logs":[]}',
  });
  await openEnvironmentPage(workbench, project, 'staging');
  await expect(findSection(workbench, 'Last 24 hours')).toContainText('No requests in the last 24 hours.');
  await expect(findSection(workbench, 'Latest errors')).toHaveCount(0);
  await expect(findSection(workbench, 'Latest audit')).toHaveCount(0);
  await expect(findSection(workbench, 'Telemetry destinations')).toHaveCount(0);
});

test('a part that cannot be read has a quiet line, and the rest of the page works', async ({
  workbench,
  service,
}) => {
  const id = findEnvironmentId(service, 'billing-mcp', 'production');
  for (const path of [
    '^/v1/analytics/',
    `^/v1/environments/${id}/latest-logs`,
    '^/v1/deployments/[^/]+/logs',
  ])
    service.faults.add({ match: { path }, status: 500 });
  await openEnvironmentPage(workbench, 'billing-mcp');
  const usage = findSection(workbench, 'Last 24 hours');
  const errors = findSection(workbench, 'Latest errors');
  const status = findSection(workbench, 'Status');
  for (const part of [usage, errors, status]) {
    await expect(part.locator('.notice.calm')).toContainText('Service error 500');
  }
  await expect(status).toContainText("The deployment log couldn't be loaded.");
  await expect(workbench.webview.locator('.notice.error')).toHaveCount(0);
  await expect(workbench.notification('')).toHaveCount(0);
  service.faults.clear();
  await usage.getByRole('button', { name: 'Try Again' }).click();
  await expect(errors.getByRole('button').first()).toHaveAccessibleName(/ ago$/);
  await expect(findPlot(workbench, 'Requests')).toBeVisible();
  await expect(status.locator('.reason-line')).toBeVisible();
});

test('keeps Details open after a restart', async ({ workbench }) => {
  await openEnvironmentPage(workbench);
  const id = findSection(workbench, 'Details').getByText('Environment ID');
  await expect(id).toBeHidden();
  await workbench.webview.locator('section.environment summary').press('Enter');
  await expect(id).toBeVisible();
  const { panels } = workbench.extension.editor;
  await expect
    .poll(() => panels.find(({ visible }) => visible)?.state)
    .toMatchObject({ isDetailsOpen: true });
  await workbench.reloadWithEditors();
  await waitUntilRead(workbench, 'production');
  await expect(id).toBeVisible();
});

/** Returns the range of the visible log. */
async function readLogRange({ extension }: PageWindow): Promise<{ since: string; until: string }> {
  const find = () =>
    extension.editor.panels.find(({ visible, title }) => visible && title.startsWith('Logs'));
  await expect.poll(() => JSON.stringify(find()?.state ?? {})).toContain('until');
  const state = find()?.state as
    | { identity: { range: { since: { at: number }; until: { at: number } } } }
    | undefined;
  if (!state) throw new Error('No log is visible.');
  const { since, until } = state.identity.range;
  return { since: new Date(since.at).toISOString(), until: new Date(until.at).toISOString() };
}
