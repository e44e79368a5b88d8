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

  /** Returns the URL of a target; `undefined` if it can't be read without a prompt. */
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
    /** Returns one task for all selected servers, or none if the URL of one of them can't be read. */
    async provideTasks() {
      const selectedTargets = createTargetSelection(extensionContext.workspaceState).listForService(
        connection.baseUrl,
      );
      const urls = await Promise.all(selectedTargets.map(resolveUrl));
      const servers = selectedTargets.flatMap((target, index) => {
        const url = urls[index];
        return url === undefined ? [] : [[createServerName(target), url] as const];
      });
      if (servers.length === 0 || servers.length < selectedTargets.length) return [];
      const definition = { type: testTaskType, servers: Object.fromEntries(servers) };
      const serverNames = servers.map(([name]) => name).join(', ');
      return [createTestTask(definition, vscode.TaskScope.Workspace, serverNames, program)];
    },
    resolveTask: ({ definition, scope = vscode.TaskScope.Workspace, name }) =>
      createTestTask(definition, scope, name, program),
  };
}

/** Creates a name for a target that is valid in `--server NAME=URL`. */
const createServerName = (target: TestTarget): string =>
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
  const taskScope = scope as vscode.WorkspaceFolder | vscode.TaskScope.Workspace;
  const task = new vscode.Task(definition, taskScope, name, vscode.l10n.t('MCP Tests'), execution, []);
  task.group = vscode.TaskGroup.Test;
  return task;
}

/**
 * Converts a task definition to program arguments. Omits fields of a wrong type: the editor marks them in `tasks.json`,
 * and the program reports missing ones.
 */
function toProgramArguments({ servers, files, junit, timeout }: vscode.TaskDefinition): readonly string[] {
  const serverEntries = Object.entries(isJsonObject(servers) ? servers : {});
  return [
    ...filterStrings(files),
    ...serverEntries.flatMap(([name, url]) => ['--server', `${name}=${String(url)}`]),
    ...(typeof junit === 'string' ? ['--junit', junit] : []),
    ...(typeof timeout === 'number' ? ['--timeout', String(timeout)] : []),
  ];
}
