import type { Analytics } from '../api/analytics.ts';
import type { FeatureContext, FeatureWithServices } from '../context.ts';
import { ContextKey } from '../editor/contextKey.ts';
import { registerPanels } from '../editor/panel/panels.ts';
import { getUserTimeZone } from '../editor/userTimeZone.ts';
import { ContextKeyId, PanelType } from '../ids.ts';

/**
 * Creates the Analytics feature: the command *Open Analytics*, and its tabs, which are restored with the editor. The
 * specification of the service doesn't include the operation (`insights.getAnalytics`).
 */
export function createAnalytics(context: FeatureContext): FeatureWithServices<'getUsageSummary'> {
  // Set after a request shows that the service doesn't support analytics. Hides the command.
  const lacksAnalytics = new ContextKey<boolean>(ContextKeyId.lacksAnalytics);
  const setSupported = (isSupported: boolean): void => lacksAnalytics.set(!isSupported);
  const listener = context.connection.onDidChange(() => setSupported(true));
  const panels = registerPanels(PanelType.analytics, async () =>
    (await import('./panel.ts')).createAnalyticsPanelKind(context, setSupported),
  );

  const showAnalytics = async (argument: unknown): Promise<Analytics | undefined> => {
    const { showAnalytics } = await import('./showAnalytics.ts');
    return showAnalytics(argument, context, panels, setSupported);
  };

  return {
    commands: { 'hostedMcp.showAnalytics': showAnalytics },
    services: {
      getUsageSummary: async (projectId, signal) => {
        const [client, { readUsageSummary }] = await Promise.all([
          context.connection.client(),
          import('./usageSummary.ts'),
        ]);
        return readUsageSummary(client, projectId, { now: Date.now(), zone: getUserTimeZone(), signal });
      },
    },
    onDidDeleteProject(project) {
      for (const panel of panels.all) panel.onProjectDeleted(project);
    },
    onDidReadProjects(baseUrl, projects) {
      for (const panel of panels.all) panel.onProjectsRead(baseUrl, projects);
    },
    // Shows the command again, in case the service now supports analytics.
    refresh() {
      setSupported(true);
      panels.retryFailed();
    },
    dispose() {
      listener.dispose();
      panels.dispose();
    },
  };
}
