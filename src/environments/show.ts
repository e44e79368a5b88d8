import * as vscode from 'vscode';
import type { Connection } from '../auth/connection.ts';
import { MarkdownPages } from '../editor/markdownPages.ts';
import type { Describe } from '../editor/problem.ts';
import { placeOf } from '../explorer/target.ts';
import { dateText } from './dates.ts';
import { type Found, findEnvironment } from './find.ts';
import { deploymentFacts, domainText } from './nodes.ts';
import { environmentPage } from './page.ts';

/** What is known besides, where the service does not say it. */
type Known = Omit<Found, 'environment'>;

interface EnvironmentPages extends vscode.Disposable {
  show(found: Found, known: Known): Promise<void>;
  /** The page of this environment says what there is now, if it is open. */
  changed(environmentId: string): void;
}

/** Environments (E12) as pages. */
export function createEnvironmentPages(connection: Connection, describe: Describe): EnvironmentPages {
  const pages = new MarkdownPages<Known & { readonly environmentId: string }>({
    scheme: 'hosted-mcp-environment',
    text: async ({ environmentId, ...known }) =>
      textOf(await findEnvironment(await connection.client(), environmentId, { mayLack: true }), known),
    describe,
  });
  return {
    show: (found, known) => {
      const { id, name } = found.environment;
      return pages.show(name, { environmentId: id, ...known }, textOf(found, known));
    },
    changed: (environmentId) => pages.changed((shown) => shown.environmentId === environmentId),
    dispose: () => pages.dispose(),
  };
}

function textOf({ environment, ...said }: Found, known: Known): string {
  const { createdAt, latestDeployment, name: environmentName } = environment;
  const about = { ...known, ...said };
  return environmentPage(
    {
      ...environment,
      place: placeOf({ environmentName, ...about }),
      projectName: about.projectName,
      domains: environment.domains.map(domainText),
      createdAt: createdAt === undefined ? undefined : dateText(createdAt),
      deployment: latestDeployment && deploymentFacts(latestDeployment),
    },
    words(),
  );
}

function words() {
  const t = vscode.l10n.t;
  return {
    server: t('MCP server'),
    domains: t('Domains'),
    project: t('Project'),
    branch: t('Branch'),
    deployment: t('Latest deployment'),
    created: t('Created'),
    environmentId: t('Environment ID'),
    projectId: t('Project ID'),
    none: t('none'),
  };
}
