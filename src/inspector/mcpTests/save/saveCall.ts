import * as vscode from 'vscode';
import { formatPath } from '../../../api/errors.ts';
import { toPlainText } from '../../../domain/plainText.ts';
import { confirm } from '../../../editor/confirm.ts';
import { createProgress, runSteps } from '../../../editor/steps.ts';
import { UserError } from '../../../editor/userError.ts';
import type { McpCall } from '../../mcpConnection.ts';
import { createRangeLookup } from '../explorer/rangeLookup.ts';
import { excludedFilePattern, type McpTest, testFilePattern } from '../testFile.ts';
import { insertTest } from './insertTest.ts';
import { createSaveSteps, type SaveTestAnswers } from './saveSteps.ts';
import { findSecretFields } from './secretFields.ts';
import type { CompletedCall } from './suggestExpectations.ts';

/**
 * Implements *Save Call as Test...*: prompts for the file, the name, and the expected response. Rejects with
 * `CancellationError` if the user cancels.
 */
export async function saveCall(completedCall: CompletedCall): Promise<void> {
  const { workspaceFolders: [folder] = [] } = vscode.workspace;
  if (!folder) {
    throw new UserError(vscode.l10n.t('Open a folder first. Tests are saved as files in the folder.'), {
      needsRemedy: true,
      remedies: [
        {
          label: vscode.l10n.t('Open Folder'),
          icon: 'folder-opened',
          command: 'workbench.action.files.openFolder',
        },
      ],
    });
  }
  const title = vscode.l10n.t('Save Call as Test');
  const files = await vscode.workspace.findFiles(testFilePattern, excludedFilePattern);
  const answers = await runSteps<SaveTestAnswers>(
    title,
    createSaveSteps(completedCall, folder, files),
    createProgress({}),
  );
  const { uri, name, expect } = answers;
  if (!uri || name === undefined || !expect) return;
  const test: McpTest = {
    name,
    ...toTestedCall(completedCall.call),
    ...(Object.keys(expect).length > 0 && { expect }),
  };
  await confirmSecrets(test);
  await writeTest(uri, test);
}

function toTestedCall(call: McpCall): Omit<McpTest, 'name'> {
  if (call.kind === 'resource') return { resource: call.uri };
  const { name, args } = call;
  const argumentFields = Object.keys(args).length === 0 ? {} : { arguments: args };
  return call.kind === 'tool' ? { tool: name, ...argumentFields } : { prompt: name, ...argumentFields };
}

/** Asks for confirmation if a test contains secrets, because test files are shared. */
async function confirmSecrets(test: McpTest): Promise<void> {
  const secretPaths = findSecretFields(test).map(formatPath);
  if (secretPaths.length === 0) return;
  await confirm(
    vscode.l10n.t('Save data that looks like a secret?'),
    vscode.l10n.t(
      'The file would contain the value of {0} in clear text, visible to anyone who can read the file.',
      secretPaths.join(', '),
    ),
    vscode.l10n.t('Save Anyway'),
  );
}

/** Adds a test to a new or existing file as one undoable edit, and reveals the test. */
async function writeTest(uri: vscode.Uri, test: McpTest): Promise<void> {
  const existing = (await fileExists(uri)) ? await vscode.workspace.openTextDocument(uri) : undefined;
  const text = existing?.getText() ?? '';
  const inserted = insertTest(text, test);
  if (!inserted) {
    throw new UserError(
      vscode.l10n.t("Nothing was added because {0} isn't a valid MCP test file.", workspacePath(uri)),
    );
  }
  const wasSaved = existing?.isDirty !== true;
  const edit = new vscode.WorkspaceEdit();
  if (!existing) edit.createFile(uri, { ignoreIfExists: true });
  const toRange = createRangeLookup(text);
  for (const { offset, length, content } of inserted.edits) {
    edit.replace(uri, toRange({ start: offset, end: offset + length }), content);
  }
  if (!(await vscode.workspace.applyEdit(edit))) {
    throw new UserError(vscode.l10n.t("Couldn't change {0}.", workspacePath(uri)));
  }
  const document = await vscode.workspace.openTextDocument(uri);
  // Unsaved changes of the user stay unsaved.
  if (wasSaved) await document.save();
  const { start, end } = inserted.span;
  const testRange = new vscode.Range(document.positionAt(start), document.positionAt(end));
  // An empty selection: the next keystroke would replace a selected test.
  const selection = new vscode.Range(testRange.start, testRange.start);
  const editor = await vscode.window.showTextDocument(document, { selection });
  editor.revealRange(testRange, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

async function fileExists(uri: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(uri);
    return true;
  } catch {
    return false;
  }
}

const workspacePath = (uri: vscode.Uri): string => toPlainText(vscode.workspace.asRelativePath(uri));
