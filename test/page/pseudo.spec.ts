import { pseudoLanguage, pseudoTranslate } from '../kit/pseudo.ts';
import { findEnvironmentId, logRequests } from '../kit/sample.ts';
import type { LogEntry } from '../service/logs/logEntry.ts';
import type { SampleService } from '../service/service.ts';
import { findClippedElements } from './findClippedElements.ts';
import { findUntranslatedTexts } from './findUntranslatedTexts.ts';
import { test as base, expect } from './fixtures.ts';
import { type ResponseRecorder, recordResponses } from './responseRecorder.ts';
import type { PageWindow } from './window.ts';

/** Selects elements with texts of the service, which can be cut off. */
const serviceElements = '.cell.time, .row:not(.head, .gap) .cell.message';

const test = base.extend<{ recorder: ResponseRecorder }>({
  recorder: [
    async ({ service: { world } }, use) => {
      // The names of projects and environments, which users chose.
      const names = [...world.projects.values(), ...world.environments.values()].map(({ name }) => name);
      const recorder = recordResponses(names);
      await use(recorder);
      recorder.dispose();
    },
    { auto: true },
  ],
});

test.use({ language: pseudoLanguage, serviceOptions: { seed: 7, live: false, typicalOnly: true } });

/**
 * Expects that no text is in English and none is cut off, with the width beside the tree and with that beside
 * another editor.
 */
async function check(workbench: PageWindow, recorder: ResponseRecorder, state: string): Promise<void> {
  const { webview, page } = workbench;
  for (const width of [922, 420]) {
    await page.setViewportSize({ width, height: 698 });
    const label = `${state}, ${width} px`;
    expect.soft(await findUntranslatedTexts(workbench, recorder), `${label}: English`).toEqual([]);
    expect
      .soft(await findClippedElements(webview.locator('body'), serviceElements), `${label}: cut off`)
      .toEqual([]);
  }
  await page.setViewportSize({ width: 922, height: 698 });
}

/** Logs entries with words that aren't in any interface text. */
function logOddly(service: SampleService, types: readonly LogEntry['type'][]): void {
  const now = service.clock.now();
  const entries = types.map((type, at) => ({
    timestamp: new Date(now - (types.length - at) * 60_000).toISOString(),
    type,
    requestId: `zrq-${Math.floor(at / 4)}`,
    content: JSON.stringify({ qzzx: at, zqqx: { xqqz: 'zzqx' } }),
  }));
  service.logs.append(findEnvironmentId(service, 'docs-search', 'quiet'), entries);
}

test('the page of logs', async ({ workbench, service, recorder }) => {
  await workbench.openLogs('docs-search', 'quiet');
  const { logs } = workbench;
  await expect(logs.locator('.empty')).toContainText(pseudoTranslate('No recent entries.'));
  await check(workbench, recorder, 'empty');

  logOddly(service, ['START', 'ERROR', 'WARNING', 'END', 'START', 'INFO', 'DEBUG', 'ERROR']);
  await expect(logs.locator('.row')).toHaveCount(8);
  await logs.locator('.row .chevron').first().click();
  await expect(logs.locator('.details')).toBeVisible();
  await expect(logs.locator('.histogram rect.bar').first()).toBeVisible();
  await check(workbench, recorder, 'an open entry');
  await logs.locator('.grid').press('g');
  await expect(logs.locator('.row.head').last()).toBeVisible();
  await check(workbench, recorder, 'groups');
  await logs.getByRole('button', { name: pseudoTranslate('More Actions...') }).click();
  await expect(workbench.item(pseudoTranslate('Export Logs'))).toBeVisible();
  await check(workbench, recorder, 'a menu');
  await workbench.input.press('Escape');
  await logs.locator('input').fill('zzqx');
  await expect(logs.locator('mark').first()).toBeVisible();
  await check(workbench, recorder, 'a search');
  await logs.locator('.filter .codicon-regex').click();
  await logs.locator('input').fill('(zz');
  await expect(logs.locator('.invalid-why')).toBeVisible();
  await check(workbench, recorder, 'no pattern');
  await logs.locator('input').fill('zzno');
  await expect(logs.locator('.empty')).toBeVisible();
  await check(workbench, recorder, 'nothing found');
  await logs.locator('input').fill('');
  service.faults.add({ match: logRequests, status: 500 });
  await expect(logs.locator('.status .doing.warning')).toBeVisible();
  await check(workbench, recorder, 'reconnecting');

  service.faults.clear();
  await workbench.openLogs('weather-tools', 'production');
  await expect(logs.locator('.row').last()).toBeVisible();
  await logs.locator('.grid').press('Home');
  service.faults.add({ match: logRequests, status: 403 });
  await logs.getByRole('button', { name: pseudoTranslate('Load Older Entries') }).click();
  await expect(logs.locator('.notice.error')).toBeVisible();
  await check(workbench, recorder, 'a problem');
});

test('the page of a long log, and of a deployment', async ({ workbench, service, recorder }) => {
  const { logs } = workbench;
  const row = workbench.environment('docs-search', 'quiet');
  const now = service.clock.now();
  const entries = Array.from({ length: 8000 }, (_, at) => ({
    timestamp: new Date(now - at * 60_000).toISOString(),
    type: 'INFO',
    requestId: 'zrq',
    content: 'zqqx',
  }));
  service.logs.append(row.environmentId, entries.toReversed());
  // Slow enough to be visible, and stopped in the middle.
  service.faults.add({ match: { path: '^/v1/environments/[^/]+/logs' }, delayMs: 1000 });
  await workbench.runOn(row, 'Open Logs Since...');
  await check(workbench, recorder, 'a choice of times');
  await workbench.choose(workbench.item(pseudoTranslate('Last 7 days')));
  await expect(logs.locator('.doing')).toBeVisible();
  await check(workbench, recorder, 'loading');
  await logs.getByRole('button', { name: pseudoTranslate('Cancel') }).click();
  // The range begins after a page of a thousand entries, each with a row of 22 px.
  let pages = 0;
  await expect(async () => {
    pages = (pages % 8) + 1;
    await logs.locator('.scroller').evaluate((one, top) => one.scrollTo(0, top), pages * 22_000 - 200);
    await expect(logs.locator('.row.gap').first()).toBeInViewport({ timeout: 500 });
  }).toPass({ intervals: [0] });
  await check(workbench, recorder, 'a gap');

  await workbench.runOn(workbench.environment('docs-search', 'production'), 'Open Deployment Logs');
  await expect(workbench.item(/ · /).first()).toBeVisible();
  await check(workbench, recorder, 'a choice of deployments');
  await workbench.choose(workbench.item(/ · /).first());
  service.clock.advance(60_000);
  await expect(logs.locator('.verdict.deployed .step')).toHaveCount(5);
  await check(workbench, recorder, 'a deployment');
});

test('the page of the analytics of a project', async ({ workbench, service, recorder }) => {
  await workbench.runOn(workbench.row('weather-tools'), 'Open Analytics');
  const { webview } = workbench;
  await expect(webview.locator('.card canvas')).toHaveCount(8);
  await webview
    .getByRole('button', { name: pseudoTranslate('Show as Table') })
    .first()
    .click();
  await webview.getByRole('button', { name: pseudoTranslate('Custom...') }).click();
  await webview.getByLabel(pseudoTranslate('From'), { exact: true }).fill('x');
  await webview.getByRole('button', { name: pseudoTranslate('Show'), exact: true }).click();
  await expect(webview.locator('.issue')).toBeVisible();
  await webview.getByRole('slider').nth(1).hover();
  await check(workbench, recorder, 'all of it');
  service.faults.add({ match: { path: '/v1/analytics/' }, status: 500 });
  await webview.getByRole('button', { name: pseudoTranslate('Last 7 Days') }).click();
  await expect(webview.getByRole('alert')).toBeVisible();
  await check(workbench, recorder, 'a problem');
});

test('the page of an audit report', async ({ workbench, recorder }) => {
  for (const auditId of ['aud_rich', 'aud_odd']) {
    await workbench.run('Open Audit Report');
    await expect(workbench.inputMessage).toContainText(pseudoTranslate('audit'));
    await workbench.enter('aud_nothing');
    await expect(workbench.inputMessage).toContainText(pseudoTranslate('or the ID is wrong'));
    await workbench.enter(auditId);
    const { webview } = workbench;
    await expect(webview.locator('.facts')).toContainText(auditId);
    const closed = webview.locator('details:not([open]) > summary').filter({ visible: true });
    while ((await closed.count()) > 0) await closed.first().click();
    await check(workbench, recorder, auditId);
    await webview.getByRole('button', { name: pseudoTranslate('More Actions') }).click();
    await webview.getByRole('menuitem', { name: pseudoTranslate('Export...') }).click();
    await expect(workbench.item(pseudoTranslate('Printable HTML'))).toBeVisible();
    await check(workbench, recorder, 'a choice of files');
    await workbench.input.press('Escape');
  }
});

test('the page of an environment', async ({ workbench, service, recorder }) => {
  const { webview } = workbench;
  const id = findEnvironmentId(service, 'billing-mcp', 'production');
  service.faults.add({ match: { path: `^/v1/environments/${id}/playground` }, status: 500 });
  for (const project of ['weather-tools', 'billing-mcp']) {
    await workbench.runOn(workbench.environment(project, 'production'), 'Open Environment');
    await expect(webview.getByRole('banner')).toContainText(project);
    await expect(webview.locator('[data-key="refresh"] .codicon:not(.codicon-modifier-spin)')).toBeVisible();
    await webview.locator('section.environment summary').click();
    await check(workbench, recorder, project);
  }
});
