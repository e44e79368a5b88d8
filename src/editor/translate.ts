/** `vscode.l10n.t`, handed to words that are tested without an editor. */
export type Translate = (message: string, ...args: readonly (string | number | boolean)[]) => string;
