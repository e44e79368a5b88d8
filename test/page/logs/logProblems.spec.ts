import { findEnvironmentId, logRequests } from '../../kit/sample.ts';
import { expect, test } from '../fixtures.ts';
import { postAsHost } from '../postAsHost.ts';

test.describe('a log panel without entries', () => {
  test('reports that nothing was logged, and that there is nothing to export or open', async ({
    workbench,
  }) => {
    await workbench.openLogs('docs-search', 'quiet');
    await expect(workbench.logs.locator('.empty')).toContainText('No recent entries.');
    await workbench.run('Export Logs');
    await expect(workbench.notification('no entries to export')).toBeVisible();
    await workbench.run('Open Logs as Text');
    await expect(workbench.notification('no entries to open')).toBeVisible();
    const buttons = workbench.logs.locator('.empty').getByRole('button');
    await expect(buttons).toHaveText(['Inspect Server', 'Load Older Entries']);
    await expect(workbench.logs.locator('.older').getByRole('button')).toHaveCount(0);
    await buttons.last().click();
    await expect(workbench.logs.locator('.empty')).toContainText(
      /Searched back to .*\s+Search Further Back\s*$/,
    );
  });

  test('explains why no more entries are loaded', async ({ workbench }) => {
    await workbench.openLogs('docs-search', 'quiet');
    const { logs } = workbench;
    const empty = logs.locator('.empty');
    await expect(empty).toContainText('No recent entries.');
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
      ['canceled', 'canceled'],
      ['text', 'text limit'],
    ] as const) {
      await postAsHost(logs, [{ kind: 'state', state: { ...state, stopReason } }]);
      await expect(empty).toContainText(reason);
    }
  });

  test('explains the error of the service, and retries', async ({ workbench, service }) => {
    service.faults.add({ match: logRequests, status: 500 });
    await workbench.openLogs('weather-tools', 'staging');
    const { logs } = workbench;
    await expect(logs.locator('.empty')).toContainText('Service error 500: ');
    await expect(logs.locator('.empty').getByRole('button', { name: 'Open Log' })).toBeVisible();
    // Temporary errors are retried automatically. Rejected requests aren't.
    service.faults.clear();
    service.faults.add({ match: logRequests, status: 403 });
    await expect(logs.locator('.empty')).toContainText('Permission denied');
    service.faults.clear();
    await logs.getByRole('button', { name: 'Try Again' }).click();
    await expect(logs.locator('.row').last()).toBeVisible();
    await expect(logs.locator('.empty')).not.toContainText('Permission denied');
  });

  test('continues automatically when the service recovers', async ({ workbench, service }) => {
    service.faults.add({ match: logRequests, status: 503 });
    await workbench.openLogs('weather-tools', 'staging');
    const { logs } = workbench;
    await expect(logs.locator('.empty')).toContainText('Service error 503: ');
    await expect(logs.locator('.status')).toContainText('Reconnecting');
    service.faults.clear();
    await expect(logs.locator('.row').last()).toBeVisible();
    await expect(logs.locator('.status')).not.toContainText('Reconnecting');
  });

  test('shows how long the service limits requests, and can retry earlier', async ({
    workbench,
    service,
  }) => {
    service.faults.add({ match: logRequests, times: 1, status: 429, retryAfter: 25 });
    await workbench.openLogs('weather-tools', 'staging');
    const emptyState = workbench.logs.locator('.empty');
    await expect(emptyState).toContainText(/Trying again in (1\d|2[0-5]) s\.\.\./);
    await emptyState.getByRole('button', { name: 'Cancel' }).click();
    await emptyState.getByRole('button', { name: 'Continue' }).click();
    await expect(workbench.logs.locator('.row').last()).toBeVisible();
    await expect(workbench.logs.locator('.status')).not.toContainText('Trying again');
  });

  test('retries when the tree is refreshed', async ({ workbench, service }) => {
    service.faults.add({ match: logRequests, status: 403 });
    await workbench.openLogs('weather-tools', 'staging');
    const { logs } = workbench;
    await expect(logs.locator('.empty')).toContainText('Permission denied');
    service.faults.clear();
    await workbench.run('Refresh Projects');
    await expect(logs.locator('.row').last()).toBeVisible();
  });

  test('offers to sign in if the service rejects the key', async ({ workbench, service }) => {
    service.faults.add({ match: logRequests, status: 401 });
    await workbench.openLogs('weather-tools', 'staging');
    const emptyState = workbench.logs.locator('.empty');
    await expect(emptyState).toContainText(/"HOSTED_MCP_API_KEY" .* has expired/);
    await expect(emptyState.getByRole('button', { name: 'Sign In' })).toBeVisible();
    service.faults.clear();
    await emptyState.getByRole('button', { name: 'Use API Key' }).click();
    await workbench.enter(service.apiKey);
    // A changed API key also triggers a retry.
    await expect(workbench.logs.locator('.row').last()).toBeVisible();
  });
});

test.describe('a log panel with entries', () => {
  test('keeps them if older ones cannot be read, and explains why', async ({ workbench, service }) => {
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

  test('stops and explains if the pages of the service repeat', async ({ workbench, service }) => {
    await workbench.openLogs('weather-tools', 'production');
    const { logs } = workbench;
    await expect(logs.locator('.counts')).toHaveText('1,000 entries');
    // Live requests would fail at the same time, and replace the message.
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

  test('shows immediately for how long the service limits requests', async ({ workbench, service }) => {
    await workbench.openLogs('weather-tools', 'staging');
    const { logs } = workbench;
    await expect(logs.locator('.live-state')).toHaveText('Live');
    service.faults.add({ match: logRequests, status: 429, retryAfter: 25 });
    await expect(logs.locator('.status')).toContainText(/Reconnecting in (1\d|2[0-5]) s/);
  });

  test('continues automatically when the service is reachable again', async ({ workbench, service }) => {
    await workbench.openLogs('weather-tools', 'staging');
    const { logs } = workbench;
    await expect(logs.locator('.row').last()).toBeVisible();
    service.faults.add({ match: logRequests, status: 500 });
    await expect(logs.locator('.status')).toContainText(/Service error 500: .* Reconnecting in \d+ s/);
    await expect(logs.locator('.row').last()).toBeVisible();
    service.faults.clear();
    await expect(logs.locator('.status')).not.toContainText('Reconnecting');
    await expect(logs.locator('.live')).toHaveAttribute('aria-pressed', 'true');
  });

  test('stops, and reports that the environment was deleted', async ({ workbench, service }) => {
    await workbench.openLogs('weather-tools', 'staging');
    const { logs } = workbench;
    await expect(logs.locator('.row').last()).toBeVisible();
    service.world.environments.delete(findEnvironmentId(service, 'weather-tools', 'staging'));
    await expect(logs.locator('.notice.error')).toContainText('the ID is wrong');
    await expect(logs.locator('.live')).toHaveAttribute('aria-pressed', 'false');
    await expect(logs.locator('.row').last()).toBeVisible();
  });
});
