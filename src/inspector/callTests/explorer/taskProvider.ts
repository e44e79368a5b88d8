import * as vscode from 'vscode';
import type { Context } from '../../../context.ts';
import { plainText } from '../../../domain/plainText.ts';
import { readEnvironmentTarget } from '../../inspectorTarget.ts';
import { isJsonObject, stringItems } from '../../schema/json.ts';
import { createTargetSelection, type TestTarget, testTargetTitle } from './targets.ts';
import { taskType } from './taskType.ts';

/** Tasks that run `mcp-test`, the command line, in a terminal, on the Node of the editor. */
export function createTaskProvider({
  connection,
  extension,
}: Pick<Context, 'connection' | 'extension'>): vscode.TaskProvider {
  const program = vscode.Uri.joinPath(extension.extensionUri, 'dist', 'mcpTest.cjs').fsPath;

  /** `undefined`: it can't be found out without asking someone. */
  async function resolveUrl(target: TestTarget): Promise<string | undefined> {
    if ('url' in target) return target.url;
    // The command line has no one to ask for what such a server needs.
    const { baseUrl } = connection;
    if ('entry' in target || baseUrl === undefined) return undefined;
    try {
      return (await readEnvironmentTarget(connection, baseUrl, target.environment)).url;
    } catch {
      return undefined;
    }
  }

  return {
    /** The servers that tests were run on last, all in one task. */
    async provideTasks() {
      const chosen = createTargetSelection(extension.workspaceState).forService(connection.baseUrl);
      const addresses = await Promise.all(chosen.map(resolveUrl));
      const servers = chosen.flatMap((target, index) => {
        const address = addresses[index];
        return address === undefined ? [] : [[serverArgumentName(target), address] as const];
      });
      if (servers.length === 0 || servers.length < chosen.length) return [];
      const definition = { type: taskType, servers: Object.fromEntries(servers) };
      const names = servers.map(([name]) => name).join(', ');
      return [createTestTask(definition, vscode.TaskScope.Workspace, names, program)];
    },
    resolveTask: ({ definition, scope = vscode.TaskScope.Workspace, name }) =>
      createTestTask(definition, scope, name, program),
  };
}

/** As `--server` takes it. */
const serverArgumentName = (target: TestTarget): string =>
  plainText(testTargetTitle(target)).replaceAll('=', '-');

function createTestTask(
  definition: vscode.TaskDefinition,
  scope: vscode.WorkspaceFolder | vscode.TaskScope,
  name: string,
  program: string,
): vscode.Task {
  const execution = new vscode.ProcessExecution(
    process.execPath,
    [program, ...toProgramArguments(definition)],
    {
      // The program of the editor is a Node then.
      env: { ELECTRON_RUN_AS_NODE: '1' },
    },
  );
  const allowed = scope as vscode.WorkspaceFolder | vscode.TaskScope.Workspace;
  const task = new vscode.Task(definition, allowed, name, vscode.l10n.t('MCP Tests'), execution, []);
  task.group = vscode.TaskGroup.Test;
  return task;
}

/** What is of another type is left out: the editor marks it where it is written, and the program says what is missing. */
function toProgramArguments({ servers, files, junit, timeout }: vscode.TaskDefinition): readonly string[] {
  const named = Object.entries(isJsonObject(servers) ? servers : {});
  return [
    ...stringItems(files),
    ...named.flatMap(([name, url]) => ['--server', `${name}=${String(url)}`]),
    ...(typeof junit === 'string' ? ['--junit', junit] : []),
    ...(typeof timeout === 'number' ? ['--timeout', String(timeout)] : []),
  ];
}
