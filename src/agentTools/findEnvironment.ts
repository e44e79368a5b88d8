import * as l10n from '@vscode/l10n';
import type { Client } from '../api/client.ts';
import type { Environment } from '../api/environmentRecord.ts';
import { isNotFoundError, isUnsupportedError } from '../api/errors.ts';
import type { Project } from '../api/projects.ts';
import type { EnvironmentRef } from '../domain/environment.ts';
import { toPlainText, truncateText } from '../domain/plainText.ts';
import { joinSentences } from '../editor/sentences.ts';
import { InputError } from '../editor/userError.ts';
import { omitUndefined } from '../fields.ts';
import type { ToolCall } from './tool.ts';

/** An environment with its record, if the service returned one. */
export interface ListedEnvironment extends EnvironmentRef {
  readonly record?: Environment;
}

/** An environment that the agent might have meant. The texts come from the service. */
interface EnvironmentCandidate {
  readonly environment: string;
  readonly id: string;
}

/** The error for the name of an environment that is unknown or ambiguous. */
export class EnvironmentNameError extends InputError {
  readonly candidates: readonly EnvironmentCandidate[];

  constructor(message: string, text: string, environments: readonly ListedEnvironment[]) {
    super(joinSentences(message, describeCandidates(environments.length)), { isPermanent: true });
    this.candidates = rankCandidates(text, environments);
  }
}

/** Maximum number of environments that an error lists. */
const maxCandidates = 10;
/** Maximum number of characters of the text in an error. */
const maxNameLength = 100;
/** Maximum number of characters of a text that are compared with another one. */
const maxComparedLength = 200;

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
 * Returns the environment with this ID or name, such as `weather-tools/production`. Throws an
 * `EnvironmentNameError` if there is none, or more than one. `field` is the name of the input field.
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
  throw new EnvironmentNameError(
    l10n.t(
      '{0}: there is no environment "{1}". It must be the ID of an environment, or its project and name, such as "weather-tools/production".',
      field,
      truncateText(idOrName, maxNameLength),
    ),
    idOrName,
    environments,
  );
}

/**
 * Returns the only environment with this ID, path, or name, or `undefined`. Throws an `EnvironmentNameError` if there is
 * more than one.
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
      throw new EnvironmentNameError(
        l10n.t('{0}: "{1}" is ambiguous. Use the ID.', field, truncateText(text, maxNameLength)),
        text,
        matches,
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

function describeCandidates(count: number): string {
  if (count === 0) return l10n.t('The service lists no environments.');
  return count > maxCandidates
    ? l10n.t(
        'Candidates: the {0} most similar of {1} environments. To list the others, use hosted_mcp_list_environments.',
        maxCandidates,
        count,
      )
    : l10n.t('Candidates:');
}

/** Returns the environments that are the most similar to a text, the most similar first, and then by their paths. */
function rankCandidates(
  text: string,
  environments: readonly ListedEnvironment[],
): readonly EnvironmentCandidate[] {
  const pairs = listPairs(text);
  return environments
    .map((one) => {
      const { environmentId, environmentName, projectName = '' } = one;
      const path = formatPath(one);
      const names = [path, environmentName, projectName, environmentId];
      const similarity = Math.max(...names.map((name) => comparePairs(pairs, listPairs(name))));
      return { path, id: environmentId, similarity };
    })
    .sort((a, b) => b.similarity - a.similarity || a.path.localeCompare(b.path))
    .slice(0, maxCandidates)
    .map(({ path, id }) => ({ environment: path, id }));
}

/** Returns the pairs of adjacent characters in a text, without case. */
function listPairs(text: string): ReadonlySet<string> {
  const key = toKey(text).slice(0, maxComparedLength);
  return new Set(Array.from(key, (_, index) => key.slice(index, index + 2)));
}

/** Returns the share of common pairs, from 0 to 1. */
function comparePairs(pairs: ReadonlySet<string>, others: ReadonlySet<string>): number {
  const total = pairs.size + others.size;
  return total === 0 ? 0 : (2 * [...pairs].filter((pair) => others.has(pair)).length) / total;
}

async function readById(client: Client, id: string, signal: AbortSignal): Promise<Environment | undefined> {
  try {
    return await client.environments.get(id, { signal });
  } catch (error) {
    if (isNotFoundError(error)) return undefined;
    throw error;
  }
}
