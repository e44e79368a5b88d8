import type { Feature, FeatureContext } from '../context.ts';
import { createLazy } from '../editor/lazy.ts';
import { createLazyCommands } from '../editor/lazyCommands.ts';

/**
 * Creates the Links feature, which opens links to the editor: `…/environment/ID`, `…/environment/ID/logs`,
 * `…/deployment/ID/logs`, `…/project/ID`.
 */
export function createLinks(context: FeatureContext): Feature {
  const functions = createLazy(async () => (await import('./openLink.ts')).createLinkFunctions(context));
  const listener = context.onDidOpenLink(async (uri) => {
    // The sign-in handles the other link.
    if (uri.path !== '/callback') await (await functions.load()).open(uri);
  });
  return {
    commands: createLazyCommands(['hostedMcp.copyLink'], async () => (await functions.load()).table),
    dispose: () => listener.dispose(),
  };
}
