import * as vscode from 'vscode';
import { findEnvironmentId } from '../../kit/sample.ts';
import { expect, test } from '../fixtures.ts';
import { openDeployments } from '../kit/deploymentRows.ts';

test.describe('the tree', () => {
  test('keeps its expansion and selection during a refresh, even if it fails', async ({
    workbench,
    service,
  }) => {
    await test.step('keeps its expansion and selection during a refresh', async () => {
      await workbench.row('weather-tools').click();
      await workbench.row('docs-search').click();
      await expect(workbench.row('docs-search')).toBeSelected();
      service.requests.clear();
      await workbench.run('Refresh Projects');
      await expect.poll(() => service.requests.list().length).toBeGreaterThan(2);
      await expect(workbench.row('staging').first()).toBeVisible();
      await expect(workbench.row('docs-search')).toBeSelected();
    });

    await test.step('keeps the rows of a project that cannot be read again', async () => {
      const staging = workbench.environment('weather-tools', 'staging');
      const project = [...service.world.projects.values()].find(({ name }) => name === 'weather-tools');
      service.faults.add({ match: { path: `/v1/projects/${project?.id}` }, status: 503 });
      await workbench.run('Refresh Projects');
      await expect(workbench.row('Service error 503')).toHaveLevel(2);
      await expect(staging).toBeVisible();
      service.faults.clear();
      await workbench.row('Try Again').click();
      await expect(workbench.row('Service error 503')).toHaveCount(0);
      await expect(staging).toBeVisible();
    });
  });

  test('passes each row to commands of its menu while it is being read again', async ({
    workbench,
    service,
  }) => {
    const { row: staging } = await openDeployments(workbench, 'weather-tools', 'staging');
    const rows = workbench.tree.getByRole('treeitem', {});
    const kinds = () => new Set(rows.all().map(({ item }) => item.contextValue?.split(' ')[0]));
    const all = ['project', 'environment', 'variables', 'deployments', 'deployment'];
    await expect.poll(() => all.filter((kind) => !kinds().has(kind))).toEqual([]);
    for (const path of ['^/v1/projects$', '^/v1/projects/[^/]+$', '^/v1/projects/[^/]+/deployments']) {
      service.faults.add({ match: { method: 'GET', path }, delayMs: 500, times: 1 });
      service.requests.clear();
      await workbench.run('Refresh Projects');
      await expect
        .poll(() => service.requests.list().some((one) => new RegExp(path).test(one.path)))
        .toBe(true);
      const lost = rows.all().filter((row) => row.view.argumentOf(row) !== row.element);
      expect(lost.map(({ item }) => item.id)).toEqual([]);
      await vscode.env.clipboard.writeText('');
      await workbench.runOn(staging, 'Copy ID');
      await expect
        .poll(() => workbench.clipboard())
        .toBe(findEnvironmentId(service, 'weather-tools', 'staging'));
    }
  });

  test('keeps its rows while they cannot be read again, reports that once, and recovers', async ({
    workbench,
    service,
  }) => {
    const staging = workbench.environment('weather-tools', 'staging');
    const old = workbench.row('Try Again');
    await workbench.row('weather-tools').click();
    await expect(staging).toBeVisible();
    for (const fault of [{ status: 500 }, { status: 401 }, { drop: 'beforeAnswer' } as const]) {
      service.faults.add({ match: { path: '/v1/' }, ...fault });
      service.requests.clear();
      await workbench.run('Refresh Projects');
      await expect.poll(() => service.requests.list().length).toBeGreaterThan(0);
      await expect(old).toHaveCount(1);
      await expect(staging).toBeVisible();
      // Rows that the filter shows now are stale, too.
      await workbench.run('Filter Projects...');
      await workbench.enter('weather');
      await expect(workbench.row('docs-search')).toHaveCount(0);
      await expect(staging).toBeVisible();
      await expect(old).toHaveCount(1);
      await workbench.run('Show All Projects');
      await expect(workbench.row('docs-search')).toBeVisible();
      service.faults.clear();
      await workbench.row('Try Again').click();
      await expect(old).toHaveCount(0);
      await expect(staging).toBeVisible();
    }
  });
});

test('has a title before its rows are loaded, which then adds its subject', async ({
  workbench,
  service,
}) => {
  const [view] = workbench.fakeEditor.views;
  expect(view?.id).toBe('hostedMcp.projects');
  await expect(workbench.row('weather-tools')).toBeVisible();
  expect(view?.title).toBe('');
  expect(view?.description).toBe(new URL(service.url).host);
});

test('does not report an empty list while a slow service has not responded', async ({
  workbench,
  service,
}) => {
  await expect(workbench.row('weather-tools')).toBeVisible();
  service.requests.clear();
  service.faults.add({ match: { path: '/v1/projects' }, hang: true });
  await workbench.reload();
  await expect.poll(() => service.requests.list().length).toBe(1);
  await expect(workbench.tree).not.toContainText(/no projects/i);
});
