import * as vscode from 'vscode';
import type { Client } from '../api/client.ts';
import { ApiError } from '../api/errors.ts';
import type { Project } from '../api/projects.ts';
import type { Connection } from '../auth/connection.ts';
import type {
  AlternativeItem,
  PickEnvironmentOrAlternative,
  PickOtherEnvironment,
  Services,
} from '../context.ts';
import type { EnvironmentRef, PickEnvironment } from '../domain/environment.ts';
import { plainText } from '../domain/plainText.ts';
import { booleanArgument, stringArgument } from '../editor/arguments.ts';
import { pickOne } from '../editor/pickOne.ts';
import { findProtection } from '../explorer/environmentLabel.ts';
import { omitUndefined } from '../fields.ts';
import type { AddedEnvironment, AddedEnvironments } from './addedEnvironments.ts';

type ProjectLookup = Pick<Services, 'getKnownProjects' | 'findProjectFolders'>;

interface EnvironmentPickItem extends vscode.QuickPickItem {
  readonly environment: EnvironmentRef;
  /** Whether the project is linked to an open folder. */
  readonly isLinked?: boolean;
}

/**
 * Creates the picker for the environment of a command. Uses the command argument, if any. Lists environments of linked
 * projects first, and the last picked one before the others. Throws a `CancellationError`.
 */
export function createPickEnvironment(
  connection: Connection,
  added: AddedEnvironments,
  state: vscode.Memento,
  here: ProjectLookup,
): PickEnvironment {
  return async (argument, title, { isDeletable = false } = {}) => {
    const given = stringArgument(argument, 'environmentId');
    if (given !== undefined) {
      const projectName = stringArgument(argument, 'projectName');
      const isProduction = booleanArgument(argument, 'isProduction');
      return {
        environmentId: given,
        environmentName: stringArgument(argument, 'environmentName') ?? given,
        ...omitUndefined({ projectName, isProduction }),
      };
    }
    const client = await connection.client();
    const lastKey = lastPickedKey(connection);
    const items = listPickItems(client, connection, added, here);
    if (isDeletable) {
      return pickFromItems(
        title,
        items.then((all) => all.filter(({ environment }) => !environment.isProduction)),
        undefined,
      );
    }
    const picked = await pickFromItems(title, items, state.get<string>(lastKey));
    await state.update(lastKey, picked.environmentId);
    return picked;
  };
}

/** Creates the picker for a second environment, with alternatives. */
export function createPickOther(
  connection: Connection,
  added: AddedEnvironments,
  here: ProjectLookup,
): PickOtherEnvironment {
  return async (title, without, more) => {
    const items = listPickItems(await connection.client(), connection, added, here);
    const others = items.then((all) =>
      all.filter(({ environment }) => environment.environmentId !== without),
    );
    return pickFromItems(title, others, undefined, more);
  };
}

/** Creates the function that lists all environments, those of linked projects first. */
export function createListEnvironments(
  connection: Connection,
  added: AddedEnvironments,
  here: ProjectLookup,
): Services['listEnvironments'] {
  return async () => {
    const items = await listPickItems(await connection.client(), connection, added, here);
    return sortFirst(items, ({ isLinked = false }) => isLinked);
  };
}

/** Creates the picker for an environment or an alternative to it. */
export function createPickOrOther(
  connection: Connection,
  added: AddedEnvironments,
  state: vscode.Memento,
  here: ProjectLookup,
): PickEnvironmentOrAlternative {
  return async <T>(
    title: string,
    more: readonly AlternativeItem<T>[],
    onAccept?: (value: string) => void,
  ) => {
    const items = listPickItems(await connection.client(), connection, added, here);
    const lastKey = lastPickedKey(connection);
    const last = state.get<string>(lastKey);
    // Production comes first.
    const picked = await pickFromItems(title, items, last, [], more, true, onAccept);
    if (isEnvironmentRef(picked)) await state.update(lastKey, picked.environmentId);
    return picked;
  };
}

function isEnvironmentRef(picked: unknown): picked is EnvironmentRef {
  return stringArgument(picked, 'environmentId') !== undefined;
}

/** Returns the storage key for the ID of the last picked environment. */
function lastPickedKey({ baseUrl }: Connection): string {
  return `lastEnvironment ${baseUrl}`;
}

/**
 * `more`: items above the environments. `other`: items after the first environments. `isProductionFirst`: production is
 * the first one of the linked environments.
 */
async function pickFromItems<T = never>(
  title: string,
  loading: Promise<readonly EnvironmentPickItem[]>,
  last: string | undefined,
  more: readonly AlternativeItem<T>[] = [],
  other: readonly AlternativeItem<T>[] = [],
  isProductionFirst = false,
  onAccept?: (value: string) => void,
): Promise<EnvironmentRef | T> {
  const add = {
    iconPath: new vscode.ThemeIcon('add'),
    label: vscode.l10n.t('Add Environment by ID...'),
    alwaysShow: true,
  };
  const items = loading.then((found) => {
    const isLast = (item: EnvironmentPickItem): boolean => item.environment.environmentId === last;
    const [here, elsewhere] = [
      found.filter(({ isLinked }) => isLinked),
      found.filter(({ isLinked }) => !isLinked),
    ];
    const isMain = ({ environment }: EnvironmentPickItem): boolean => environment.isProduction ?? false;
    const ours = isProductionFirst
      ? sortFirst(sortFirst(here, isLast), isMain)
      : sortFirst(sortFirst(here, isMain), isLast);
    const first = ours.length > 0 ? ours : elsewhere.filter(isLast);
    const rest = elsewhere.filter((item) => !first.includes(item));
    const standing = (at: AlternativeItem<T>['position']) => other.filter(({ position }) => position === at);
    const around = [...first, ...standing(undefined), ...sortFirst(rest, isLast), add];
    return [...more, ...standing('first'), ...around, ...standing('last')];
  });
  const picked = await pickOne<EnvironmentPickItem | AlternativeItem<T> | typeof add>(items, {
    title,
    ...omitUndefined({ onAccept }),
    placeHolder: vscode.l10n.t('Select an environment by name or project'),
  });
  if ('value' in picked) return picked.value;
  if (!('environment' in picked)) {
    const environment: unknown = await vscode.commands.executeCommand('hostedMcp.addEnvironment');
    const environmentId = stringArgument(environment, 'id');
    if (environmentId === undefined) throw new vscode.CancellationError();
    return { environmentId, environmentName: stringArgument(environment, 'name') ?? environmentId };
  }
  return picked.environment;
}

/** Moves matching items to the start. */
function sortFirst(
  items: readonly EnvironmentPickItem[],
  isFirst: (item: EnvironmentPickItem) => boolean,
): readonly EnvironmentPickItem[] {
  return items.toSorted((a, b) => Number(isFirst(b)) - Number(isFirst(a)));
}

async function listPickItems(
  client: Client,
  connection: Connection,
  added: AddedEnvironments,
  here: ProjectLookup,
): Promise<readonly EnvironmentPickItem[]> {
  const projects = await readProjects(client, here);
  const linked = new Set((await here.findProjectFolders(projects)).map(({ projectId }) => projectId));
  const listed = projects.flatMap((project) =>
    project.environments.map((environment) => {
      const isProduction = project.productionEnvironment?.id === environment.id;
      const { id: environmentId, name: environmentName } = environment;
      return toPickItem(
        { environmentId, environmentName, projectName: project.name, isProduction },
        linked.has(project.id),
      );
    }),
  );
  const ids = new Set(listed.map((one) => one.environment.environmentId));
  const remembered = connection.baseUrl === undefined ? [] : added.list(connection.baseUrl);
  return [...listed, ...remembered.filter(({ id }) => !ids.has(id)).map(toAddedPickItem)];
}

/** Asks for an environment that was added by ID. Throws a `CancellationError`. */
export async function pickAddedEnvironment(
  title: string,
  added: readonly AddedEnvironment[],
): Promise<string> {
  const { environment } = await pickOne(added.map(toAddedPickItem), { title });
  return environment.environmentId;
}

function toAddedPickItem({ id, name, projectName }: AddedEnvironment): EnvironmentPickItem {
  return toPickItem({
    environmentId: id,
    environmentName: name,
    ...omitUndefined({ projectName }),
  });
}

async function readProjects(
  client: Client,
  { getKnownProjects }: ProjectLookup,
): Promise<readonly Project[]> {
  try {
    return await client.projects.list({});
  } catch (error) {
    if (error instanceof ApiError && error.unknownPath) return getKnownProjects();
    throw error;
  }
}

function toPickItem(environment: EnvironmentRef, isLinked = false): EnvironmentPickItem {
  // Distinguishes environments with the same name.
  const place = plainText(environment.projectName ?? environment.environmentId);
  const care = placeWithWarning(environment, place);
  return {
    label: plainText(environment.environmentName),
    description: isLinked ? vscode.l10n.t('{0} · linked project', care) : care,
    environment,
    isLinked,
  };
}

/** Marks production and protected environments, so that they aren't picked by mistake. */
function placeWithWarning(environment: EnvironmentRef, place: string): string {
  if (environment.isProduction) return vscode.l10n.t('{0} (PRODUCTION)', place);
  return findProtection(environment) === undefined ? place : vscode.l10n.t('{0} (PROTECTED)', place);
}
