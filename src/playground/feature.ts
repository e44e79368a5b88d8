import type { FeatureContext, FeatureWithServices } from '../context.ts';
import { createLazyCommands } from '../editor/lazyCommands.ts';
import { PlaygroundService } from './playgroundService.ts';

const commandIds = [
  'hostedMcp.showPlayground',
  'hostedMcp.copyExamplePrompt',
  'hostedMcp.tryExamplePrompt',
  'hostedMcp.enablePlayground',
  'hostedMcp.disablePlayground',
  'hostedMcp.editPlayground',
] as const;

/**
 * Creates the feature for playgrounds (`environments.getPlayground`, `environments.updatePlayground`): rows below each
 * environment with an enabled playground, a summary for its page, and a document.
 */
export function createPlayground(context: FeatureContext): FeatureWithServices<'getPlaygroundSummary'> {
  const playgrounds = new PlaygroundService(context);
  const { rows, documents } = playgrounds;
  return {
    branches: rows.branches,
    decorate: (row) => playgrounds.decorate(row),
    services: {
      getPlaygroundSummary: async (environmentId, signal) => {
        const [response, { summarizePlayground }] = await Promise.all([
          playgrounds.read(environmentId, { signal }),
          import('./summarizePlayground.ts'),
        ]);
        return { summary: summarizePlayground(response, playgrounds.isWritable), response };
      },
    },
    refresh: () => {
      playgrounds.setWritable(true);
      void documents.refresh();
    },
    commands: createLazyCommands(commandIds, async () => {
      const { createPlaygroundCommands } = await import('./commands.ts');
      return createPlaygroundCommands(playgrounds);
    }),
    dispose: () => playgrounds.dispose(),
  };
}
