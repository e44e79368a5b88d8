import './fakeEditorHook.ts';
import { createClient } from '../../src/api/client.ts';
import type { Connection } from '../../src/auth/connection.ts';
import type { FeatureContext } from '../../src/context.ts';
import { rootNode } from '../../src/explorer/node.ts';
import { StaleRows } from '../../src/explorer/staleRows.ts';
import type { Measurement } from './measurement.ts';
import { type ServiceProcess, startServiceProcess } from './serviceProcess.ts';
import { sized } from './size.ts';
import { measureInTurns } from './statistics.ts';

const projects = sized(1000, 10);

/**
 * Measures the root of a tree with 1,000 projects of 5 environments: requested, validated, converted to rows,
 * and drawn, against the request and its JSON alone.
 */
export async function run(): Promise<Measurement[]> {
  const { createProjects } = await import('../../src/projects/feature.ts');
  const { createDeploymentLabels } = await import('../../src/explorer/deploymentLabels.ts');
  const { toTreeItem, loadChildren } = await import('../../src/explorer/treeItems.ts');
  const service = await startServiceProcess('--projects', String(projects));
  try {
    const doNothing = () => undefined;
    const state = {
      get: (_key: string, fallback?: unknown) => fallback,
      update: async () => {},
      keys: () => [],
    };
    const { branches = [] } = createProjects({
      connection: connectionTo(service),
      extensionContext: { globalState: state, workspaceState: state },
      notifyProjectsRead: doNothing,
      tree: {},
      services: {},
    } as unknown as FeatureContext);
    const { signal } = new AbortController();
    const staleRows = new StaleRows();
    const states = createDeploymentLabels('en', Date.now);
    const drawTree = async (canUseCache: boolean): Promise<number> => {
      const rows = await loadChildren(
        { branches, toProblem: doNothing, signal, staleRows },
        rootNode,
        canUseCache,
      );
      return rows.map((row) => toTreeItem(row, true, undefined, states.render(row, row))).length;
    };
    if ((await drawTree(false)) < projects)
      throw new Error('The tree has fewer rows than there are projects.');
    const time = await measureInTurns(sized(60, 1), {
      tree: () => drawTree(false),
      fetch: async () => {
        const headers = { Authorization: `Bearer ${service.apiKey}` };
        await (await fetch(`${service.url}/v1/projects`, { headers })).json();
      },
      again: () => drawTree(true),
    });
    const baseline = { value: time.fetch, name: 'Request and JSON parsing alone' };
    const name = `Tree of ${projects.toLocaleString('en')} projects with 5 environments each: loading the project rows`;
    return [
      { name, value: time.tree, unit: 'ms', baseline, budget: { quantity: 'ratio', max: 1.2 } },
      {
        name: `Tree of ${projects.toLocaleString('en')} projects with 5 environments each: filtering the project rows`,
        value: time.again,
        unit: 'ms',
        baseline,
      },
    ];
  } finally {
    await service.close();
  }
}

function connectionTo({ url, apiKey }: ServiceProcess): Connection {
  const client = createClient({ baseUrl: url, getToken: async () => apiKey });
  const never = () => ({ dispose: () => undefined });
  return {
    baseUrl: url,
    knownSecrets: [],
    state: async () => 'ready',
    account: async () => undefined,
    client: async () => client,
    onDidChange: never,
    onDidChangeRejected: never,
  };
}
