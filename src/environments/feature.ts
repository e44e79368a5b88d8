import * as vscode from 'vscode';
import type { Deployment } from '../api/deployments.ts';
import type { Environment } from '../api/environmentRecord.ts';
import { ApiError } from '../api/errors.ts';
import type { Project } from '../api/projects.ts';
import type { DeletedEnvironment, PickEnvironment } from '../domain/environment.ts';
import { stringArgument } from '../editor/arguments.ts';
import type { CommandTable } from '../editor/commands.ts';
import { idRule } from '../editor/idRule.ts';
import { lazyCommands } from '../editor/lazyCommands.ts';
import { informationMessage } from '../editor/message.ts';
import { forgottenText, offerUndo } from '../editor/offerUndo.ts';
import type { ToProblem } from '../editor/problem.ts';
import { ask } from '../editor/question.ts';
import { settings } from '../editor/settings.ts';
import { UserError } from '../editor/userError.ts';
import type { Branch, Node } from '../explorer/node.ts';
import { CommandId, SettingId } from '../ids.ts';
import { AddedEnvironments } from './added.ts';
import { addedBranch, addedGroupBranch, projectBranch, rememberedRow } from './branches.ts';
import { Deleting } from './deleting.ts';
import { type Remembered, wayTo } from './nodes.ts';
import { createPages, type EnvironmentPages, type PagesDeps } from './pages.ts';
import {
  createPickEnvironment,
  createPickOrOther,
  createPickOther,
  type KnownProjects,
  type PickOrOther,
  type PickOther,
  pickAdded,
} from './pick.ts';
import { drawnProtected } from './protected.ts';
import { Redeploy } from './redeploy.ts';

/** The commands that are loaded when one of them is used. */
const lateIds = [
  CommandId.copyServerUrl,
  CommandId.openInBrowser,
  CommandId.copyId,
  CommandId.createEnvironment,
  CommandId.deleteEnvironment,
] as const;

interface EnvironmentsDeps extends Omit<PagesDeps, 'changedVariables' | 'seen'> {
  readonly state: vscode.Memento;
  readonly knownProjects: KnownProjects;
  /** The tree is to be asked again, or one row of it. */
  readonly changed: () => void;
  /** That row is to be drawn anew; nothing is read for it. */
  readonly redraw: (row: Node) => void;
  /** The service no longer has this project. */
  readonly projectGone: (project: Project) => void;
  /** Shows the row that these ids lead to. */
  readonly reveal: (path: readonly string[]) => Promise<unknown>;
  /** Pages of environments can be seen, or no more. */
  readonly pagesSeen: () => void;
  /** The service has it no more: what is open of it ends. */
  readonly deleted: (environment: DeletedEnvironment) => Promise<void>;
}

interface Environments extends vscode.Disposable {
  readonly commands: CommandTable;
  readonly branches: readonly Branch[];
  readonly pickEnvironment: PickEnvironment;
  /** Variables of this environment were changed: its rows, once drawn anew, say that it is to be deployed. */
  readonly variablesChanged: (environmentId: string, keys: readonly string[]) => Promise<void>;
  /** Keys of the variables that were changed since it was deployed. */
  readonly changedKeys: (environmentId: string) => readonly string[];
  /** The rows of this environment, or of all, are to be drawn anew; nothing is read for them. */
  readonly drawAnew: (environmentId?: string) => void;
  /** The rows of the tree for this environment. */
  readonly rowsOf: (environmentId: string) => readonly Node[];
  /** A row of the tree as it is to be drawn now. */
  readonly drawn: (row: Node) => Node;
  readonly pickOther: PickOther;
  readonly pickOrOther: PickOrOther;
  /** The row of an environment in another place: as the service has it now, or as it is remembered. */
  readonly rowAt: (at: string, remembered: Remembered, signal: AbortSignal) => Promise<Node>;
  readonly pages: Omit<EnvironmentPages, 'redraw' | 'sawDeployment' | 'deleted' | 'dispose'>;
  /** The newest deployment of an environment, as a feature has read it. */
  readonly sawDeployment: (environmentId: string, latestDeployment: Deployment) => Promise<void>;
}

/** The environments: those of a project, those added by id, their page, and the picker that all features use. */
export function createEnvironments({
  connection,
  toProblem,
  state,
  knownProjects,
  changed,
  redraw,
  projectGone,
  reveal,
  deleted,
  pagesSeen,
  ...pagesDeps
}: EnvironmentsDeps): Environments {
  const added = new AddedEnvironments(state);
  const redeploy: Redeploy = new Redeploy(connection, state, (id) => pages.redraw(id));
  const pages = createPages({
    ...{ connection, toProblem, ...pagesDeps, seen: pagesSeen },
    changedVariables: (id) => redeploy.markOf(id),
  });
  const pickEnvironment = createPickEnvironment(connection, added, state, knownProjects);
  const drawAnew = (environmentId?: string): void => {
    for (const row of redeploy.rowsOf(environmentId)) redraw(row);
  };
  const deleting = new Deleting(drawAnew);
  const protection = settings.onDidChange(SettingId.protectedEnvironments, () => {
    drawAnew();
    pages.redraw();
  });

  const get = async (id: string, signal?: AbortSignal): Promise<Environment> =>
    (await connection.client({ mayAsk: true })).environments.get(id, signal ? { signal } : {});

  /** Absent where the service does not say. */
  const nameOfProject = async (projectId: string | undefined): Promise<string | undefined> => {
    if (projectId === undefined) return undefined;
    try {
      return (await (await connection.client()).projects.get(projectId)).name;
    } catch (error) {
      if (error instanceof ApiError) return undefined;
      throw error;
    }
  };

  const addEnvironment = async (argument: unknown): Promise<Environment> => {
    await connection.client(); // Without a service there is nothing to add from.
    const given = stringArgument(argument, 'environmentId');
    const environment = given === undefined ? await askForEnvironment(get, toProblem) : await get(given);
    const projectName = await nameOfProject(environment.projectId);
    if (connection.baseUrl !== undefined) {
      await added.add(connection.baseUrl, {
        ...environment,
        ...(projectName !== undefined && { projectName }),
      });
    }
    changed();
    return environment;
  };

  const forgetEnvironment = async (argument: unknown): Promise<void> => {
    const { baseUrl } = connection;
    const known = baseUrl === undefined ? [] : added.list(baseUrl);
    if (baseUrl === undefined || known.length === 0) {
      void informationMessage(
        vscode.l10n.t('No environment was added by its ID here: there is nothing to forget.'),
      );
      return;
    }
    const id =
      stringArgument(argument, 'environmentId') ??
      (await pickAdded(vscode.l10n.t('Forget Environment'), known));
    const forgotten = known.find((one) => one.id === id);
    if (!forgotten) {
      throw new UserError(vscode.l10n.t('Only an environment that was added by its ID can be forgotten.'));
    }
    await added.forget(baseUrl, id);
    changed();
    void offerUndo(forgottenText(forgotten.name), async () => {
      await added.add(baseUrl, forgotten);
      changed();
    });
  };

  const showEnvironment = async (argument: unknown): Promise<unknown> => {
    const picked = await pickEnvironment(argument, vscode.l10n.t('Show Environment'));
    const projectId = stringArgument(argument, 'projectId');
    return pages.open({ ...picked, ...(projectId !== undefined && { projectId }) });
  };

  const dismissRedeploy = async (argument: unknown): Promise<string> => {
    const { environmentId } = await pickEnvironment(argument, vscode.l10n.t('Dismiss Redeploy Note'));
    await redeploy.dismiss(environmentId);
    drawAnew(environmentId);
    return environmentId;
  };

  const isKnown = (id: string): boolean =>
    redeploy.rowsOf(id).length > 0 || added.list(connection.baseUrl ?? '').some((one) => one.id === id);

  const gone = async (baseUrl: string, environmentId: string): Promise<void> => {
    await deleted({ baseUrl, environmentId });
    pages.deleted(environmentId);
    await redeploy.dismiss(environmentId);
    await added.forget(baseUrl, environmentId);
    changed();
  };

  const created = async (environment: Environment, projectId: string, isListed: boolean): Promise<void> => {
    const { baseUrl } = connection;
    // Where no project lists it, nothing else would show it.
    if (!isListed && baseUrl !== undefined) await added.add(baseUrl, environment);
    changed();
    // What keeps the tree from showing it, the tree says.
    await reveal(wayTo(environment.id, isListed ? projectId : undefined)).catch(() => undefined);
  };

  const sawDeployment = async (environmentId: string, latest: Deployment): Promise<void> => {
    pages.sawDeployment(environmentId, latest);
    if (await redeploy.sawDeployment(environmentId, latest)) drawAnew(environmentId);
  };

  const late = async (): Promise<CommandTable> => {
    const [{ addressCommands }, { createCommand }, { deleteCommand }] = await Promise.all([
      import('./addresses.ts'),
      import('./create.ts'),
      import('./delete.ts'),
    ]);
    return {
      ...addressCommands({ pickEnvironment, get }),
      [CommandId.createEnvironment]: createCommand({ connection, toProblem, created }),
      [CommandId.deleteEnvironment]: deleteCommand({
        ...{ connection, toProblem, pickEnvironment, deleting, isKnown, gone },
      }),
    };
  };

  return {
    branches: [
      projectBranch(connection, redeploy, projectGone),
      addedGroupBranch(connection, added),
      addedBranch(connection, added, redeploy),
    ],
    pickEnvironment,
    variablesChanged: (environmentId, keys) => redeploy.mark(environmentId, keys),
    changedKeys: (environmentId) => redeploy.keysOf(environmentId),
    drawAnew,
    rowsOf: (environmentId) => redeploy.rowsOf(environmentId),
    drawn: (row) => deleting.drawn(drawnProtected(redeploy.drawn(row))),
    pickOther: createPickOther(connection, added, knownProjects),
    pickOrOther: createPickOrOther(connection, added, state, knownProjects),
    rowAt: async (at, remembered, signal) =>
      rememberedRow(await connection.client(), remembered, { at, context: '' }, redeploy, signal),
    pages,
    sawDeployment,
    commands: {
      [CommandId.addEnvironment]: addEnvironment,
      [CommandId.forgetEnvironment]: forgetEnvironment,
      [CommandId.showEnvironment]: showEnvironment,
      ...lazyCommands(lateIds, late),
      [CommandId.dismissRedeploy]: dismissRedeploy,
    },
    dispose: () => {
      pages.dispose();
      protection.dispose();
    },
  };
}

function askForEnvironment(
  get: (id: string, signal: AbortSignal) => Promise<Environment>,
  toProblem: ToProblem,
): Promise<Environment> {
  return ask<Environment>({
    title: vscode.l10n.t('Add Environment by ID'),
    prompt: vscode.l10n.t('The ID of an environment, as in the address of its page in the web dashboard'),
    check: idRule(vscode.l10n.t('Type the ID of an environment.')),
    accept: (typed, signal) => get(typed.trim(), signal),
    explain: (error) => toProblem(error)?.message ?? vscode.l10n.t('Cancelled.'),
  });
}
