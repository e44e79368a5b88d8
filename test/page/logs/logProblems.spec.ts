import { findEnvironmentId, logRequests } from '../../kit/sample.ts';
import { expect, test } from '../fixtures.ts';
import { postAsHost } from '../postAsHost.ts';

test.describe('a log panel without entries', () => {
  test('says that nothing was logged, and that there is nothing to export or open', async ({ workbench }) => {
    await workbench.openLogs('docs-search', 'quiet');
    await expect(workbench.logs.locator('.empty')).toContainText('No entries yet.');
    await workbench.run('Export Logs');
    await expect(workbench.notification('no entries to export')).toBeVisible();
    await workbench.run('Open Logs as Text');
    await expect(workbench.notification('no entries to open')).toBeVisible();
  });

  test('says why nothing more is loaded', async ({ workbench }) => {
    await workbench.openLogs('docs-search', 'quiet');
    const { logs } = workbench;
    const empty = logs.locator('.empty');
    await expect(empty).toContainText('No entries yet.');
    const identity = { baseUrl: 'http://127.0.0.1', environmentId: 'e', environmentName: 'quiet' };
    const state = {
      identity,
      range: '',
      empty: '',
      serviceConditions: [],
      canLoadNewer: false,
      isLive: false,
    };
    for (const [stopReason, reason] of [
      ['cancelled', 'canceled'],
      ['text', 'text limit'],
    ] as const) {
      await postAsHost(logs, [{ kind: 'state', state: { ...state, stopReason } }]);
      await expect(empty).toContainText(reason);
    }
  });

  test('says what is wrong with the service, and tries again', async ({ workbench, service }) => {
    service.faults.add({ match: logRequests, status: 500 });
    await workbench.openLogs('weather-tools', 'staging');
    const { logs } = workbench;
    await expect(logs.locator('.empty')).toContainText('Service error 500: ');
    await expect(logs.locator('.empty').getByRole('button', { name: 'Show Log' })).toBeVisible();
    // What may pass is asked again by itself, what is refused isn't.
    service.faults.clear();
    service.faults.add({ match: logRequests, status: 403 });
    await expect(logs.locator('.empty')).toContainText('Permission denied');
    service.faults.clear();
    await logs.getByRole('button', { name: 'Try Again' }).click();
    await expect(logs.locator('.row').last()).toBeVisible();
    await expect(logs.locator('.empty')).not.toContainText('Permission denied');
  });

  test('goes on by itself when the service is well again', async ({ workbench, service }) => {
    service.faults.add({ match: logRequests, status: 503 });
    await workbench.openLogs('weather-tools', 'staging');
    const { logs } = workbench;
    await expect(logs.locator('.empty')).toContainText('Service error 503: ');
    await expect(logs.locator('.status')).toContainText('Reconnecting');
    service.faults.clear();
    await expect(logs.locator('.row').last()).toBeVisible();
    await expect(logs.locator('.status')).not.toContainText('Reconnecting');
  });

  test('says for how long the service wants to be left alone, and does not have to wait for that', async ({
    workbench,
    service,
  }) => {
    service.faults.add({ match: logRequests, times: 1, status: 429, retryAfter: 25 });
    await workbench.openLogs('weather-tools', 'staging');
    const place = workbench.logs.locator('.empty');
    await expect(place).toContainText(/Trying again in (1\d|2[0-5]) s\.\.\./);
    await place.getByRole('button', { name: 'Cancel' }).click();
    await place.getByRole('button', { name: 'Continue' }).click();
    await expect(workbench.logs.locator('.row').last()).toBeVisible();
    await expect(workbench.logs.locator('.status')).not.toContainText('Trying again');
  });

  test('tries again when the tree is refreshed', async ({ workbench, service }) => {
    service.faults.add({ match: logRequests, status: 403 });
    await workbench.openLogs('weather-tools', 'staging');
    const { logs } = workbench;
    await expect(logs.locator('.empty')).toContainText('Permission denied');
    service.faults.clear();
    await workbench.run('Refresh Projects');
    await expect(logs.locator('.row').last()).toBeVisible();
  });

  test('offers to sign in when the service refuses the key', async ({ workbench, service }) => {
    service.faults.add({ match: logRequests, status: 401 });
    await workbench.openLogs('weather-tools', 'staging');
    const place = workbench.logs.locator('.empty');
    await expect(place).toContainText(/"HOSTED_MCP_API_KEY" .* has expired/);
    await expect(place.getByRole('button', { name: 'Sign In' })).toBeVisible();
    service.faults.clear();
    await place.getByRole('button', { name: 'Use API Key' }).click();
    await workbench.enter(service.apiKey);
    // Another key is reason enough to try again.
    await expect(workbench.logs.locator('.row').last()).toBeVisible();
  });
});

test.describe('a log panel with entries', () => {
  test('keeps them when older ones cannot be read, and says why', async ({ workbench, service }) => {
    await workbench.openLogs('weather-tools', 'production');
    const { logs } = workbench;
    await expect(logs.locator('.counts')).toHaveText('1,000 entries');
    await logs.locator('.grid').press('Home');
    service.faults.add({ match: logRequests, status: 500 });
    await logs.getByRole('button', { name: 'Load Older Entries' }).click();
    const bar = logs.locator('.notice.error');
    await expect(bar).toContainText('older entries');
    await expect(bar).toContainText('Service error 500: ');
    await expect(logs.locator('.counts')).toHaveText('1,000 entries');
    service.faults.clear();
    await bar.getByRole('button', { name: 'Try Again' }).click();
    await expect(bar).toHaveCount(0);
    await expect(logs.locator('.counts')).toHaveText(/^[2-5],\d{3} entries$/);
  });

  test('stops reading where the pages of the service go round in a circle, and says so', async ({
    workbench,
    service,
  }) => {
    await workbench.openLogs('weather-tools', 'production');
    const { logs } = workbench;
    await expect(logs.locator('.counts')).toHaveText('1,000 entries');
    // What live asks for meanwhile would fail as well, and say so in the same place.
    await logs.locator('.live').click();
    await expect(logs.locator('.live')).toHaveAttribute('aria-pressed', 'false');
    service.faults.add({ match: { path: /\/logs\?.*nextToken=a/ }, body: { logs: [], nextToken: 'b' } });
    service.faults.add({ match: { path: /\/logs\?/ }, body: { logs: [], nextToken: 'a' } });
    await logs.locator('.grid').press('Home');
    await logs.getByRole('button', { name: 'Load Older Entries' }).click();
    const bar = logs.locator('.notice.error');
    await expect(bar).toContainText('older entries');
    await expect(bar).toContainText('an endless sequence of pages');
    await expect(logs.locator('.counts')).toHaveText('1,000 entries');
    service.faults.clear();
    await bar.getByRole('button', { name: 'Try Again' }).click();
    await expect(bar).toHaveCount(0);
    await expect(logs.locator('.counts')).toHaveText(/^[2-5],\d{3} entries$/);
  });

  test('says at once that the service wants to be left alone, and for how long', async ({
    workbench,
    service,
  }) => {
    await workbench.openLogs('weather-tools', 'staging');
    const { logs } = workbench;
    await expect(logs.locator('.live-state')).toHaveText('Live');
    service.faults.add({ match: logRequests, status: 429, retryAfter: 25 });
    await expect(logs.locator('.status')).toContainText(/Reconnecting in (1\d|2[0-5]) s/);
  });

  test('goes on by itself when the service comes back', async ({ workbench, service }) => {
    await workbench.openLogs('weather-tools', 'staging');
    const { logs } = workbench;
    await expect(logs.locator('.row').last()).toBeVisible();
    service.faults.add({ match: logRequests, status: 500 });
    await expect(logs.locator('.status')).toContainText(/Reconnecting in \d+ s: Service error 500: /);
    await expect(logs.locator('.row').last()).toBeVisible();
    service.faults.clear();
    await expect(logs.locator('.status')).not.toContainText('Reconnecting');
    await expect(logs.locator('.live')).toHaveAttribute('aria-pressed', 'true');
  });

  test('stops asking, and says so, when the environment is gone', async ({ workbench, service }) => {
    await workbench.openLogs('weather-tools', 'staging');
    const { logs } = workbench;
    await expect(logs.locator('.row').last()).toBeVisible();
    service.world.environments.delete(findEnvironmentId(service, 'weather-tools', 'staging'));
    await expect(logs.locator('.notice.error')).toContainText('the ID is wrong');
    await expect(logs.locator('.live')).toHaveAttribute('aria-pressed', 'false');
    await expect(logs.locator('.row').last()).toBeVisible();
  });
});
