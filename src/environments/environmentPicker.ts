import * as vscode from 'vscode';
import { ApiError } from '../api/errors.ts';
import type { Project } from '../api/projects.ts';
import type {
  AlternativeItem,
  FeatureContext,
  PickEnvironmentOrAlternative,
  PickOtherEnvironment,
} from '../context.ts';
import type { EnvironmentRef, PickEnvironment } from '../domain/environment.ts';
import { toPlainText } from '../domain/plainText.ts';
import { getBooleanArgument, getStringArgument } from '../editor/arguments.ts';
import { pickOne } from '../editor/pickOne.ts';
import { findProtection } from '../explorer/environmentLabel.ts';
import { omitUndefined } from '../fields.ts';
import type { AddedEnvironment, AddedEnvironments } from './addedEnvironments.ts';

interface EnvironmentPickItem extends vscode.QuickPickItem {
  readonly environment: EnvironmentRef;
  /** Whether the project is linked to an open folder. */
  readonly isLinked?: boolean;
}

interface PickOptions<T> {
  readonly title: string;
  /** The ID of the environment that the user selected last. */
  readonly lastPickedId?: string | undefined;
  /** The items above the environments. */
  readonly itemsAbove?: readonly AlternativeItem<T>[];
  /** The items after the first environments, or at their `position`. */
  readonly alternatives?: readonly AlternativeItem<T>[];
  /** Whether production is the first of the linked environments, even before the one that was selected last. */
  readonly isProductionFirst?: boolean;
  readonly onAccept?: ((value: string) => void) | undefined;
}

/**
 * Lets the user select environments. Lists those of linked projects first. The methods reject with a
 * `CancellationError` if the user cancels.
 */
export class EnvironmentPicker {
  readonly #context: Pick<FeatureContext, 'connection' | 'extensionContext' | 'services'>;
  readonly #added: AddedEnvironments;

  constructor(
    context: Pick<FeatureContext, 'connection' | 'extensionContext' | 'services'>,
    added: AddedEnvironments,
  ) {
    this.#context = context;
    this.#added = added;
  }

  /** Returns the environment of a command: the one of its argument, or the one that the user picks. */
  readonly pick: PickEnvironment = async (argument, title, { isForDeletion = false } = {}) => {
    const environmentId = getStringArgument(argument, 'environmentId');
    if (environmentId !== undefined) {
      const projectName = getStringArgument(argument, 'projectName');
      const isProduction = getBooleanArgument(argument, 'isProduction');
      return {
        environmentId,
        environmentName: getStringArgument(argument, 'environmentName') ?? environmentId,
        ...omitUndefined({ projectName, isProduction }),
      };
    }
    await this.#context.connection.client();
    const items = this.#listItems();
    if (isForDeletion) {
      const deletable = items.then((all) => all.filter(({ environment }) => !environment.isProduction));
      return pickFromItems(deletable, { title });
    }
    const lastKey = this.#lastPickedKey();
    const picked = await pickFromItems(items, { title, lastPickedId: this.#state.get<string>(lastKey) });
    await this.#state.update(lastKey, picked.environmentId);
    return picked;
  };

  /** Asks for a second environment, or an alternative to it. */
  readonly pickOther: PickOtherEnvironment = async (title, excludedId, itemsAbove) => {
    await this.#context.connection.client();
    const others = this.#listItems().then((all) =>
      all.filter(({ environment }) => environment.environmentId !== excludedId),
    );
    return pickFromItems(others, { title, itemsAbove });
  };

  /** Asks for an environment or an alternative to it. */
  readonly pickOrAlternative: PickEnvironmentOrAlternative = async <T>(
    title: string,
    alternatives: readonly AlternativeItem<T>[],
    onAccept?: (value: string) => void,
  ) => {
    await this.#context.connection.client();
    const lastKey = this.#lastPickedKey();
    const lastId = this.#state.get<string>(lastKey);
    const options = { title, lastPickedId: lastId, alternatives, isProductionFirst: true, onAccept };
    const picked = await pickFromItems(this.#listItems(), options);
    if (isEnvironmentRef(picked)) await this.#state.update(lastKey, picked.environmentId);
    return picked;
  };

  /** Lists all environments that can be picked. */
  async list(): Promise<readonly EnvironmentPickItem[]> {
    return moveToStart(await this.#listItems(), ({ isLinked = false }) => isLinked);
  }

  /** Asks for an environment that was added by ID. */
  async pickAdded(title: string, added: readonly AddedEnvironment[]): Promise<string> {
    const { environment } = await pickOne(added.map(toAddedPickItem), { title });
    return environment.environmentId;
  }

  get #state(): vscode.Memento {
    return this.#context.extensionContext.globalState;
  }

  #lastPickedKey(): string {
    return `lastEnvironment ${this.#context.connection.baseUrl}`;
  }

  async #listItems(): Promise<readonly EnvironmentPickItem[]> {
    const { connection, services } = this.#context;
    const projects = await this.#listProjects();
    const linked = new Set((await services.findProjectFolders(projects)).map(({ projectId }) => projectId));
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
    const added = connection.baseUrl === undefined ? [] : this.#added.list(connection.baseUrl);
    return [...listed, ...added.filter(({ id }) => !ids.has(id)).map(toAddedPickItem)];
  }

  async #listProjects(): Promise<readonly Project[]> {
    const client = await this.#context.connection.client();
    try {
      return await client.projects.list({});
    } catch (error) {
      if (error instanceof ApiError && error.isUnsupportedOperation)
        return this.#context.services.getCreatedProjects();
      throw error;
    }
  }
}

function isEnvironmentRef(picked: unknown): picked is EnvironmentRef {
  return getStringArgument(picked, 'environmentId') !== undefined;
}

async function pickFromItems<T = never>(
  pendingEnvironments: Promise<readonly EnvironmentPickItem[]>,
  { title, itemsAbove = [], onAccept, ...order }: PickOptions<T>,
): Promise<EnvironmentRef | T> {
  const addItem = {
    iconPath: new vscode.ThemeIcon('add'),
    label: vscode.l10n.t('Add Environment by ID...'),
    alwaysShow: true,
  };
  const items = pendingEnvironments.then((environments) => [
    ...itemsAbove,
    ...orderItems(environments, addItem, order),
  ]);
  const picked = await pickOne<EnvironmentPickItem | AlternativeItem<T> | typeof addItem>(items, {
    title,
    ...omitUndefined({ onAccept }),
    placeHolder: vscode.l10n.t('Select an environment by name or project'),
  });
  if ('value' in picked) return picked.value;
  if ('environment' in picked) return picked.environment;
  const environment: unknown = await vscode.commands.executeCommand('hostedMcp.addEnvironment');
  const environmentId = getStringArgument(environment, 'id');
  if (environmentId === undefined) throw new vscode.CancellationError();
  return { environmentId, environmentName: getStringArgument(environment, 'name') ?? environmentId };
}

/**
 * Orders the items: the environments of linked projects, or the one that was selected last if there are none; then the
 * alternatives; then the other environments.
 */
function orderItems<T, Add>(
  environments: readonly EnvironmentPickItem[],
  addItem: Add,
  {
    lastPickedId,
    alternatives = [],
    isProductionFirst = false,
  }: Pick<PickOptions<T>, 'lastPickedId' | 'alternatives' | 'isProductionFirst'>,
): readonly (EnvironmentPickItem | AlternativeItem<T> | Add)[] {
  const wasPickedLast = ({ environment }: EnvironmentPickItem): boolean =>
    environment.environmentId === lastPickedId;
  const isProduction = ({ environment }: EnvironmentPickItem): boolean => environment.isProduction ?? false;
  const linked = environments.filter(({ isLinked }) => isLinked);
  const unlinked = environments.filter(({ isLinked }) => !isLinked);
  const orderedLinked = isProductionFirst
    ? moveToStart(moveToStart(linked, wasPickedLast), isProduction)
    : moveToStart(moveToStart(linked, isProduction), wasPickedLast);
  const firstEnvironments = orderedLinked.length > 0 ? orderedLinked : unlinked.filter(wasPickedLast);
  const otherEnvironments = unlinked.filter((item) => !firstEnvironments.includes(item));
  const getAlternatives = (requested: AlternativeItem<T>['position']) =>
    alternatives.filter(({ position }) => position === requested);
  return [
    ...getAlternatives('first'),
    ...firstEnvironments,
    ...getAlternatives(undefined),
    ...moveToStart(otherEnvironments, wasPickedLast),
    addItem,
    ...getAlternatives('last'),
  ];
}

function moveToStart(
  items: readonly EnvironmentPickItem[],
  isFirst: (item: EnvironmentPickItem) => boolean,
): readonly EnvironmentPickItem[] {
  return items.toSorted((a, b) => Number(isFirst(b)) - Number(isFirst(a)));
}

function toAddedPickItem({ id, name, projectName }: AddedEnvironment): EnvironmentPickItem {
  return toPickItem({
    environmentId: id,
    environmentName: name,
    ...omitUndefined({ projectName }),
  });
}

function toPickItem(environment: EnvironmentRef, isLinked = false): EnvironmentPickItem {
  // Distinguishes environments with the same name.
  const place = toPlainText(environment.projectName ?? environment.environmentId);
  const description = placeWithWarning(environment, place);
  return {
    label: toPlainText(environment.environmentName),
    description: isLinked ? vscode.l10n.t('{0} · linked project', description) : description,
    environment,
    isLinked,
  };
}

/** Marks production and protected environments, so that they aren't picked by mistake. */
function placeWithWarning(environment: EnvironmentRef, place: string): string {
  if (environment.isProduction) return vscode.l10n.t('{0} (PRODUCTION)', place);
  return findProtection(environment) === undefined ? place : vscode.l10n.t('{0} (PROTECTED)', place);
}
