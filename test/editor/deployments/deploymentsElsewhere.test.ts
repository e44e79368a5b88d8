import { findEnvironmentId } from '../../kit/sample.ts';
import { startService } from '../../service/service.ts';
import { expect, test } from '../fixtures.ts';
import {
  addDeployment,
  countPolls,
  expectNoRequests,
  listServiceDeployments,
  maxPollMs,
  minute,
  refresh,
} from '../kit/deploymentRows.ts';
import { pollSpeedup } from '../kit/pollClock.ts';

test.describe('a deployment that another user started', () => {
  test('is followed from the row of its environment, and removed when it is deleted or its service is removed', async ({
    workbench,
    service,
  }) => {
    await test.step('is followed from the row of a collapsed environment', async () => {
      await workbench.row('docs-search').click();
      const row = workbench.environment('docs-search', 'production');
      await expect(row).toContainText('deploying...');
      await expect.poll(() => countPolls(service)).toBeGreaterThan(0);
      service.clock.advance(31_000);
      await expect(row).not.toContainText('deploying...');
      await expect(workbench.row('docs-search')).toBeSelected();
      await expectNoRequests(service);
    });

    await test.step('is removed when it is deleted', async () => {
      addDeployment(service, findEnvironmentId(service, 'docs-search', 'production'), {
        durationMs: minute,
        startedAt: service.clock.now(),
      });
      await refresh(workbench);
      const row = workbench.environment('docs-search', 'production');
      await expect(row).toContainText('deploying...');
      const [running] = listServiceDeployments(service, 'docs-search', 'production');
      service.world.deployments.delete(running?.id ?? '');
      await expect(row).not.toContainText('deploying...');
      await expectNoRequests(service);
    });

    await test.step('is removed with its service', async () => {
      addDeployment(service, findEnvironmentId(service, 'docs-search', 'production'), {
        durationMs: minute,
        startedAt: service.clock.now(),
      });
      service.requests.clear();
      await refresh(workbench);
      await expect.poll(() => countPolls(service)).toBeGreaterThan(0);
      const other = await startService({ seed: 8, live: false });
      try {
        await workbench.run('Select Service');
        await workbench.enter(other.url);
        await expect(workbench.row('docs-search')).toHaveCount(0);
        await expectNoRequests(service);
        expect(other.requests.list().filter(({ path }) => path.includes('deployments'))).toEqual([]);
      } finally {
        await other.close();
      }
    });
  });

  test('is not polled earlier than the service allows', async ({ workbench, service }) => {
    // Longer than the extension's own wait.
    const retryAfter = 20;
    service.faults.add({ match: { path: '^/v1/deployments/[^/]+$' }, status: 429, retryAfter, times: 1 });
    await workbench.row('docs-search').click();
    // The first poll is immediate: the wait is measured from here.
    await expect.poll(() => countPolls(service), { intervals: [5] }).toBe(1);
    const rejectedAt = Date.now();
    service.clock.advance(31_000);
    await expect.poll(() => countPolls(service), { timeout: 20_000 }).toBe(2);
    expect(Date.now() - rejectedAt).toBeGreaterThan(((retryAfter - 1.5) * 1000) / pollSpeedup);
    await expect(workbench.environment('docs-search', 'production')).not.toContainText('deploying...');
    await expect(workbench.notification(/./)).toHaveCount(0);
  });

  test('is followed through failures, without messages', async ({ workbench, service }) => {
    service.faults.add({ match: { path: '^/v1/deployments/[^/]+$' }, status: 500, times: 1 });
    service.faults.add({ match: { path: '^/v1/deployments/[^/]+$' }, drop: 'beforeAnswer', times: 1 });
    await workbench.row('docs-search').click();
    const row = workbench.environment('docs-search', 'production');
    await expect(row).toContainText('deploying...');
    service.clock.advance(31_000);
    await expect(row).not.toContainText('deploying...', { timeout: 40_000 });
    expect(countPolls(service)).toBe(3);
    await expect(workbench.notification(/./)).toHaveCount(0);
  });

  test('is not polled while the tree is hidden, and polled when it is visible', async ({
    workbench,
    service,
  }) => {
    await workbench.row('docs-search').click();
    const row = workbench.environment('docs-search', 'production');
    await expect.poll(() => countPolls(service)).toBeGreaterThan(0);
    workbench.showView(false);
    await expectNoRequests(service, maxPollMs);
    service.clock.advance(31_000);
    const before = countPolls(service);
    workbench.showView(true);
    await expect(row).not.toContainText('deploying...');
    expect(countPolls(service)).toBe(before + 1);
  });

  test('is not polled while the window does not have the focus', async ({ workbench, service }) => {
    await workbench.row('docs-search').click();
    const row = workbench.environment('docs-search', 'production');
    await expect.poll(() => countPolls(service)).toBeGreaterThan(0);
    workbench.setFocused(false);
    await expectNoRequests(service, maxPollMs);
    service.clock.advance(31_000);
    const before = countPolls(service);
    workbench.setFocused(true);
    await expect(row).not.toContainText('deploying...');
    expect(countPolls(service)).toBe(before + 1);
  });
});
