import * as vscode from 'vscode';
import type { Client } from '../../api/client.ts';
import type { Deployment } from '../../api/deployments.ts';
import { ApiError } from '../../api/errors.ts';
import type { Services } from '../../context.ts';
import type { EnvironmentRef } from '../../domain/environment.ts';
import { getStringArgument } from '../../editor/arguments.ts';
import { pickOne } from '../../editor/pickOne.ts';
import { withCancellableProgress } from '../../editor/progress.ts';
import { createEnvironmentItem } from '../../explorer/environmentItem.ts';
import { omitUndefined } from '../../fields.ts';

/**
 * Returns the environment to deploy to: from the argument, or selected by the user from those of the linked project or
 * from all.
 */
export async function chooseEnvironment(
  folder: vscode.Uri,
  argument: unknown,
  title: string,
  client: Client,
  { pickEnvironment, findLinkedProject }: Pick<Services, 'pickEnvironment' | 'findLinkedProject'>,
): Promise<EnvironmentRef> {
  if (getStringArgument(argument, 'environmentId') !== undefined) {
    const projectId = getStringArgument(argument, 'projectId');
    return { ...(await pickEnvironment(argument, title)), ...omitUndefined({ projectId }) };
  }
  const linked = await withCancellableProgress(
    vscode.l10n.t('Looking for the linked project...'),
    async (signal) => {
      const project = await findLinkedProject(folder, signal);
      return project && !project.isMissing ? loadProjectEnvironments(client, project.projectId, signal) : [];
    },
  );
  if (linked.length === 0) return pickEnvironment(undefined, title);
  const other = {
    iconPath: new vscode.ThemeIcon('ellipsis'),
    label: vscode.l10n.t('Another Environment...'),
    environment: undefined,
  };
  const items = linked.map(({ environment, latestDeployment }) =>
    createEnvironmentItem(environment, { latestDeployment }),
  );
  const picked = await pickOne<(typeof items)[number] | typeof other>([...items, other], {
    title,
    placeHolder: vscode.l10n.t('Select an environment of the linked project'),
    canPreselect: (item) => !('needsConfirmation' in item && item.needsConfirmation),
  });
  return picked.environment ?? pickEnvironment(undefined, title);
}

interface ProjectEnvironment {
  readonly environment: EnvironmentRef;
  readonly latestDeployment: Deployment | undefined;
}

/**
 * Returns the environments of a project, with production last, because test deployments are more frequent. The list is
 * empty if the service doesn't return the project.
 */
async function loadProjectEnvironments(
  client: Client,
  projectId: string,
  signal: AbortSignal,
): Promise<readonly ProjectEnvironment[]> {
  try {
    const { name, environments, productionEnvironment } = await client.projects.get(projectId, { signal });
    return environments
      .map(({ id, name: environmentName, latestDeployment }) => ({
        environment: {
          environmentId: id,
          environmentName,
          projectId,
          projectName: name,
          isProduction: id === productionEnvironment?.id,
        },
        latestDeployment,
      }))
      .toSorted((a, b) => Number(a.environment.isProduction) - Number(b.environment.isProduction));
  } catch (error) {
    if (error instanceof ApiError && error.kind !== 'canceled') return [];
    throw error;
  }
}
