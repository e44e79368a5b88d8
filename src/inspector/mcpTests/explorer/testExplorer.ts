import * as vscode from 'vscode';
import type { FeatureContext } from '../../../context.ts';
import { showWarning } from '../../../editor/message.ts';
import { offerRemedies } from '../../../editor/offerRemedies.ts';
import type { OpenReadOnlyDocument } from '../../documents/readOnlyDocuments.ts';
import { createWindowLease } from '../../inspectorContext.ts';
import { createFailedTests, type FailedTests } from './failedTests.ts';
import { pickTargets } from './pickTargets.ts';
import { runTests } from './runTests.ts';
import { createTargetSelection, getTestTargetTitle, type TestTarget } from './targets.ts';
import { watchTestFiles } from './testFileWatcher.ts';
import { createTestTree } from './testTree.ts';

export type TestExplorerContext = Pick<
  FeatureContext,
  'connection' | 'services' | 'toProblem' | 'log' | 'version' | 'extensionContext'
> & { readonly openText: OpenReadOnlyDocument };

/** Creates *MCP Tests* in the Testing view from the test files of the workspace. */
export function createTestExplorer(
  context: TestExplorerContext,
): vscode.Disposable & { readonly failedTests: FailedTests } {
  const { connection, services, toProblem, log, version, extensionContext, openText } = context;
  const { secrets, workspaceState } = extensionContext;
  const failedTests = createFailedTests(context);
  const runContext = {
    failedTests,
    connection,
    services,
    toProblem,
    version,
    secrets,
    workspaceState,
    openText,
    lease: createWindowLease(context),
  };
  const controller = vscode.tests.createTestController('hosted-mcp-tests', vscode.l10n.t('MCP Tests'));
  const tree = createTestTree(controller);
  const targets = createTargetSelection(extensionContext.workspaceState);
  const fileWatcher = watchTestFiles(tree.update);
  const getSelectedTargets = (): readonly TestTarget[] => targets.listForService(connection.baseUrl);

  async function chooseTargets(): Promise<void> {
    await targets.set(await pickTargets(context, getSelectedTargets()));
    updateTargets();
  }

  /** Runs an operation and reports its error, unless the user canceled. */
  async function runAndReport(operation: () => Promise<void>): Promise<void> {
    try {
      await operation();
    } catch (error) {
      const problem = toProblem(error);
      if (!problem) return;
      log.error(`MCP Tests: ${problem.message}`);
      void offerRemedies(problem, () => runAndReport(operation));
    }
  }

  async function run(
    request: vscode.TestRunRequest,
    token: vscode.CancellationToken,
    mustPrompt: boolean,
  ): Promise<void> {
    if (!vscode.workspace.isTrusted) return void promptForTrust();
    const isPrompting = mustPrompt || getSelectedTargets().length === 0;
    // A test of a previous target runs on the targets that are selected now.
    const include = isPrompting ? request.include?.map(tree.toTestItem) : request.include;
    if (isPrompting) await chooseTargets();
    const tests = tree.listRunnableTests({ include, exclude: request.exclude });
    if (!token.isCancellationRequested) {
      await runTests(runContext, tests, () => controller.createTestRun(request));
    }
  }

  const createProfile = (label: string, mustPrompt: boolean) =>
    controller.createRunProfile(
      label,
      vscode.TestRunProfileKind.Run,
      (request, token) => runAndReport(() => run(request, token, mustPrompt)),
      !mustPrompt,
    );
  const defaultProfile = createProfile('', false);
  defaultProfile.configureHandler = () => void runAndReport(chooseTargets);
  createProfile(vscode.l10n.t('Run On...'), true);

  function updateTargets(): void {
    const [first, ...more] = getSelectedTargets();
    tree.setTargets(getSelectedTargets());
    defaultProfile.label = first ? runLabel(first, more.length) : vscode.l10n.t('Run MCP Tests');
  }

  controller.refreshHandler = () => fileWatcher.refresh();
  updateTargets();
  fileWatcher.refresh().catch((error: unknown) => log.error(`MCP Tests: ${String(error)}`));
  const connectionListener = connection.onDidChange(updateTargets);
  const disposable = vscode.Disposable.from(controller, fileWatcher, connectionListener);
  return { failedTests, dispose: () => disposable.dispose() };
}

function runLabel(first: TestTarget, more: number): string {
  const title = getTestTargetTitle(first);
  return more === 0
    ? vscode.l10n.t('Run on {0}', title)
    : vscode.l10n.t('Run on {0} and {1} More', title, more);
}

/** Prompts the user to trust the workspace, because running a test sends data from its files. */
async function promptForTrust(): Promise<void> {
  const label = vscode.l10n.t('Manage Workspace Trust');
  const message = vscode.l10n.t(
    "This workspace isn't trusted, so its MCP tests can't run. Tests send data from workspace files to a server.",
  );
  if ((await showWarning(message, label)) === label) {
    await vscode.commands.executeCommand('workbench.trust.manage');
  }
}
