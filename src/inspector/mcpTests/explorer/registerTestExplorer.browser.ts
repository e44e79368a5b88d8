import type * as vscode from 'vscode';

/** Registers nothing: in a browser, most servers don't accept requests from the editor's origin. */
export const registerTestExplorer = (_context: unknown): vscode.Disposable => ({ dispose: () => undefined });
