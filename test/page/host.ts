/** The entry point of the bundle for page tests: the extension and the fake editor. */
export { activate } from '../../src/extension.ts';
export { editor, origin, Uri } from './vscode.ts';
