import type { TestExplorerRegistration } from './registerTestExplorer.node.ts';

/** Registers nothing: in a browser, most servers don't accept requests from the editor's origin. */
export const registerTestExplorer = (_context: unknown): TestExplorerRegistration => ({
  explainFailure: async () => undefined,
  dispose: () => undefined,
});
