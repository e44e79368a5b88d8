import type * as vscode from 'vscode';

/** A page of a browser may ask few servers: nothing is tested there. */
export const registerTestExplorer = (_deps: unknown): vscode.Disposable => ({ dispose: () => undefined });
