import * as vscode from 'vscode';
import type { FeatureContext } from '../../../context.ts';
import { toPlainText } from '../../../domain/plainText.ts';
import { readEnvironmentTarget } from '../../inspectorTarget.ts';
import { filterStrings, isJsonObject } from '../../schema/json.ts';
import { testTaskType } from '../testFile.ts';
import { createTargetSelection, getTestTargetTitle, type TestTarget } from './targets.ts';

/** Creates tasks that run the `mcp-test` command line in a terminal, with the editor's Node.js. */
export function createTaskProvider({
  connection,
  extensionContext,
}: Pick<FeatureContext, 'connection' | 'extensionContext'>): vscode.TaskProvider {
  const program = vscode.Uri.joinPath(extensionContext.extensionUri, 'dist', 'mcpTest.cjs').fsPath;

  /** Returns the URL of a target; `undefined` if reading it requires a prompt. */
  async function resolveUrl(target: TestTarget): Promise<string | undefined> {
    if ('url' in target) return target.url;
    // The command line can't prompt for the values that such a server needs.
    const { baseUrl } = connection;
    if ('entry' in target || baseUrl === undefined) return undefined;
    try {
      return (await readEnvironmentTarget(connection, baseUrl, target.environment)).url;
    } catch {
      return undefined;
    }
  }

  return {
    /** Returns one task for all servers that the tests ran on last. */
    async provideTasks() {
      const chosen = createTargetSelection(extensionContext.workspaceState).listForService(
        connection.baseUrl,
      );
      const addresses = await Promise.all(chosen.map(resolveUrl));
      const servers = chosen.flatMap((target, index) => {
        const address = addresses[index];
        return address === undefined ? [] : [[serverArgumentName(target), address] as const];
      });
      if (servers.length === 0 || servers.length < chosen.length) return [];
      const definition = { type: testTaskType, servers: Object.fromEntries(servers) };
      const names = servers.map(([name]) => name).join(', ');
      return [createTestTask(definition, vscode.TaskScope.Workspace, names, program)];
    },
    resolveTask: ({ definition, scope = vscode.TaskScope.Workspace, name }) =>
      createTestTask(definition, scope, name, program),
  };
}

/** Returns the name of a target as a valid `NAME` of `--server NAME=URL`. */
const serverArgumentName = (target: TestTarget): string =>
  toPlainText(getTestTargetTitle(target)).replaceAll('=', '-');

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
      // Makes the editor's executable run as Node.js.
      env: { ELECTRON_RUN_AS_NODE: '1' },
    },
  );
  const allowed = scope as vscode.WorkspaceFolder | vscode.TaskScope.Workspace;
  const task = new vscode.Task(definition, allowed, name, vscode.l10n.t('MCP Tests'), execution, []);
  task.group = vscode.TaskGroup.Test;
  return task;
}

/**
 * Converts a task definition to program arguments. Fields of a wrong type are omitted: the editor marks them, and the
 * program reports missing ones.
 */
function toProgramArguments({ servers, files, junit, timeout }: vscode.TaskDefinition): readonly string[] {
  const named = Object.entries(isJsonObject(servers) ? servers : {});
  return [
    ...filterStrings(files),
    ...named.flatMap(([name, url]) => ['--server', `${name}=${String(url)}`]),
    ...(typeof junit === 'string' ? ['--junit', junit] : []),
    ...(typeof timeout === 'number' ? ['--timeout', String(timeout)] : []),
  ];
}
