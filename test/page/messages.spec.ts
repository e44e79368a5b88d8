import { openAnalytics } from './analytics/analyticsPage.ts';
import { openReport } from './audits/reportPage.ts';
import { openEnvironmentPage as openEnvironment } from './environments/environmentPage.ts';
import { expect, test } from './fixtures.ts';
import { postAsHost } from './postAsHost.ts';
import type { PageWindow } from './window.ts';

/** What no host says: of no kind, of another page, or without what belongs to it. */
const wrong = [
  ...['state', null, 7, {}, { kind: 'other' }, { kind: 'state' }, { kind: 'state', state: {} }],
  ...[{ kind: 'start' }, { kind: 'start', strings: {}, state: [] }, { kind: 'announce', text: {} }],
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
  test(`neither side of the page of ${name} reads what is not agreed, and both go on`, async ({
    workbench,
  }) => {
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
    // Each kind once.
    await expect.poll(() => ignored().length).toBeGreaterThan(5);
    expect(ignored()).toEqual([...new Set(ignored())]);
    // A zone that isn't known here is that of the window.
    panel?.received.fire({ kind: 'ready', zone: 'Mars/Phobos' });
    // Not `innerText`: what is out of view counts there until it is first left out of drawing.
    const text = () => webview.locator('#app').textContent();
    // From here on, nothing changes by what the host says of its own, such as that the log is loaded.
    await postAsHost(webview, []);
    const before = await text();
    await postAsHost(webview, wrong);
    expect(await text()).toBe(before);
    expect(failures).toEqual([]);
  });
}
