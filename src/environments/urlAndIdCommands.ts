import * as vscode from 'vscode';
import type { PickEnvironment } from '../domain/environment.ts';
import { stringArgument } from '../editor/arguments.ts';
import type { CommandTable } from '../editor/commands.ts';
import { UserError } from '../editor/userError.ts';

interface AddressDeps {
  readonly pickEnvironment: PickEnvironment;
  readonly get: (id: string) => Promise<{ readonly mcpServerUrl?: string | undefined }>;
}

/** Creates the commands that copy or open URLs and IDs. */
export function urlAndIdCommands({ pickEnvironment, get }: AddressDeps): CommandTable {
  /** Returns the MCP server URL of the environment. */
  const serverUrl = async (argument: unknown, title: string): Promise<string> => {
    const url =
      stringArgument(argument, 'mcpServerUrl') ??
      (await get((await pickEnvironment(argument, title)).environmentId)).mcpServerUrl;
    if (url === undefined) throw new UserError(vscode.l10n.t('This environment has no MCP server URL yet.'));
    return url;
  };

  const copyServerUrl = async (argument: unknown): Promise<string> => {
    const url = await serverUrl(argument, vscode.l10n.t('Copy MCP Server URL'));
    await vscode.env.clipboard.writeText(url);
    vscode.window.setStatusBarMessage(vscode.l10n.t('$(check) MCP server URL copied'), 3000);
    return url;
  };

  const openInBrowser = async (argument: unknown): Promise<string> => {
    const url = await serverUrl(argument, vscode.l10n.t('Open Environment in Browser'));
    // Other URI schemes can run commands and programs.
    if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) {
      throw new UserError(
        vscode.l10n.t("A browser can't open this MCP server URL because it isn't a valid HTTP or HTTPS URL."),
        { isFinal: true },
      );
    }
    // Passes the text instead of a `Uri`, which would encode its escape sequences again. The editor accepts both.
    await vscode.env.openExternal(url as unknown as vscode.Uri);
    return url;
  };

  const copyId = async (argument: unknown): Promise<string> => {
    const id =
      stringArgument(argument, 'destinationId') ??
      stringArgument(argument, 'categoryId') ??
      stringArgument(argument, 'deploymentId') ??
      stringArgument(argument, 'environmentId') ??
      stringArgument(argument, 'projectId') ??
      (await pickEnvironment(argument, vscode.l10n.t('Copy ID'))).environmentId;
    await vscode.env.clipboard.writeText(id);
    vscode.window.setStatusBarMessage(vscode.l10n.t('$(check) ID copied'), 3000);
    return id;
  };

  return {
    'hostedMcp.copyServerUrl': copyServerUrl,
    'hostedMcp.openInBrowser': openInBrowser,
    'hostedMcp.copyId': copyId,
  };
}
