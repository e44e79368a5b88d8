import { registerHooks } from 'node:module';

/** The module that tests of pages have in place of the editor's API: what the extension needs is added there, once for both. */
const standIn = new URL('../page/vscode.ts', import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'vscode' ? { url: standIn, shortCircuit: true } : next(specifier, context),
});
