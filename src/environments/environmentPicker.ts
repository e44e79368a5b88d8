import * as vscode from 'vscode';
import { ApiError } from '../api/errors.ts';
import type { Project } from '../api/projects.ts';
import type {
  AlternativeItem,
  FeatureContext,
  PickEnvironmentOrAlternative,
  PickOtherEnvironment,
} from '../context.ts';
import type { EnvironmentPurpose, EnvironmentRef, PickEnvironment } from '../domain/environment.ts';
import { toPlainText } from '../domain/plainText.ts';
import { getBooleanArgument, getStringArgument } from '../editor/arguments.ts';
import { pickOne } from '../editor/pickOne.ts';
import type { EnvironmentItem } from '../explorer/environmentItem.ts';
import { omitUndefined } from '../fields.ts';
import type { AddedEnvironment, AddedEnvironments } from './addedEnvironments.ts';
import { orderEnvironments } from './orderEnvironments.ts';
import { RecentEnvironments } from './recentEnvironments.ts';

interface PickOptions<T> {
  readonly title: string;
  readonly purpose: EnvironmentPurpose;
  /** The items above the environments. */
  readonly itemsAbove?: readonly AlternativeItem<T>[];
  /** The items below the environments, or above them if their `position` is `first`. */
  readonly alternatives?: readonly AlternativeItem<T>[];
  readonly onAccept?: ((value: string) => void) | undefined;
}

/**
 * Lets the user select environments. Lists those of linked projects first, and then those that were used last
 * in this workspace. The methods reject with a `CancellationError` if the user cancels.
 */
export class EnvironmentPicker {
  readonly #context: Pick<
    FeatureContext,
    'connection' | 'extensionContext' | 'notifyProjectsRead' | 'services'
  >;
  readonly #added: AddedEnvironments;
  readonly #recent: RecentEnvironments;

  constructor(
    context: Pick<FeatureContext, 'connection' | 'extensionContext' | 'notifyProjectsRead' | 'services'>,
    added: AddedEnvironments,
  ) {
    this.#context = context;
    this.#added = added;
    this.#recent = new RecentEnvironments(context.extensionContext.workspaceState);
  }

  /** Returns the environment of a command: the one of its argument, or the one that the user picks. */
  readonly pick: PickEnvironment = async (argument, title, { purpose = 'change' } = {}) => {
    const environmentId = getStringArgument(argument, 'environmentId');
    if (environmentId !== undefined) {
      if (purpose !== 'delete') await this.#recent.add(this.#context.connection.baseUrl, environmentId);
      const projectName = getStringArgument(argument, 'projectName');
      const isProduction = getBooleanArgument(argument, 'isProduction');
      return {
        environmentId,
        environmentName: getStringArgument(argument, 'environmentName') ?? environmentId,
        ...omitUndefined({ projectName, isProduction }),
      };
    }
    return this.#pickFromList({ title, purpose });
  };

  /** Asks for a second environment, or an alternative to it. */
  readonly pickOther: PickOtherEnvironment = (title, excludedId, itemsAbove) =>
    this.#pickFromList({ title, purpose: 'read', itemsAbove }, excludedId);

  /** Asks for an environment or an alternative to it. */
  readonly pickOrAlternative: PickEnvironmentOrAlternative = (title, alternatives, onAccept) =>
    this.#pickFromList({ title, purpose: 'read', alternatives, onAccept });

  /** Lists all environments that can be picked. */
  async list(): Promise<readonly EnvironmentItem[]> {
    return this.#order(await this.#listItems(), 'read');
  }

  /** Asks for an environment that was added by ID. */
  async pickAdded(title: string, added: readonly AddedEnvironment[]): Promise<string> {
    const { createEnvironmentItem } = await import('../explorer/environmentItem.ts');
    const items = added.map((one) => createEnvironmentItem(toEnvironmentRef(one)));
    const { environment } = await pickOne(items, { title });
    return environment.environmentId;
  }

  async #pickFromList<T = never>(options: PickOptions<T>, excludedId?: string): Promise<EnvironmentRef | T> {
    const { connection } = this.#context;
    await connection.client();
    const environments = this.#listItems().then((all) =>
      this.#order(
        all.filter(
          ({ environment }) =>
            environment.environmentId !== excludedId &&
            !(options.purpose === 'delete' && environment.isProduction),
        ),
        options.purpose,
      ),
    );
    const picked = await pickFromItems(environments, options);
    const environmentId = getStringArgument(picked, 'environmentId');
    if (environmentId !== undefined && options.purpose !== 'delete')
      await this.#recent.add(connection.baseUrl, environmentId);
    return picked;
  }

  #order(items: readonly EnvironmentItem[], purpose: EnvironmentPurpose): readonly EnvironmentItem[] {
    return orderEnvironments(items, {
      recentIds: this.#recent.list(this.#context.connection.baseUrl),
      purpose,
    });
  }

  async #listItems(): Promise<readonly EnvironmentItem[]> {
    const { connection, services } = this.#context;
    const { createEnvironmentItem } = await import('../explorer/environmentItem.ts');
    const projects = await this.#listProjects();
    const linked = new Set((await services.findProjectFolders(projects)).map(({ projectId }) => projectId));
    const listed = projects.flatMap((project) =>
      project.environments.map((environment) => {
        const isProduction = project.productionEnvironment?.id === environment.id;
        const { id: environmentId, name: environmentName, latestDeployment } = environment;
        return createEnvironmentItem(
          { environmentId, environmentName, projectName: project.name, isProduction },
          { latestDeployment, isLinked: linked.has(project.id) },
        );
      }),
    );
    const ids = new Set(listed.map((one) => one.environment.environmentId));
    const added = connection.baseUrl === undefined ? [] : this.#added.list(connection.baseUrl);
    const addedItems = added
      .filter(({ id }) => !ids.has(id))
      .map((one) => createEnvironmentItem(toEnvironmentRef(one)));
    return addIdsToDuplicates([...listed, ...addedItems]);
  }

  async #listProjects(): Promise<readonly Project[]> {
    const { connection, services, notifyProjectsRead } = this.#context;
    const client = await connection.client();
    try {
      const projects = await client.projects.list({});
      notifyProjectsRead(connection.baseUrl ?? '', projects);
      return projects;
    } catch (error) {
      if (error instanceof ApiError && error.isUnsupportedOperation) return services.getCreatedProjects();
      throw error;
    }
  }
}

async function pickFromItems<T = never>(
  pendingEnvironments: Promise<readonly EnvironmentItem[]>,
  { title, purpose, itemsAbove = [], alternatives = [], onAccept }: PickOptions<T>,
): Promise<EnvironmentRef | T> {
  const addItem = {
    iconPath: new vscode.ThemeIcon('add'),
    label: vscode.l10n.t('Add Environment by ID...'),
    alwaysShow: true,
  };
  const items = pendingEnvironments.then((environments) => [
    ...itemsAbove,
    ...alternatives.filter(({ position }) => position === 'first'),
    ...environments,
    addItem,
    ...alternatives.filter(({ position }) => position !== 'first'),
  ]);
  const picked = await pickOne<EnvironmentItem | AlternativeItem<T> | typeof addItem>(items, {
    title,
    ...omitUndefined({ onAccept }),
    placeHolder: vscode.l10n.t('Select an environment by name or project'),
    canPreselect: (item) => purpose === 'read' || !('environment' in item && item.needsConfirmation),
  });
  if ('value' in picked) return picked.value;
  if ('environment' in picked) return picked.environment;
  const environment: unknown = await vscode.commands.executeCommand('hostedMcp.addEnvironment');
  const environmentId = getStringArgument(environment, 'id');
  if (environmentId === undefined) throw new vscode.CancellationError();
  return { environmentId, environmentName: getStringArgument(environment, 'name') ?? environmentId };
}

function toEnvironmentRef({ id, name, projectName }: AddedEnvironment): EnvironmentRef {
  return { environmentId: id, environmentName: name, ...omitUndefined({ projectName }) };
}

/** Adds the ID to items with the same label, such as environments of two projects with the same name. */
function addIdsToDuplicates(items: readonly EnvironmentItem[]): readonly EnvironmentItem[] {
  const counts = new Map<string, number>();
  for (const { label } of items) counts.set(label, (counts.get(label) ?? 0) + 1);
  return items.map((item) => {
    const { environmentId, projectName } = item.environment;
    // The description of an item without a project contains the ID.
    if (counts.get(item.label) === 1 || projectName === undefined) return item;
    return {
      ...item,
      description: [item.description, toPlainText(environmentId)].filter(Boolean).join(' · '),
    };
  });
}
