import * as vscode from 'vscode';
import { getStringArgument } from '../editor/arguments.ts';
import type { CommandTable } from '../editor/commands.ts';
import { UserError } from '../editor/userError.ts';
import type { EnvironmentsService } from './environmentsService.ts';

/** Creates the commands that copy or open URLs and IDs. */
export function createUrlAndIdCommands(environments: EnvironmentsService) {
  return {
    'hostedMcp.copyServerUrl': (argument) => copyServerUrl(environments, argument),
    'hostedMcp.openInBrowser': (argument) => openEnvironmentInBrowser(environments, argument),
    'hostedMcp.copyId': (argument) => copyId(environments, argument),
  } satisfies CommandTable;
}

async function copyServerUrl(environments: EnvironmentsService, argument: unknown): Promise<string> {
  const url = await readServerUrl(environments, argument, vscode.l10n.t('Copy MCP Server URL'));
  await vscode.env.clipboard.writeText(url);
  vscode.window.setStatusBarMessage(vscode.l10n.t('$(check) MCP server URL copied'), 3000);
  return url;
}

async function openEnvironmentInBrowser(
  environments: EnvironmentsService,
  argument: unknown,
): Promise<string> {
  const url = await readServerUrl(environments, argument, vscode.l10n.t('Open in Browser'));
  // Other URI schemes can run commands and programs.
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) {
    throw new UserError(
      vscode.l10n.t("A browser can't open this MCP server URL because it isn't a valid HTTP or HTTPS URL."),
      { isPermanent: true },
    );
  }
  // Passes the text instead of a `Uri`, which would encode its escape sequences again. The editor accepts both.
  await vscode.env.openExternal(url as unknown as vscode.Uri);
  return url;
}

async function copyId({ picker }: EnvironmentsService, argument: unknown): Promise<string> {
  const id =
    getStringArgument(argument, 'destinationId') ??
    getStringArgument(argument, 'categoryId') ??
    getStringArgument(argument, 'deploymentId') ??
    getStringArgument(argument, 'environmentId') ??
    getStringArgument(argument, 'projectId') ??
    (await picker.pick(argument, vscode.l10n.t('Copy ID'), { purpose: 'read' })).environmentId;
  await vscode.env.clipboard.writeText(id);
  vscode.window.setStatusBarMessage(vscode.l10n.t('$(check) ID copied'), 3000);
  return id;
}

/** Returns the MCP server URL of the command argument, or of the environment that the user picks. */
async function readServerUrl(
  environments: EnvironmentsService,
  argument: unknown,
  title: string,
): Promise<string> {
  const urlArgument = getStringArgument(argument, 'mcpServerUrl');
  if (urlArgument !== undefined) return urlArgument;
  const { environmentId } = await environments.picker.pick(argument, title, { purpose: 'read' });
  const { mcpServerUrl } = await environments.get(environmentId);
  if (mcpServerUrl === undefined) {
    throw new UserError(vscode.l10n.t('This environment has no MCP server URL yet.'));
  }
  return mcpServerUrl;
}
