import * as vscode from 'vscode';
import type { Environment } from '../api/environmentRecord.ts';
import { ApiError } from '../api/errors.ts';
import type { Connection } from '../auth/connection.ts';
import { answer } from '../editor/answers.ts';
import type { CommandTable } from '../editor/commands.ts';
import { idRule } from '../editor/idRule.ts';
import type { Describe } from '../editor/problem.ts';
import { ask } from '../editor/question.ts';
import { UserError } from '../editor/userError.ts';
import type { Branch, Node } from '../explorer/node.ts';
import { CommandId } from '../ids.ts';
import { AddedEnvironments } from './added.ts';
import { addedBranch, addedGroupBranch, projectBranch } from './branches.ts';
import {
  createPickEnvironment,
  createPickOther,
  type PickEnvironment,
  type PickOther,
  pickAdded,
} from './pick.ts';
import { Redeploy } from './redeploy.ts';
import { EnvironmentPages } from './show.ts';

interface EnvironmentsDeps {
  readonly connection: Connection;
  readonly describe: Describe;
  readonly state: vscode.Memento;
  /** The tree is to be asked again, or one row of it. */
  readonly changed: (row?: Node) => void;
}

interface Environments extends vscode.Disposable {
  readonly commands: CommandTable;
  readonly branches: readonly Branch[];
  readonly pickEnvironment: PickEnvironment;
  /** Variables of this environment were changed: its rows, once drawn again, say that it is to be deployed. */
  readonly variablesChanged: (environmentId: string) => Promise<void>;
  /** The rows of the tree for this environment. */
  readonly rowsOf: (environmentId: string) => readonly Node[];
  /** A row of the tree as it is to be drawn now. */
  readonly drawn: (row: Node) => Node;
  readonly pickOther: PickOther;
}

/** The environments: those of a project, those added by id, their page, and the picker that all features use. */
export function createEnvironments({ connection, describe, state, changed }: EnvironmentsDeps): Environments {
  const added = new AddedEnvironments(state);
  const pages = new EnvironmentPages(connection, describe);
  const redeploy = new Redeploy(connection, state);
  const pickEnvironment = createPickEnvironment(connection, added, state);

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
    const given = answer(argument, 'environmentId');
    const environment = given === undefined ? await askForEnvironment(get, describe) : await get(given);
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
      void vscode.window.showInformationMessage(
        vscode.l10n.t('No environment was added by its ID here: there is nothing to forget.'),
      );
      return;
    }
    const id =
      answer(argument, 'environmentId') ?? (await pickAdded(vscode.l10n.t('Forget Environment'), known));
    const forgotten = known.find((one) => one.id === id);
    if (!forgotten) {
      throw new UserError(vscode.l10n.t('Only an environment that was added by its id can be forgotten.'));
    }
    await added.forget(baseUrl, id);
    changed();
    void offerUndo(forgotten.name, async () => {
      await added.add(baseUrl, forgotten);
      changed();
    });
  };

  const showEnvironment = async (argument: unknown): Promise<Environment> => {
    const title = vscode.l10n.t('Show Environment');
    const { environmentId, projectName } = await pickEnvironment(argument, title);
    const environment = await get(environmentId);
    await pages.show(environment, projectName ?? (await nameOfProject(environment.projectId)));
    return environment;
  };

  const copyServerUrl = async (argument: unknown): Promise<string | undefined> => {
    const title = vscode.l10n.t('Copy MCP Server URL');
    const url =
      answer(argument, 'mcpServerUrl') ??
      (await get((await pickEnvironment(argument, title)).environmentId)).mcpServerUrl;
    if (url === undefined) throw new UserError(vscode.l10n.t('This environment has no server address yet.'));
    await vscode.env.clipboard.writeText(url);
    vscode.window.setStatusBarMessage(vscode.l10n.t('$(check) Server URL copied'), 3000);
    return url;
  };

  const copyId = async (argument: unknown): Promise<string> => {
    const id =
      answer(argument, 'environmentId') ??
      answer(argument, 'projectId') ??
      (await pickEnvironment(argument, vscode.l10n.t('Copy ID'))).environmentId;
    await vscode.env.clipboard.writeText(id);
    vscode.window.setStatusBarMessage(vscode.l10n.t('$(check) ID copied'), 3000);
    return id;
  };

  const dismissRedeploy = async (argument: unknown): Promise<string> => {
    const { environmentId } = await pickEnvironment(argument, vscode.l10n.t('Dismiss Redeploy Note'));
    await redeploy.dismiss(environmentId);
    for (const row of redeploy.rowsOf(environmentId)) changed(row);
    return environmentId;
  };

  return {
    branches: [
      projectBranch(connection, redeploy),
      addedGroupBranch(connection, added),
      addedBranch(connection, added, redeploy),
    ],
    pickEnvironment,
    variablesChanged: (environmentId) => redeploy.mark(environmentId),
    rowsOf: (environmentId) => redeploy.rowsOf(environmentId),
    drawn: (row) => redeploy.drawn(row),
    pickOther: createPickOther(connection, added),
    commands: {
      [CommandId.addEnvironment]: addEnvironment,
      [CommandId.forgetEnvironment]: forgetEnvironment,
      [CommandId.showEnvironment]: showEnvironment,
      [CommandId.copyServerUrl]: copyServerUrl,
      [CommandId.copyId]: copyId,
      [CommandId.dismissRedeploy]: dismissRedeploy,
    },
    dispose: () => pages.dispose(),
  };
}

function askForEnvironment(
  get: (id: string, signal: AbortSignal) => Promise<Environment>,
  describe: Describe,
): Promise<Environment> {
  return ask<Environment>({
    title: vscode.l10n.t('Add Environment by ID'),
    prompt: vscode.l10n.t('The id of an environment, as in the address of its page in the web dashboard'),
    check: idRule(vscode.l10n.t('Type the id of an environment.')),
    accept: (typed, signal) => get(typed.trim(), signal),
    explain: (error) => describe(error)?.message ?? vscode.l10n.t('Cancelled.'),
  });
}

async function offerUndo(name: string, undo: () => Promise<void>): Promise<void> {
  const label = vscode.l10n.t('Undo');
  const picked = await vscode.window.showInformationMessage(
    vscode.l10n.t('"{0}" is forgotten in this editor. It is unchanged on the service.', name),
    label,
  );
  if (picked === label) await undo();
}
