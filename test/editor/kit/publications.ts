import * as vscode from 'vscode';
import { findProjectId } from '../../kit/sample.ts';
import type { SampleService } from '../../service/service.ts';

/** The requests that publish, also those that only try. */
export const publishRequest = { path: '/v1/distribution/publish' };

/** How often it was published, or tried. */
export const countPublications = (service: SampleService): number =>
  service.requests.list().filter(({ path }) => path === publishRequest.path).length;

/** A project, by its name, and one of its domains that a server can be published under. */
export function findPublicationTarget(service: SampleService, name: string) {
  const { projects, environments } = service.world;
  const id = findProjectId(service, name);
  const production = environments.get(projects.get(id)?.productionId ?? '');
  const domain = production?.domains.find(({ status }) => status === 'deployed')?.domain;
  if (domain === undefined) throw new Error(`${name} has no domain.`);
  return { projectId: id, domain };
}

/** *Publish to MCP Registry…* with these answers. Ends when it does, also when it is given up. */
export const publish = (argument: object): Thenable<unknown> =>
  vscode.commands.executeCommand('hostedMcp.publishToRegistry', argument);

/** Answers that ask nothing. */
export const publicationFields = { title: 'Weather', description: 'Says the weather.', confirmed: true };
