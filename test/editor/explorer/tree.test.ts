import * as vscode from 'vscode';
import { findEnvironmentId } from '../../kit/sample.ts';
import { expect, test } from '../fixtures.ts';
import { openDeployments } from '../kit/deploymentRows.ts';

test.describe('the tree', () => {
  test('keeps what is open and selected when it is refreshed, also where that fails', async ({
    workbench,
    service,
  }) => {
    await test.step('keeps what is open and selected when it is refreshed', async () => {
      await workbench.row('weather-tools').click();
      await workbench.row('docs-search').click();
      await expect(workbench.row('docs-search')).toBeSelected();
      service.requests.clear();
      await workbench.run('Refresh Projects');
      await expect.poll(() => service.requests.list().length).toBeGreaterThan(2);
      await expect(workbench.row('staging').first()).toBeVisible();
      await expect(workbench.row('docs-search')).toBeSelected();
    });

    await test.step('keeps the rows of one project that cannot be read again', async () => {
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

  test('hands each row to commands of its menu while it is read again', async ({ workbench, service }) => {
    const { row: staging } = await openDeployments(workbench, 'weather-tools', 'staging');
    const rows = workbench.tree.getByRole('treeitem', {});
    const kinds = () => new Set(rows.all().map(({ item }) => item.contextValue?.split(' ')[0]));
    const all = ['project', 'environment', 'logs', 'variables', 'deployments', 'deployment', 'playground'];
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

  test('stays as it is while it cannot be read again, says so once, and is well when that has passed', async ({
    workbench,
    service,
  }) => {
    const staging = workbench.environment('weather-tools', 'staging');
    const old = workbench.row('Not updated since');
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

test('the view is there first of all, and keeps its name; what it is about stands behind', async ({
  workbench,
  service,
}) => {
  const [view] = workbench.fakeEditor.views;
  expect(view?.id).toBe('hostedMcp.projects');
  await expect(workbench.row('weather-tools')).toBeVisible();
  expect(view?.title).toBe('');
  expect(view?.description).toBe(new URL(service.url).host);
});

test('a service that takes its time is not said to have no projects', async ({ workbench, service }) => {
  await expect(workbench.row('weather-tools')).toBeVisible();
  service.requests.clear();
  service.faults.add({ match: { path: '/v1/projects' }, hang: true });
  await workbench.reload();
  await expect.poll(() => service.requests.list().length).toBe(1);
  await expect(workbench.tree).not.toContainText(/no projects/i);
});
