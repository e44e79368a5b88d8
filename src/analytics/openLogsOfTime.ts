import * as vscode from 'vscode';
import { ApiError } from '../api/errors.ts';
import { getClientForService } from '../auth/clientForService.ts';
import type { FeatureContext } from '../context.ts';
import type { EnvironmentRef } from '../domain/environment.ts';
import { toPlainText } from '../domain/plainText.ts';
import { pickOne } from '../editor/pickOne.ts';
import { UserError } from '../editor/userError.ts';
import type { Period } from './period.ts';
import type { AnalyticsIdentity } from './protocol.ts';

/**
 * Opens the logs of a project's environment for a time range, both ends included. If the project has several
 * environments, the user selects one, because the service returns figures only for the whole project. Rejects with a
 * `CancellationError` if the user cancels.
 */
export async function openLogsOfTime(
  { baseUrl, projectId, projectName }: AnalyticsIdentity,
  { from, to }: Period,
  context: Pick<FeatureContext, 'connection' | 'services'>,
): Promise<void> {
  const client = await getClientForService(context.connection, baseUrl);
  const environments = await readEnvironments(client, projectId);
  const [only] = environments ?? [];
  if (environments && !only)
    throw new UserError(
      vscode.l10n.t('{0} has no environments, so there are no logs.', toPlainText(projectName)),
      {
        isInformational: true,
      },
    );
  const environment =
    only && environments?.length === 1
      ? { environmentId: only.id, environmentName: only.name }
      : await pickEnvironmentOf(
          environments?.map(({ id }) => id),
          context.services,
        );
  await vscode.commands.executeCommand('hostedMcp.openLogs', {
    ...environment,
    projectId,
    projectName,
    since: new Date(from).toISOString(),
    until: new Date(to).toISOString(),
  });
}

/** Returns the environments of a project, or `undefined` if the service doesn't return projects. */
async function readEnvironments(client: Awaited<ReturnType<typeof getClientForService>>, projectId: string) {
  try {
    return (await client.projects.get(projectId)).environments;
  } catch (error) {
    if (error instanceof ApiError && error.isUnsupportedOperation) return undefined;
    throw error;
  }
}

/** Lets the user select one of the environments with these IDs, or any environment if `ids` is `undefined`. */
async function pickEnvironmentOf(
  ids: readonly string[] | undefined,
  { listEnvironmentItems }: Pick<FeatureContext['services'], 'listEnvironmentItems'>,
): Promise<EnvironmentRef> {
  const items = listEnvironmentItems().then((all) =>
    all.filter(({ environment }) => ids?.includes(environment.environmentId) ?? true),
  );
  const title = vscode.l10n.t('Open Logs of This Time');
  const placeHolder = vscode.l10n.t('Select an environment');
  return (await pickOne(items, { title, placeHolder })).environment;
}
