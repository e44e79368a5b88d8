import { openAnalytics } from './analytics/analyticsPage.ts';
import { openReport } from './audits/reportPage.ts';
import { openEnvironmentPage as openEnvironment } from './environments/environmentPage.ts';
import { expect, test } from './fixtures.ts';
import { postAsHost } from './postAsHost.ts';
import type { PageWindow } from './window.ts';

/** Messages that no host sends: of an unknown kind, of another page, or with missing fields. */
const wrong = [
  ...['state', null, 7, {}, { kind: 'other' }, { kind: 'state' }, { kind: 'state', state: {} }],
  ...[{ kind: 'start' }, { kind: 'start', texts: {}, state: [] }, { kind: 'announce', text: {} }],
  ...[
    { kind: 'change', edits: 1 },
    { kind: 'lead', section: 'nowhere' },
    { kind: 'reply', to: 1 },
  ],
];

const pages = {
  async logs(workbench: PageWindow) {
    await workbench.openLogs('weather-tools', 'production');
    await expect(workbench.logs.locator('.row').last()).toBeVisible();
  },
  analytics: openAnalytics,
  audit: (workbench: PageWindow) => openReport(workbench, 'aud_rich'),
  environment: openEnvironment,
};

for (const [name, open] of Object.entries(pages)) {
  test(`both sides of the page of ${name} ignore invalid messages and continue`, async ({ workbench }) => {
    const failures: Error[] = [];
    workbench.page.on('pageerror', (error) => failures.push(error));
    await open(workbench);
    const { webview, extension } = workbench;
    const [panel] = extension.editor.panels;
    for (const message of [...wrong, { kind: 'ready' }, { kind: 'remedy', index: 'x' }]) {
      panel?.received.fire(message);
    }
    const ignored = () =>
      extension.editor.log.filter((line) => line.includes('ignored an unreadable message'));
    // Each kind of message once.
    await expect.poll(() => ignored().length).toBeGreaterThan(5);
    expect(ignored()).toEqual([...new Set(ignored())]);
    // An unknown time zone falls back to that of the window.
    panel?.received.fire({ kind: 'ready', zone: 'Mars/Phobos' });
    // `innerText` would count text that is out of view until it's no longer drawn.
    const text = () => webview.locator('#app').textContent();
    // From here on, messages of the real host don't change the page.
    await postAsHost(webview, []);
    const before = await text();
    await postAsHost(webview, wrong);
    expect(await text()).toBe(before);
    expect(failures).toEqual([]);
  });
}
