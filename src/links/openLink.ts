import * as vscode from 'vscode';
import type { Environment } from '../api/environmentRecord.ts';
import type { FeatureContext } from '../context.ts';
import { getStringArgument } from '../editor/arguments.ts';
import type { CommandTable } from '../editor/commands.ts';
import { showError, showWarning } from '../editor/message.ts';
import type { ToProblem } from '../editor/problem.ts';
import { UserError } from '../editor/userError.ts';
import { omitUndefined } from '../fields.ts';
import { ViewId } from '../ids.ts';
import { type EditorLink, formatLink, getServiceHost, type LinkTarget, parseLink } from './editorLink.ts';

/** Creates the functions that open links to the editor and copy them. */
export function createLinkFunctions(context: FeatureContext) {
  const { connection, toProblem, tree, services } = context;

  const open = async (uri: vscode.Uri): Promise<void> => {
    const link = parseLink(uri.path, uri.query);
    if (!link)
      throw new UserError(
        vscode.l10n.t(
          "Couldn't open the link because it doesn't point to a project, an environment, or deployment logs.",
        ),
      );
    if (!isForThisService(link)) return notifyOtherService(link);
    await vscode.commands.executeCommand(`${ViewId.projects}.focus`);
    await showTarget(link.target);
  };

  const isForThisService = ({ service }: EditorLink): boolean =>
    service === undefined || service === connection.baseUrl;

  const showTarget = async ({ kind, id }: LinkTarget): Promise<void> => {
    if (kind === 'environmentLogs') {
      // A log panel needs the name of the environment. Besides, a missing environment is reported by this request
      // instead of in an empty panel.
      const { name } = await getEnvironment(id);
      await vscode.commands.executeCommand('hostedMcp.openLatestLogs', {
        environmentId: id,
        environmentName: name,
      });
    } else if (kind === 'deploymentLogs') {
      await vscode.commands.executeCommand('hostedMcp.openDeploymentLogs', { deploymentId: id });
    } else if (kind === 'project') {
      const row = getProjectRowId(id);
      if ((await tree.reveal([row]))?.id === row) return;
      throw new UserError(vscode.l10n.t("The project in the link isn't shown in the tree."));
    } else await showEnvironment(id);
  };

  const getEnvironment = async (id: string): Promise<Environment> =>
    (await connection.client({ isInteractive: true })).environments.get(id);

  /** Reveals the row of an environment, or opens its page if it has no row. */
  const showEnvironment = async (id: string): Promise<void> => {
    const { projectId } = await getEnvironment(id);
    const environmentRowSuffix = `environment/${encodeURIComponent(id)}`;
    const paths = [
      ...(projectId === undefined
        ? []
        : [[getProjectRowId(projectId), `${getProjectRowId(projectId)}/${environmentRowSuffix}`]]),
      ['added', `added/${environmentRowSuffix}`],
    ];
    for (const path of paths) {
      if ((await tree.reveal(path))?.id === path.at(-1)) return;
    }
    await vscode.commands.executeCommand('hostedMcp.showEnvironment', { environmentId: id });
  };

  const copyLink = async (argument: unknown): Promise<string> => {
    const { uriScheme } = vscode.env;
    const target = await resolveTarget(argument);
    const { baseUrl: service } = connection;
    const text = formatLink({ target, ...omitUndefined({ service }) });
    const link = `${uriScheme}://${context.extensionContext.extension.id}${text}`;
    await vscode.env.clipboard.writeText(link);
    vscode.window.setStatusBarMessage(vscode.l10n.t('$(check) Link copied'), 3000);
    return link;
  };

  const resolveTarget = async (argument: unknown): Promise<LinkTarget> => {
    const deploymentId = getStringArgument(argument, 'deploymentId');
    if (deploymentId !== undefined) return { kind: 'deploymentLogs', id: deploymentId };
    const projectId =
      getStringArgument(argument, 'environmentId') === undefined
        ? getStringArgument(argument, 'projectId')
        : undefined;
    if (projectId !== undefined) return { kind: 'project', id: projectId };
    const { environmentId } = await services.pickEnvironment(argument, vscode.l10n.t('Copy Link'), {
      purpose: 'read',
    });
    return { kind: 'environment', id: environmentId };
  };

  return {
    open: (uri: vscode.Uri): Promise<void> =>
      open(uri).catch((error: unknown) => notifyProblem(error, toProblem)),
    table: { 'hostedMcp.copyLink': copyLink } satisfies CommandTable,
  };
}

function getProjectRowId(id: string): string {
  return `project/${encodeURIComponent(id)}`;
}

/** Offers to select a service. The link itself can't select one, because it would decide where credentials are sent. */
async function notifyOtherService(link: EditorLink): Promise<void> {
  const select = vscode.l10n.t('Select Service');
  const host = getServiceHost(link);
  const picked = await showWarning(
    host === undefined
      ? vscode.l10n.t('This link is for a different service.')
      : vscode.l10n.t('This link is for a different service: {0}', host),
    select,
  );
  if (picked === select) await vscode.commands.executeCommand('hostedMcp.selectService');
}

async function notifyProblem(error: unknown, toProblem: ToProblem): Promise<void> {
  const problem = toProblem(error);
  if (!problem) return;
  const picked = await showError(problem.message, ...problem.remedies.map(({ label }) => label));
  const remedy = problem.remedies.find(({ label }) => label === picked);
  if (remedy) await vscode.commands.executeCommand(remedy.command, ...(remedy.arguments ?? []));
}
