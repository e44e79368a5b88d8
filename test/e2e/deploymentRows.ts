import type { Locator, Page } from '@playwright/test';
import type { SampleService } from '../service/service.ts';
import { startDeployment } from '../service/world/deployments.ts';
import type { Deployment } from '../service/world/model.ts';
import { expect } from './fixtures.ts';
import type { Workbench } from './workbench.ts';

const minute = 60_000;
export const hour = 60 * minute;

/** Expands an environment, which has the name, and its deployments. */
export async function expandDeployments(workbench: Workbench, row: Locator, name: string): Promise<void> {
  // A click on the row would open its logs.
  await row.locator('.monaco-tl-twistie').click();
  await expect(row).toHaveAttribute('aria-expanded', 'true');
  const group = workbench.tree.getByRole('treeitem', { name: `Deployments of ${name}` });
  await group.click();
  await expect(group).toHaveAttribute('aria-expanded', 'true');
}

export async function openExplorer(page: Page): Promise<void> {
  await page
    .getByRole('tab', { name: /^Explorer/ })
    .locator('a')
    .click();
}

/** Adds a deployment, which has already ended by default. */
export function addDeployment(
  { world, clock }: SampleService,
  id: string,
  change: Partial<Deployment>,
): Deployment {
  const environment = world.environments.get(id);
  if (!environment) throw new Error(`There is no environment ${id}.`);
  const deployment = {
    ...startDeployment(world, environment),
    durationMs: 1,
    startedAt: clock.now() - 10,
    ...change,
  };
  world.deployments.set(deployment.id, deployment);
  return deployment;
}

export function listDeploymentRequests(service: SampleService): readonly string[] {
  return service.requests
    .list()
    .flatMap(({ method, path }) => (method === 'POST' ? [path] : []))
    .filter((path) => path.endsWith('/deploy'));
}
