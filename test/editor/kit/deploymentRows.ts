import { findEnvironmentId } from '../../kit/sample.ts';
import type { SampleService } from '../../service/service.ts';
import { startDeployment } from '../../service/world/deployments.ts';
import type { Deployment } from '../../service/world/model.ts';
import { expect } from '../fixtures.ts';
import type { HostWindow, RowLocator } from '../window.ts';
import { pollSpeedup } from './pollClock.ts';

export const minute = 60_000;
export const hour = 60 * minute;

export async function openEnvironment(
  workbench: HostWindow,
  project: string,
  name: string,
): Promise<RowLocator> {
  await workbench.row(project).click();
  const row =
    name === project
      ? workbench.tree.getByRole('treeitem', { name: `production environment of ${project}` })
      : workbench.environment(project, name);
  await expandRow(row);
  return row;
}

/** Expands the row of an environment with its arrow, because a click opens its logs. */
export async function expandRow(row: RowLocator): Promise<void> {
  await row.toggle();
  await expect(row).toBeExpanded();
}

export async function openDeployments(workbench: HostWindow, project: string, name: string) {
  const row = await openEnvironment(workbench, project, name);
  const group = findGroup(workbench, name);
  await group.click();
  await expect(group).toBeExpanded();
  return { row, group };
}

export function findGroup({ tree }: HostWindow, environment: string): RowLocator {
  return tree.getByRole('treeitem', { name: `Deployments of ${environment}` });
}

/** Returns a pattern for requests that poll a deployment. */
export function pollPattern(deployment: Deployment | undefined): RegExp {
  return new RegExp(`^/v1/deployments/${deployment?.id}$`);
}

export async function addEnvironment(workbench: HostWindow, id: string): Promise<void> {
  await workbench.row('Add Environment by ID...').click();
  await workbench.enter(id);
  await expect(workbench.input).toBeHidden();
}

export async function deploy(workbench: HostWindow, row: RowLocator): Promise<void> {
  await workbench.runOn(row, 'Deploy');
  await workbench.dialog.getByRole('button', { name: 'Deploy', exact: true }).click();
}

export async function refresh(workbench: HostWindow): Promise<void> {
  await workbench.run('Refresh Projects');
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

export function timeAgo({ clock }: SampleService, ms: number): number {
  return clock.now() - ms;
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

export function listRequests(service: SampleService, path: RegExp): readonly string[] {
  return service.requests.list().flatMap((one) => (path.test(one.path) ? [one.path] : []));
}

export function listDeploymentRequests(service: SampleService): readonly string[] {
  return service.requests
    .list()
    .flatMap(({ method, path }) => (method === 'POST' ? [path] : []))
    .filter((path) => path.endsWith('/deploy'));
}

export function countPolls(service: SampleService): number {
  return listRequests(service, /^\/v1\/deployments\/[^/]+$/).length;
}

/**
 * More than the maximum wait between polls in milliseconds (10 s). If there is no request for this long,
 * polling has stopped.
 */
export const maxPollMs = 11_000 / pollSpeedup;

/**
 * Waits until no requests arrive for `forMs`, which is longer than the first wait between polls by default.
 */
export async function expectNoRequests(service: SampleService, forMs = 5000 / pollSpeedup): Promise<void> {
  let count = -1;
  await expect
    .poll(
      () => {
        const before = count;
        count = service.requests.list().length;
        return count === before;
      },
      { intervals: [forMs], timeout: 30_000 },
    )
    .toBe(true);
}

/** Lets the newest deployment of an environment fail, and returns it. */
export function failNewestDeployment(
  service: SampleService,
  project: string,
  environment: string,
): Deployment {
  const [newest] = listServiceDeployments(service, project, environment);
  if (!newest) throw new Error('There is no deployment.');
  service.world.deployments.set(newest.id, { ...newest, outcome: 'failed' });
  service.clock.advance(31_000);
  return newest;
}
