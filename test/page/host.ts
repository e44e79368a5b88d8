/** What is bundled for tests of pages: the extension, and what stands in for the editor around it. */
export { activate } from '../../src/extension.ts';
export { editor, origin, Uri } from './vscode.ts';
