import { appendLogs, findEnvironmentId } from '../../kit/sample.ts';
import { expect, test } from '../fixtures.ts';

test.describe('the logs of an environment', () => {
  test('appear after one request', async ({ workbench, service }) => {
    // Later requests never get a response.
    service.faults.add({ match: { path: '^/v1/environments/[^/]+/logs' }, hang: true });
    await workbench.openLogs('weather-tools', 'production');

    await expect(workbench.logs.locator('.row').last()).toBeInViewport();
    await expect(workbench.logs.locator('.counts')).toHaveText('1,000 entries');
    // The request for the latest deployment begins after that.
    const answered = service.requests
      .list()
      .filter(({ path, status }) => status !== null && !path.includes('/deployments?'));
    const id = findEnvironmentId(service, 'weather-tools', 'production');
    expect(answered.map(({ path }) => path)).toEqual([`/v1/environments/${id}/latest-logs?limit=1000`]);
    await expect(workbench.tab('Logs: weather-tools/production')).toBeSelected();
  });

  test('are filtered by a level and a text, with a count', async ({ workbench, service }) => {
    const id = findEnvironmentId(service, 'weather-tools', 'staging');
    appendLogs(service, id, 'A needle in the haystack');
    const entries = service.world.logs.get(id).latest(1000, {});
    const errors = entries.filter(({ type }) => type === 'ERROR').length;
    await workbench.openLogs('weather-tools', 'staging');
    const { logs } = workbench;
    const counts = logs.locator('.counts');
    await expect(counts).toHaveText(`${entries.length} entries`);

    await logs.locator('.level.error').click();
    await expect(logs.locator('.level.error .count')).toHaveText(String(errors));
    await expect(counts).toHaveText(`${errors} of ${entries.length} shown`);
    await expect(logs.locator('.row.error').first()).toBeVisible();
    await expect(logs.locator('.row:not(.error)')).toHaveCount(0);

    await logs.locator('.level.error').click();
    await logs.locator('input').fill('NEEDLE');
    await expect(logs.locator('.row')).toHaveText([/A needle in the haystack/]);
    await expect(logs.locator('.row mark')).toHaveText('needle');
    await expect(counts).toHaveText(`1 of ${entries.length} shown`);

    await logs.locator('input').fill('no entry has this');
    await expect(logs.locator('.empty')).toContainText(`None of the ${entries.length} loaded entries`);
    await logs.getByRole('button', { name: 'Clear Filters' }).click();
    await expect(counts).toHaveText(`${entries.length} entries`);
  });

  test('count a request once, however many entries it has', async ({ workbench, service }) => {
    const id = findEnvironmentId(service, 'docs-search', 'quiet');
    const timestamp = new Date(service.clock.now()).toISOString();
    const types = ['START', 'INFO', 'END'];
    const entries = ['r-1', 'r-2'].flatMap((requestId) =>
      types.map((type) => ({ timestamp, type, requestId, content: `${requestId} ${type}` })),
    );
    service.logs.append(id, entries);
    await workbench.openLogs('docs-search', 'quiet');
    const { logs } = workbench;
    await expect(logs.locator('.counts')).toHaveText('6 entries');
    await expect(logs.locator('.level.other')).toHaveAccessibleName('Requests 2');
    await logs.getByRole('button', { name: 'Group by Request (G)' }).click();
    await expect(logs.locator('.row.head')).toHaveCount(2);
  });

  test('can arrive late, and the delay is shown', async ({ workbench, service }) => {
    const id = findEnvironmentId(service, 'docs-search', 'quiet');
    await workbench.openLogs('docs-search', 'quiet');
    const { logs } = workbench;
    for (const content of ['one', 'two', 'three', 'four']) {
      const timestamp = new Date(service.clock.now() - 10 * 60_000).toISOString();
      service.logs.append(id, [{ timestamp, type: 'INFO', requestId: 'r', content }]);
      await expect(logs.locator('.row', { hasText: content })).toBeVisible();
    }
    await expect(logs.locator('.live-state')).toHaveText('Live · entries are delayed by about 10 minutes');
  });

  test('show a long one completely when it is expanded', async ({ workbench, service }) => {
    const id = findEnvironmentId(service, 'docs-search', 'quiet');
    appendLogs(service, id, `${'word '.repeat(3000)}the end`);
    await workbench.openLogs('docs-search', 'quiet');
    const { logs } = workbench;
    await logs.locator('.row .chevron').click();
    await expect(logs.locator('.details .text')).toContainText('the end');
  });

  test('show the matches of a regular expression, also in new ones', async ({ workbench, service }) => {
    const id = findEnvironmentId(service, 'weather-tools', 'staging');
    appendLogs(service, id, 'took 12 ms, then 7 ms', 'took no time');
    await workbench.openLogs('weather-tools', 'staging');
    const { logs } = workbench;
    await logs.getByRole('button', { name: 'Use Regular Expression' }).click();
    await logs.locator('input').fill('took \\d+|then \\S+ MS');
    await expect(logs.locator('.row mark')).toHaveText(['took 12', 'then 7 ms']);
    await logs.getByRole('button', { name: 'Match Case' }).click();
    await expect(logs.locator('.row mark')).toHaveText(['took 12']);
    appendLogs(service, id, 'took 99 s');
    await expect(logs.locator('.row mark')).toHaveText(['took 12', 'took 99']);
    await logs.getByRole('button', { name: 'Show Only Matching Entries' }).click();
    await expect(logs.locator('.row', { hasText: 'took no time' })).toBeVisible();
    await expect(logs.locator('.row.hit mark')).toHaveText(['took 12', 'took 99']);
    await expect(logs.locator('.row:not(.hit) mark')).toHaveCount(0);
  });

  test('are searched from the view, forward and backward', async ({ workbench }) => {
    await workbench.openLogs('weather-tools', 'production');
    const { logs } = workbench;
    await expect(logs.locator('.row').last()).toBeVisible();
    await logs.locator('.grid').press('End');
    await logs.locator('input').fill('get_forecast');
    await expect(logs.locator('.hits')).toHaveText(/^\d+ results$/);
    const count = Number((await logs.locator('.hits').innerText()).split(' ')[0]);
    expect(count).toBeGreaterThan(60);
    await logs.locator('input').press('Enter');
    await expect(logs.locator('.hits')).toHaveText(/ of /);
    const nth = Number((await logs.locator('.hits').innerText()).split(' ')[0]);
    expect(nth).toBeGreaterThan(count - 50);
    await logs.locator('input').press('Shift+Enter');
    await expect(logs.locator('.hits')).toHaveText(`${nth - 1} of ${count}`);
    // The typed text stays readable with any number of matches.
    expect(await logs.locator('input').evaluate(({ clientWidth }) => clientWidth)).toBeGreaterThan(80);
  });

  test('are gone to by a key that is pressed before the search has ended', async ({ workbench }) => {
    await workbench.openLogs('weather-tools', 'production');
    const { logs } = workbench;
    await expect(logs.locator('.row').last()).toBeVisible();
    await logs.locator('input').evaluate((input) => {
      if (input instanceof HTMLInputElement) input.value = 'get_forecast';
      input.dispatchEvent(new Event('input', { bubbles: true }));
      input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
    });
    await expect(logs.locator('.hits')).toHaveText(/^\d+ of \d+$/);
    await expect(logs.locator('.row.active')).toContainText('get_forecast');
  });

  test('are counted as entries even when they are grouped', async ({ workbench }) => {
    await workbench.openLogs('weather-tools', 'production');
    const { logs } = workbench;
    await logs.locator('input').fill('upstream');
    const counts = logs.locator('.counts');
    await expect(counts).toHaveText(/^\d+ of 1,000 shown$/);
    const words = await counts.innerText();
    await logs.getByRole('button', { name: 'Group by Request (G)' }).click();
    await expect(logs.locator('.row.head').first()).toBeVisible();
    await expect(logs.locator('.row.child mark').last()).toBeInViewport();
    await expect(counts).toHaveText(words);
  });

  test('keep the position when a level is briefly hidden', async ({ workbench }) => {
    await workbench.openLogs('weather-tools', 'production');
    const { logs } = workbench;
    await expect(logs.locator('.counts')).toHaveText('1,000 entries');
    await logs.locator('.grid').press('End');
    for (let pages = 0; pages < 6; pages++) await logs.locator('.grid').press('PageUp');
    // While the list moves, the row can disappear. Then another one is used.
    await expect(async () => {
      // Finds the row by its ID, because its index changes when rows above it are added or removed.
      const id = await logs.locator('.row.info').nth(12).getAttribute('id');
      const row = logs.locator(`#${id}`);
      await row.locator('.time').click({ timeout: 2000 });
      await expect(row).toHaveClass(/active/, { timeout: 2000 });
    }).toPass();
    const before = await logs.locator('.row.active').boundingBox();
    await logs.locator('.level.error').click();
    await expect(logs.locator('.row:not(.error)')).toHaveCount(0);
    await logs.locator('.level.error').click();
    await expect(logs.locator('.row.active')).toBeInViewport();
    const after = await logs.locator('.row.active').boundingBox();
    expect(Math.abs((after?.y ?? 0) - (before?.y ?? Number.NaN))).toBeLessThan(2);

    // A key first scrolls to a row that is out of view, and then acts on it.
    await logs.locator('.scroller').evaluate((scroller) => {
      scroller.scrollTop = 0;
    });
    await expect(logs.locator('.row.active')).toHaveCount(0);
    await logs.locator('.grid').press('r');
    await expect(logs.locator('.row.active')).toBeInViewport();
    await expect(logs.locator('.counts')).toHaveText('1,000 entries');
  });

  test('go back in time, and the visible row stays', async ({ workbench }) => {
    await workbench.openLogs('weather-tools', 'production');
    const { logs } = workbench;
    await expect(logs.locator('.counts')).toHaveText('1,000 entries');
    await logs.locator('.grid').press('Home');
    const first = logs.locator('.row.active');
    await expect(logs.locator('.older button')).toBeInViewport();
    const id = await first.getAttribute('id');
    const row = logs.locator(`#${id}`);
    const before = await row.boundingBox();

    await logs.getByRole('button', { name: 'Load Older Entries' }).click();
    await expect(logs.locator('.counts')).toHaveText(/^[12],\d{3} entries$/);
    await expect(logs.locator('.counts')).not.toHaveText('1,000 entries');
    await expect(row).toBeInViewport();
    const after = await row.boundingBox();
    expect(Math.abs((after?.y ?? 0) - (before?.y ?? Number.NaN))).toBeLessThan(2);
    // A new row is above it, as soon as it's drawn.
    await expect
      .poll(async () => (await logs.locator('.row').first().boundingBox())?.y)
      .toBeLessThan(after?.y ?? 0);
  });

  test('follow the end, and collect new entries below while the user reads above', async ({
    workbench,
    service,
  }) => {
    const id = findEnvironmentId(service, 'weather-tools', 'staging');
    await workbench.openLogs('weather-tools', 'staging');
    const { logs } = workbench;
    await expect(logs.locator('.live')).toHaveAttribute('aria-pressed', 'true');
    await expect(logs.locator('.row').last()).toBeInViewport();

    appendLogs(service, id, 'first new one');
    await expect(logs.locator('.row').last()).toContainText('first new one');
    await expect(logs.locator('.row').last()).toBeInViewport();

    const state = logs.locator('.live-state');
    await expect(state).toHaveText('Live');
    await logs.locator('.grid').press('Home');
    await expect(logs.locator('.older button')).toBeInViewport();
    await expect(state).toHaveText('Paused (scrolled up)');
    appendLogs(service, id, 'second new one', 'third new one');
    const pill = logs.locator('.pill');
    await expect(pill).toContainText('2 new');
    await expect(logs.locator('.older button')).toBeInViewport();
    // Matches aren't counted in another list.
    await logs.locator('.level.info').click();
    await expect(logs.locator('.row:not(.info)')).toHaveCount(0);
    await expect(pill).not.toContainText('new');
    await logs.locator('.level.info').click();
    await pill.click();
    await expect(logs.locator('.row').last()).toContainText('third new one');
    await expect(pill).toHaveCount(0);
    await expect(state).toHaveText('Live');
  });

  test('load missed entries when Live is turned on again', async ({ workbench, service }) => {
    const id = findEnvironmentId(service, 'weather-tools', 'staging');
    await workbench.openLogs('weather-tools', 'staging');
    const { logs } = workbench;
    appendLogs(service, id, 'while it was on');
    await expect(logs.locator('.row').last()).toContainText('while it was on');
    await logs.locator('.live').click();
    await expect(logs.locator('.live')).toHaveAttribute('aria-pressed', 'false');
    appendLogs(service, id, 'while it was off');
    service.requests.clear();
    await logs.locator('.live').click();
    await expect(logs.locator('.row').last()).toContainText('while it was off');
  });

  test('open once', async ({ workbench }) => {
    await workbench.openLogs('weather-tools', 'staging');
    await expect(workbench.logs.locator('.row').last()).toBeVisible();
    await workbench.openLogs('weather-tools', 'production');
    await expect(workbench.tab('Logs: weather-tools/production')).toBeSelected();
    await workbench.openLogs('weather-tools', 'staging');
    await expect(workbench.tab('Logs: weather-tools/staging')).toBeSelected();
    await expect(workbench.tab(/Logs/)).toHaveCount(2);
    await expect(workbench.logs.locator('.row').last()).toBeVisible();
  });

  test('can be read with the keyboard alone', async ({ workbench, page }) => {
    await workbench.openLogs('weather-tools', 'staging');
    const { logs } = workbench;
    await expect(logs.locator('.row').last()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(logs.locator('.grid')).toBeFocused();
    await page.keyboard.press('End');
    const lastId = await logs.locator('.row.active').getAttribute('id');
    await page.keyboard.press('ArrowUp');
    await expect(logs.locator('.row.active')).not.toHaveId(lastId ?? '');
    await page.keyboard.press('Enter');
    await expect(logs.locator('.row.active .details')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(logs.locator('.details')).toHaveCount(0);

    await page.keyboard.press('/');
    await expect(logs.locator('input')).toBeFocused();
    await page.keyboard.type('no entry has this');
    await expect(logs.locator('.empty')).toContainText('None of the');
    await page.keyboard.press('Escape');
    await expect(logs.locator('input')).toHaveValue('');
    await expect(logs.locator('.grid')).toBeFocused();
    await expect(logs.locator('.row.active')).toBeVisible();
  });
});
