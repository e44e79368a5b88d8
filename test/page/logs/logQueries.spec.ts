import { appendLogs, findEnvironmentId } from '../../kit/sample.ts';
import type { SampleService } from '../../service/service.ts';
import { expect, test } from '../fixtures.ts';

test.describe('a query to the service', () => {
  test('searches a text in all entries', async ({ workbench, service }) => {
    const id = findEnvironmentId(service, 'weather-tools', 'production');
    // Older than the thousand entries that are loaded at first.
    const timestamp = new Date(service.clock.now() - 2 * 24 * 3_600_000).toISOString();
    service.logs.append(id, [{ timestamp, type: 'INFO', requestId: 'r-1', content: 'the one old needle' }]);
    await workbench.openLogs('weather-tools', 'production');
    const { logs } = workbench;
    const search = logs.getByRole('button', { name: 'Search on the Service' });
    await expect(search.first()).toBeDisabled();
    await logs.locator('input').fill('old needle');
    await expect(logs.locator('.empty')).toContainText('None of the 1,000 loaded entries');
    await search.first().click();

    await expect(logs.locator('.row')).toHaveText([/the one old needle/]);
    await expect(logs.locator('input')).toHaveValue('');
    expect(lastLogRequest(service)).toMatch(/latest-logs\?.*search=old(\+|%20)needle/);
    const chip = logs.getByRole('button', { name: 'Text: old needle' });
    await expect(chip).toHaveAttribute('title', /^Searched on the service: Text: old needle\n/);
    // The rest of the request isn't loaded, so it isn't known whether it has ended.
    const group = logs.getByRole('button', { name: 'Group by Request' });
    await group.click();
    await expect(logs.locator('.row')).toHaveText([/^(?!.*pending).*1 entry/, /the one old needle/]);
    await group.click();
    await chip.click();
    await expect(logs.locator('.counts')).toHaveText('1,000 entries');
    await expect(chip).toHaveCount(0);
  });

  test('is no narrower than the filter: the rest is filtered locally', async ({ workbench, service }) => {
    await workbench.openLogs('weather-tools', 'staging');
    const { logs } = workbench;
    const [errors, others] = [logs.locator('.level.error'), logs.locator('.level.other')];
    const search = logs.getByRole('button', { name: 'Search on the Service' });
    await errors.click();
    await expect(search).toBeEnabled();
    await others.click();
    await expect(search).toBeDisabled();
    await logs.locator('input').fill('e');
    await search.click();
    await expect(logs.getByRole('button', { name: 'Text: e' })).toBeVisible();
    expect(lastLogRequest(service)).not.toMatch(/level/);
    for (const one of [errors, others]) await expect(one).toHaveAttribute('aria-pressed', 'true');
  });

  test('is described in parts, each of which can be removed', async ({ workbench, service }) => {
    await workbench.openLogs('weather-tools', 'staging');
    const { logs } = workbench;
    for (const level of ['error', 'warning']) await logs.locator(`.level.${level}`).click();
    await logs.locator('input').fill('no entry has this');
    await logs.locator('.filter').getByRole('button', { name: 'Search on the Service' }).click();
    const chips = logs.locator('.chip');
    await expect(chips).toHaveText([/^\s*Level: Error, Warning\s*$/, /^\s*Text: no entry has this\s*$/]);
    await expect(logs.locator('.empty')).toContainText(
      'The service found no matching entries (Level: Error, Warning · Text: no entry has this).',
    );
    await chips.last().click();
    await expect(chips).toHaveText([/Level: Error, Warning/]);
    await expect(logs.locator('.row').first()).toBeVisible();
    expect(lastLogRequest(service)).toMatch(/ERROR.*WARNING/);
    expect(lastLogRequest(service)).not.toMatch(/search=/);
    await chips.click();
    await expect(chips).toHaveCount(0);
    await expect(logs.locator('.row.info').first()).toBeVisible();
  });

  test('has a typed time range, validated while it is typed', async ({ workbench, service }) => {
    appendLogs(service, findEnvironmentId(service, 'docs-search', 'quiet'), 'a moment ago');
    await workbench.run('Open Logs Since');
    await workbench.choose(workbench.item('docs-search').filter({ hasText: 'quiet' }));
    await workbench.choose(workbench.item('Other...'));
    for (const [typed, rule] of [
      ['90', 'Add a unit: s, m, h, d, or w.'],
      ['3M', 'Use the units s, m (minutes), h, d, or w.'],
      ['1h to 2h', 'The end is before the start.'],
      ['yesterday', 'Enter a time, such as'],
    ] as const) {
      await workbench.input.fill(typed);
      await expect(workbench.inputMessage).toContainText(rule);
    }
    await workbench.input.press('Enter');
    await expect(workbench.input).toHaveValue('yesterday');
    await workbench.enter('90m');

    const { logs } = workbench;
    await expect(logs.locator('.row')).toHaveText([/a moment ago/]);
    await expect(logs.locator('.range')).toHaveText('Last 90 minutes');
    await expect(logs.locator('.live')).toHaveAttribute('aria-pressed', 'false');
    const since = new URL(lastLogRequest(service), service.url).searchParams.get('since') ?? '';
    expect(Math.abs(service.clock.now() - 90 * 60_000 - Date.parse(since))).toBeLessThan(60_000);
  });

  test('has another range, selected in the panel', async ({ workbench, service }) => {
    const id = findEnvironmentId(service, 'release-train', 'nightly');
    await workbench.openLogs('release-train', 'nightly');
    const { logs } = workbench;
    const all = service.world.logs.get(id).size;
    await expect(logs.locator('.counts')).toHaveText(`${all} entries`);
    await logs.locator('.range').click();
    await workbench.choose(workbench.item('Last hour'));
    await expect(logs.locator('.range')).toHaveText('Last hour');
    await expect(logs.locator('.counts')).not.toHaveText(`${all} entries`);
    await expect(logs.locator('.row').first()).toBeVisible();
    await logs.locator('.range').click();
    await workbench.choose(workbench.item('Latest entries'));
    await expect(logs.locator('.counts')).toHaveText(`${all} entries`);
  });
});

test.describe("a window in another time zone than the extension's machine", () => {
  test.use({ timezoneId: 'Asia/Tokyo' });

  test('parses typed times in the displayed time zone, and names it', async ({ workbench, service }) => {
    await workbench.openLogs('release-train', 'nightly');
    const { logs } = workbench;
    await expect(logs.locator('.range')).toHaveAttribute('title', /Times are in Asia\/Tokyo\.$/);
    await workbench.run('Open Logs Since');
    await workbench.choose(workbench.item('docs-search').filter({ hasText: 'quiet' }));
    await workbench.choose(workbench.item('Other...'));
    await expect(workbench.inputMessage).toContainText('in Asia/Tokyo unless it ends in Z');
    // In the format of that time zone.
    const formatTokyo = (ms: number) =>
      new Date(ms + 9 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');
    const from = service.clock.now() - 3 * 3_600_000;
    await workbench.enter(formatTokyo(from));
    await expect(logs.locator('.range')).toHaveText(`Since ${formatTokyo(from)}`);
    const sinces = () =>
      service.requests.list().map(({ path }) => new URL(path, service.url).searchParams.get('since') ?? '');
    const start = Math.floor(from / 60_000) * 60_000;
    await expect.poll(() => sinces()).toContain(new Date(start).toISOString());
  });
});

function lastLogRequest(service: SampleService): string {
  const paths = service.requests.list().map(({ path }) => path);
  return paths.findLast((path) => /\/(latest-)?logs\?/.test(path)) ?? '';
}
