import * as l10n from '@vscode/l10n';
import type { Client } from '../api/client.ts';
import type { Environment } from '../api/environmentRecord.ts';
import { isNotFoundError, isUnsupportedError } from '../api/errors.ts';
import type { Project } from '../api/projects.ts';
import type { EnvironmentRef } from '../domain/environment.ts';
import { toPlainText } from '../domain/plainText.ts';
import { InputError } from '../editor/userError.ts';
import { omitUndefined } from '../fields.ts';
import type { ToolCall } from './tool.ts';

/** An environment with its record, if the service returned one. */
export interface ListedEnvironment extends EnvironmentRef {
  readonly record?: Environment;
}

/** Maximum number of environments that an error lists. */
const maxCandidates = 20;

/**
 * Returns all environments (`projects.list`). If the service can't list projects, returns those that were created in or
 * added to this editor, without their records.
 */
export async function listEnvironments({ context, signal }: ToolCall): Promise<readonly ListedEnvironment[]> {
  const client = await context.connection.client();
  try {
    const projects = await client.projects.list({}, { signal });
    context.notifyProjectsRead(context.connection.baseUrl ?? '', projects);
    return projects.flatMap(listProjectEnvironments);
  } catch (error) {
    if (!isUnsupportedError(error)) throw error;
    const items = await context.services.listEnvironmentItems();
    return items.map(({ environment }) => environment);
  }
}

function listProjectEnvironments(project: Project): readonly ListedEnvironment[] {
  return project.environments.map((record) => ({
    environmentId: record.id,
    environmentName: record.name,
    projectId: project.id,
    projectName: project.name,
    isProduction: project.productionEnvironment?.id === record.id,
    record,
  }));
}

/**
 * Returns the environment with this ID or name, such as `weather-tools/production`. Throws an `InputError` with the
 * candidates if there is none, or more than one. `field` is the name of the input field.
 */
export async function findEnvironment(
  idOrName: string,
  field: string,
  call: ToolCall,
): Promise<ListedEnvironment> {
  const environments = await listEnvironments(call);
  const found = selectEnvironment(idOrName, field, environments);
  if (found?.record) return found;
  // An environment that the service doesn't list can be read by its ID.
  const id = found?.environmentId ?? idOrName.trim();
  const record = await readById(await call.context.connection.client(), id, call.signal);
  if (record) {
    const { projectId } = record;
    return {
      environmentId: id,
      environmentName: record.name,
      ...found,
      record,
      ...omitUndefined({ projectId }),
    };
  }
  if (found) return found;
  throw new InputError(
    l10n.t(
      '{0}: there is no environment "{1}". It must be the ID of an environment, or its project and name, such as "weather-tools/production". {2}',
      field,
      toPlainText(idOrName),
      describeCandidates(environments),
    ),
    { isPermanent: true },
  );
}

/**
 * Returns the only environment with this ID, path, or name, or `undefined`. Throws an `InputError` if there is more than
 * one.
 */
export function selectEnvironment(
  idOrName: string,
  field: string,
  environments: readonly ListedEnvironment[],
): ListedEnvironment | undefined {
  const text = idOrName.trim();
  const key = toKey(text);
  const conditions: readonly ((environment: ListedEnvironment) => boolean)[] = [
    ({ environmentId }) => environmentId === text,
    (environment) => toKey(formatPath(environment)) === key,
    ({ environmentName }) => toKey(environmentName) === key,
  ];
  for (const condition of conditions) {
    const matches = environments.filter(condition);
    if (matches.length === 1) return matches[0];
    if (matches.length > 1) {
      throw new InputError(
        l10n.t(
          '{0}: "{1}" is ambiguous. Use the ID. {2}',
          field,
          toPlainText(text),
          describeCandidates(matches),
        ),
        { isPermanent: true },
      );
    }
  }
  return undefined;
}

/** Returns a path such as `weather-tools/production`, or only the name if the project is unknown. */
export function formatPath({ environmentName, projectName }: EnvironmentRef): string {
  return projectName === undefined ? environmentName : `${projectName}/${environmentName}`;
}

const toKey = (text: string): string => toPlainText(text).normalize('NFC').toLowerCase();

function describeCandidates(environments: readonly ListedEnvironment[]): string {
  if (environments.length === 0) return l10n.t('The service lists no environments.');
  const names = environments
    .slice(0, maxCandidates)
    .map((one) => JSON.stringify({ name: toPlainText(formatPath(one)), id: toPlainText(one.environmentId) }));
  const more = environments.length - names.length;
  return more > 0
    ? l10n.t('Candidates: {0}, and {1} more.', names.join(', '), more)
    : l10n.t('Candidates: {0}.', names.join(', '));
}

async function readById(client: Client, id: string, signal: AbortSignal): Promise<Environment | undefined> {
  try {
    return await client.environments.get(id, { signal });
  } catch (error) {
    if (isNotFoundError(error)) return undefined;
    throw error;
  }
}
