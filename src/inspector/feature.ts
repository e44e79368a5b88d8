import type { Context, Feature } from '../context.ts';
import { lazyCommands } from '../editor/lazyCommands.ts';
import { registerPanels } from '../editor/panel/panels.ts';
import { PanelType } from '../ids.ts';
import { whenTests } from './callTests/explorer/whenTests.node.ts';

/** The MCP inspector: what a server offers, called as an AI client would, with all that goes over the line. */
export function createInspector(context: Context): Feature {
  const { connection, services } = context;
  const panels = registerPanels(PanelType.inspector, async () =>
    (await import('./pages.node.ts')).inspectorPanels(context),
  );
  const tests = whenTests(context);
  return {
    commands: lazyCommands(['hostedMcp.inspectServer', 'hostedMcp.saveCallAsTest'], async () => {
      const { inspectServer } = await import('./pages.node.ts');
      return {
        'hostedMcp.inspectServer': (argument) => inspectServer({ connection, services, panels }, argument),
        'hostedMcp.saveCallAsTest': () => panels.active?.saveTest(),
      };
    }),
    isVisible: () => panels.isVisible,
    dispose: () => {
      tests.dispose();
      panels.dispose();
    },
  };
}
