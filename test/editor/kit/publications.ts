import * as vscode from 'vscode';
import { findProjectId } from '../../kit/sample.ts';
import type { SampleService } from '../../service/service.ts';
import { expect } from '../fixtures.ts';
import type { HostWindow } from '../window.ts';

/** The fault matcher for requests that publish a server, including dry runs. */
export const publishRequest = { path: '/v1/distribution/publish' };

/** Returns the number of requests that published a server, including dry runs. */
export const countPublications = (service: SampleService): number =>
  service.requests.list().filter(({ path }) => path === publishRequest.path).length;

/** Waits until the status of a project was requested for both of its domains. */
export const expectStatusRead = (service: SampleService): Promise<void> =>
  expect
    .poll(() => service.requests.list().filter(({ path }) => path.startsWith('/v1/distribution/get')).length)
    .toBe(2);

/** Finds a project by its name, and one of its domains that a server can be published under. */
export function findPublicationTarget(service: SampleService, name: string) {
  const { projects, environments } = service.world;
  const id = findProjectId(service, name);
  const production = environments.get(projects.get(id)?.productionId ?? '');
  const domain = production?.domains.find(({ status }) => status === 'deployed')?.domain;
  if (domain === undefined) throw new Error(`${name} has no domain.`);
  return { projectId: id, domain };
}

/**
 * Runs *Publish to MCP Registry…* with these answers. Resolves when the command ends, also when it's
 * canceled.
 */
export const publish = (argument: object): Thenable<unknown> =>
  vscode.commands.executeCommand('hostedMcp.publishToRegistry', argument);

/** The tab of a preview: a new `server.json`, or its comparison with the published one. */
export const previewTab = /^server\.json( \d| for)/;

/** Publishes the version in the open preview: selects the command in its title, and confirms. */
export async function publishPreview(workbench: HostWindow, version = '1.0.0'): Promise<void> {
  await expect(workbench.tab(previewTab)).toBeSelected();
  await workbench.run('Publish This Version');
  await workbench.dialog.getByRole('button', { name: `Publish ${version}` }).click();
}

/** Answers to all prompts of a publication. */
export const publicationFields = { title: 'Weather', description: 'Says the weather.', confirmed: true };
