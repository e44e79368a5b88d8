import * as vscode from 'vscode';

/** Whether the editor changes a text as it saves it, by what its user has set. */
export function isChangedOnSave({ uri, languageId }: vscode.TextDocument): boolean {
  const { getConfiguration } = vscode.workspace;
  const editor = getConfiguration('editor', { uri, languageId });
  const actions = editor.get<Readonly<Record<string, unknown>>>('codeActionsOnSave') ?? {};
  return (
    editor.get('formatOnSave') === true ||
    getConfiguration('files', { uri, languageId }).get('trimTrailingWhitespace') === true ||
    Object.values(actions).some((when) => when !== false && when !== 'never')
  );
}
