import { registerHooks } from 'node:module';

/** The fake of the editor's API that the page tests use. Makes Node load it in place of `vscode`. */
const fakeEditor = new URL('../page/vscode.ts', import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'vscode' ? { url: fakeEditor, shortCircuit: true } : next(specifier, context),
});
