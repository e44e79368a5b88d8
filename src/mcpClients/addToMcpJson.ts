import * as vscode from 'vscode';
import { toPlainText } from '../domain/plainText.ts';
import { confirm } from '../editor/confirm.ts';
import { getLineAndColumn, type OffsetRange } from '../editor/jsonDocument.ts';
import { showStatusMessage } from '../editor/message.ts';
import { pickMenu } from '../editor/pickBox.ts';
import { UserError } from '../editor/userError.ts';
import { type ConfiguredServer, createMcpJsonEntry } from './clientFormats.ts';
import { addServer, type McpFileChange } from './editMcpFile.ts';

/** The editor's command that opens the `mcp.json` file of the user. Extensions don't know its path. */
const openUserFileCommand = 'workbench.mcp.openUserMcpJson';

/** The end of the path of the user's file, also of a profile. Its scheme depends on the extension host. */
const userFilePath = /\/User\/(?:profiles\/[^/]+\/)?mcp\.json$/;

/** The time within which the editor shows a file after its command has ended, in milliseconds. */
const openTimeLimitMs = 10_000;

interface FileItem extends vscode.QuickPickItem {
  readonly open: () => Promise<vscode.TextDocument>;
}

/**
 * Implements *Add to mcp.json...*: adds a server to the `mcp.json` file of a folder or of the user, as one undoable edit,
 * and shows it. An entry with the same name is replaced only after a confirmation. Returns the URI of the file, or
 * `undefined` if the user cancels.
 */
export async function addToMcpJson(server: ConfiguredServer): Promise<string | undefined> {
  const picked = await pickMenu(listFiles(), {
    title: vscode.l10n.t('Add to mcp.json'),
    placeHolder: vscode.l10n.t('Select the file to which to add {0}', server.name),
  });
  if (!picked) return undefined;
  const document = await picked.open();
  const change = await createChange(document, server);
  const wasSaved = !document.isDirty;
  if (change.kind === 'changed') await applyChange(document, change.text);
  await show(document, change.range);
  // Unsaved changes of the user stay unsaved.
  if (change.kind === 'changed' && wasSaved && !(await document.save())) {
    throw new UserError(
      vscode.l10n.t("{0} was changed in this editor, but couldn't be saved.", formatPath(document)),
      { isPermanent: true },
    );
  }
  showStatusMessage(
    change.kind === 'changed'
      ? vscode.l10n.t('{0} was added', server.name)
      : vscode.l10n.t('The file already contains {0}', server.name),
  );
  return document.uri.toString();
}

async function listFiles(): Promise<readonly FileItem[]> {
  const { workspaceFolders = [] } = vscode.workspace;
  const commands = await vscode.commands.getCommands(true);
  return [
    ...workspaceFolders.map(({ name, uri }) => ({
      label: vscode.l10n.t('Workspace'),
      description: toPlainText(`${name}/.vscode/mcp.json`),
      open: () => openWorkspaceFile(vscode.Uri.joinPath(uri, '.vscode', 'mcp.json')),
    })),
    ...(commands.includes(openUserFileCommand)
      ? [{ label: vscode.l10n.t('User'), description: 'mcp.json', open: openUserFile }]
      : []),
  ];
}

/** Opens a file, or creates an empty one. */
async function openWorkspaceFile(uri: vscode.Uri): Promise<vscode.TextDocument> {
  try {
    return await vscode.workspace.openTextDocument(uri);
  } catch {
    const edit = new vscode.WorkspaceEdit();
    edit.createFile(uri, { ignoreIfExists: true });
    if (!(await vscode.workspace.applyEdit(edit)))
      throw new UserError(vscode.l10n.t("Couldn't create {0}.", formatPath({ uri })));
    return vscode.workspace.openTextDocument(uri);
  }
}

async function openUserFile(): Promise<vscode.TextDocument> {
  const { promise, resolve, reject } = Promise.withResolvers<vscode.TextDocument>();
  const check = (editor: vscode.TextEditor | undefined): void => {
    const { document } = editor ?? {};
    if (!document?.uri.path.endsWith('/mcp.json')) return;
    // The file of a workspace can be active until the editor shows the file of the user.
    const isInWorkspace = vscode.workspace.getWorkspaceFolder(document.uri) !== undefined;
    if (!isInWorkspace || userFilePath.test(document.uri.path)) resolve(document);
  };
  // The extension host is notified of the editor after the command has ended.
  const listener = vscode.window.onDidChangeActiveTextEditor(check);
  const timer = setTimeout(
    () => reject(new UserError(vscode.l10n.t("The editor didn't open the mcp.json file of the user."))),
    openTimeLimitMs,
  );
  try {
    await vscode.commands.executeCommand(openUserFileCommand);
    check(vscode.window.activeTextEditor);
    return await promise;
  } finally {
    listener.dispose();
    clearTimeout(timer);
  }
}

/** Returns the change of a file. Rejects with a `CancellationError` if the user doesn't replace an existing entry. */
async function createChange(document: vscode.TextDocument, server: ConfiguredServer) {
  const entry = createMcpJsonEntry(server);
  const text = document.getText();
  let change = addServer(text, server.name, entry, false);
  if (change.kind === 'exists') {
    await confirm(
      vscode.l10n.t('Replace the server {0}?', server.name),
      vscode.l10n.t('{0} already contains another server with this name.', formatPath(document)),
      vscode.l10n.t('Replace'),
    );
    change = addServer(text, server.name, entry, true);
  }
  if (change.kind === 'invalid') {
    await show(document, { start: change.offset, end: change.offset });
    throw new UserError(describeInvalidFile(document, change), { isPermanent: true });
  }
  return change;
}

function describeInvalidFile(
  document: vscode.TextDocument,
  { offset, field }: Extract<McpFileChange, { kind: 'invalid' }>,
): string {
  const { line, column } = getLineAndColumn(document.getText(), offset);
  const position = [formatPath(document), line, column] as const;
  switch (field) {
    case undefined:
      return vscode.l10n.t(
        'Nothing was added, because {0} contains invalid JSON at line {1}, column {2}. Correct the file, and try again.',
        ...position,
      );
    case 'inputs':
      return vscode.l10n.t(
        "Nothing was added, because the value at line {1}, column {2} of {0} isn't an array. Correct the file, and try again.",
        ...position,
      );
    default:
      return vscode.l10n.t(
        "Nothing was added, because the value at line {1}, column {2} of {0} isn't an object. Correct the file, and try again.",
        ...position,
      );
  }
}

/** Replaces the part of a document that differs from `text`. */
async function applyChange(document: vscode.TextDocument, text: string): Promise<void> {
  const before = document.getText();
  let start = 0;
  while (start < before.length && before[start] === text[start]) start++;
  let length = 0;
  const maxLength = Math.min(before.length, text.length) - start;
  while (length < maxLength && before.at(-1 - length) === text.at(-1 - length)) length++;
  const edit = new vscode.WorkspaceEdit();
  const range = new vscode.Range(document.positionAt(start), document.positionAt(before.length - length));
  edit.replace(document.uri, range, text.slice(start, text.length - length));
  if (!(await vscode.workspace.applyEdit(edit)))
    throw new UserError(vscode.l10n.t("Couldn't change {0}.", formatPath(document)));
}

/** Shows a range of a document, with the cursor at its start. */
async function show(document: vscode.TextDocument, { start, end }: OffsetRange): Promise<void> {
  const range = new vscode.Range(document.positionAt(start), document.positionAt(end));
  const selection = new vscode.Range(range.start, range.start);
  const editor = await vscode.window.showTextDocument(document, { selection });
  editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

const formatPath = ({ uri }: Pick<vscode.TextDocument, 'uri'>): string =>
  toPlainText(vscode.workspace.asRelativePath(uri));
