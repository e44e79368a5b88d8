import type { Locator, Page } from '@playwright/test';
import { findEnvironmentId } from '../kit/sample.ts';
import type { SampleService } from '../service/service.ts';
import { startDeployment } from '../service/world/deployments.ts';
import type { Deployment } from '../service/world/model.ts';
import { expect } from './fixtures.ts';
import type { Workbench } from './workbench.ts';

const minute = 60_000;
export const hour = 60 * minute;

async function openEnvironment(workbench: Workbench, project: string, name: string): Promise<Locator> {
  await workbench.row(project).click();
  const row =
    name === project
      ? workbench.tree.getByRole('treeitem', { name: `production environment of ${project}` })
      : workbench.environment(project, name);
  await expandRow(row);
  return row;
}

/** Expands the row of an environment with its arrow, because a click opens its logs. */
async function expandRow(row: Locator): Promise<void> {
  await row.locator('.monaco-tl-twistie').click();
  await expect(row).toHaveAttribute('aria-expanded', 'true');
}

export async function openDeployments(workbench: Workbench, project: string, name: string) {
  const row = await openEnvironment(workbench, project, name);
  const group = findGroup(workbench, name);
  await group.click();
  await expect(group).toHaveAttribute('aria-expanded', 'true');
  return { row, group };
}

export function findGroup(workbench: Workbench, environment: string): Locator {
  return workbench.page
    .locator('.monaco-list-row[role="treeitem"]')
    .and(workbench.page.locator(`[aria-label^="Deployments of ${environment}"]`));
}

export async function openExplorer(page: Page): Promise<void> {
  await page
    .getByRole('tab', { name: /^Explorer/ })
    .locator('a')
    .click();
}

export async function changeVariable(workbench: Workbench, row: Locator): Promise<void> {
  await workbench.runOn(row, 'Add Variable...');
  await expect(workbench.inputMessage).toContainText('a key');
  await workbench.enter('ADDED_LATER');
  await workbench.choose(workbench.item('Plain'));
  await expect(workbench.inputMessage).toContainText('value of ADDED_LATER');
  await workbench.enter('1');
  await expect(workbench.input).toBeHidden();
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

/** Returns the deployments of an environment, newest first. */
export function listServiceDeployments(
  { world }: SampleService,
  project: string,
  name: string,
): readonly Deployment[] {
  const id = findEnvironmentId({ world } as SampleService, project, name);
  return [...world.deployments.values()]
    .filter((one) => one.environmentId === id)
    .sort((a, b) => b.startedAt - a.startedAt);
}

/** Returns the title of a deployment's log, which an upload without a commit names by its ID. */
export function deploymentTabTitle(environmentLabel: string, deployment: Deployment | undefined): string {
  const [subject] = (deployment?.sourceCommitMessage ?? '').split('\n');
  if (subject) return `${subject} (${environmentLabel.split('/').at(-1)})`;
  return `Deployment: ${environmentLabel} (${deployment?.id.slice(0, 12)}…)`;
}

export function listDeploymentRequests(service: SampleService): readonly string[] {
  return service.requests
    .list()
    .flatMap(({ method, path }) => (method === 'POST' ? [path] : []))
    .filter((path) => path.endsWith('/deploy'));
}
