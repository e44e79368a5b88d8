import * as vscode from 'vscode';
import type { Client } from '../api/client.ts';
import { ApiError } from '../api/errors.ts';
import type { Project } from '../api/projects.ts';
import type { Connection } from '../auth/connection.ts';
import type { OtherItem, PickOrOther, PickOther, Services } from '../context.ts';
import type { EnvironmentRef, PickEnvironment } from '../domain/environment.ts';
import { plainText } from '../domain/plainText.ts';
import { booleanArgument, stringArgument } from '../editor/arguments.ts';
import { pickOne } from '../editor/pickOne.ts';
import { protectedBy } from '../explorer/environmentText.ts';
import { defined } from '../fields.ts';
import { CommandId } from '../ids.ts';
import type { AddedEnvironment, AddedEnvironments } from './added.ts';

type KnownProjects = Services['knownProjects'];

interface Item extends vscode.QuickPickItem {
  readonly environment: EnvironmentRef;
}

/**
 * The environment that a command is about: from its argument, else asked for. The one picked last comes first.
 * Rejects with a `CancellationError` when the user leaves.
 */
export function createPickEnvironment(
  connection: Connection,
  added: AddedEnvironments,
  state: vscode.Memento,
  known: KnownProjects,
): PickEnvironment {
  return async (argument, title, { isDeletable = false } = {}) => {
    const given = stringArgument(argument, 'environmentId');
    if (given !== undefined) {
      const projectName = stringArgument(argument, 'projectName');
      const isProduction = booleanArgument(argument, 'isProduction');
      return {
        environmentId: given,
        environmentName: stringArgument(argument, 'environmentName') ?? given,
        ...defined({ projectName, isProduction }),
      };
    }
    const client = await connection.client();
    const lastKey = lastKeyOf(connection);
    const items = itemsOf(client, connection, added, known);
    if (isDeletable) {
      return pick(
        title,
        items.then((all) => all.filter(({ environment }) => !environment.isProduction)),
        undefined,
      );
    }
    const picked = await pick(title, items, state.get<string>(lastKey));
    await state.update(lastKey, picked.environmentId);
    return picked;
  };
}

/** For what takes a second environment, or something in its place. */
export function createPickOther(
  connection: Connection,
  added: AddedEnvironments,
  known: KnownProjects,
): PickOther {
  return async (title, without, more) => {
    const items = itemsOf(await connection.client(), connection, added, known);
    const others = items.then((all) =>
      all.filter(({ environment }) => environment.environmentId !== without),
    );
    return pick(title, others, undefined, more);
  };
}

/** For what takes something else as well. */
export function createPickOrOther(
  connection: Connection,
  added: AddedEnvironments,
  state: vscode.Memento,
  known: KnownProjects,
): PickOrOther {
  return async <T>(title: string, more: readonly OtherItem<T>[]) => {
    const items = itemsOf(await connection.client(), connection, added, known);
    const lastKey = lastKeyOf(connection);
    const picked = await pick(title, items, state.get<string>(lastKey), [], more);
    if (isPicked(picked)) await state.update(lastKey, picked.environmentId);
    return picked;
  };
}

function isPicked(picked: unknown): picked is EnvironmentRef {
  return stringArgument(picked, 'environmentId') !== undefined;
}

/** Where is remembered which environment was picked last. */
function lastKeyOf({ baseUrl }: Connection): string {
  return `lastEnvironment ${baseUrl}`;
}

/** `more`: above the environments; `other`: below the one picked last. */
async function pick<T = never>(
  title: string,
  loading: Promise<readonly Item[]>,
  last: string | undefined,
  more: readonly OtherItem<T>[] = [],
  other: readonly OtherItem<T>[] = [],
): Promise<EnvironmentRef | T> {
  const add = {
    iconPath: new vscode.ThemeIcon('add'),
    label: vscode.l10n.t('Add Environment by ID…'),
    alwaysShow: true,
  };
  const items = loading.then((found) => [
    ...more,
    ...found.filter((item) => item.environment.environmentId === last),
    ...other,
    ...found.filter((item) => item.environment.environmentId !== last),
    add,
  ]);
  const picked = await pickOne<Item | OtherItem<T> | typeof add>(items, {
    title,
    placeHolder: vscode.l10n.t('Select an environment by its name or its project'),
  });
  if ('other' in picked) return picked.other;
  if (!('environment' in picked)) {
    const environment: unknown = await vscode.commands.executeCommand(CommandId.addEnvironment);
    const environmentId = stringArgument(environment, 'id');
    if (environmentId === undefined) throw new vscode.CancellationError();
    return { environmentId, environmentName: stringArgument(environment, 'name') ?? environmentId };
  }
  return picked.environment;
}

async function itemsOf(
  client: Client,
  connection: Connection,
  added: AddedEnvironments,
  known: KnownProjects,
): Promise<readonly Item[]> {
  const listed = (await listProjects(client, known)).flatMap((project) =>
    project.environments.map((environment) =>
      item({
        environmentId: environment.id,
        environmentName: environment.name,
        projectName: project.name,
        isProduction: project.productionEnvironment?.id === environment.id,
      }),
    ),
  );
  const ids = new Set(listed.map((one) => one.environment.environmentId));
  const remembered = connection.baseUrl === undefined ? [] : added.list(connection.baseUrl);
  return [...listed, ...remembered.filter(({ id }) => !ids.has(id)).map(addedItem)];
}

/** Asks which of the environments that were added by id. Rejects with a `CancellationError`. */
export async function pickAdded(title: string, added: readonly AddedEnvironment[]): Promise<string> {
  const { environment } = await pickOne(added.map(addedItem), { title });
  return environment.environmentId;
}

function addedItem({ id, name, projectName }: AddedEnvironment): Item {
  return item({
    environmentId: id,
    environmentName: name,
    ...defined({ projectName }),
  });
}

async function listProjects(client: Client, known: KnownProjects): Promise<readonly Project[]> {
  try {
    return await client.projects.list({});
  } catch (error) {
    if (error instanceof ApiError && error.unknownPath) return known();
    throw error;
  }
}

function item(environment: EnvironmentRef): Item {
  // Two of the same name are told apart by where they belong.
  const place = plainText(environment.projectName ?? environment.environmentId);
  return {
    label: plainText(environment.environmentName),
    description: careText(environment, place),
    environment,
  };
}

/** No one is to mistake what wants care for anything else. */
function careText(environment: EnvironmentRef, place: string): string {
  if (environment.isProduction) return vscode.l10n.t('{0} (PRODUCTION)', place);
  return protectedBy(environment) === undefined ? place : vscode.l10n.t('{0} (PROTECTED)', place);
}
