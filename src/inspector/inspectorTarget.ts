import * as vscode from 'vscode';
import type { Client } from '../api/client.ts';
import type { Project } from '../api/projects.ts';
import { getClientForService } from '../auth/clientForService.ts';
import type { Connection } from '../auth/connection.ts';
import type { AlternativeItem, Services } from '../context.ts';
import { findEnvironmentNames } from '../domain/currentNames.ts';
import type { EnvironmentRef } from '../domain/environment.ts';
import { getStringArgument } from '../editor/arguments.ts';
import { askInput } from '../editor/askInput.ts';
import { pickOne } from '../editor/pickOne.ts';
import { withCancellableProgress } from '../editor/progress.ts';
import { shortenServerUrl } from '../editor/serverUrl.ts';
import { UserError } from '../editor/userError.ts';
import { formatEnvironmentLabel } from '../explorer/environmentLabel.ts';
import type { InspectorContext } from './inspectorContext.ts';
import type { InspectorIdentity } from './protocol.ts';
import { describeServerUrlIssue, parseServerUrl } from './serverUrl.ts';
import { listWorkspaceServerItems, toServerTarget } from './workspace/serverTargets.ts';
import type { WorkspaceServer } from './workspace/workspaceServers.ts';

interface TargetContext extends Pick<InspectorContext, 'connection'> {
  readonly services: Pick<Services, 'pickEnvironment' | 'pickEnvironmentOrAlternative'>;
}

/** A server to inspect. `url` includes the query, which the page doesn't receive. */
export interface InspectorTarget {
  readonly url: string;
  readonly identity: InspectorIdentity;
}

const byUrl = 'byUrl';
type OtherTarget = typeof byUrl | WorkspaceServer;

/**
 * Returns the server of a command. It's the environment `environmentId` or the URL `targetUrl` (or `url`) of the
 * argument, or else the server that the user selects. With `mcpServerUrl`, the URL of the environment isn't requested
 * from the service. Rejects with a `CancellationError` if the user cancels.
 */
export async function pickInspectorTarget(
  { connection, services }: TargetContext,
  argument: unknown,
  title = vscode.l10n.t('Inspect Server'),
): Promise<InspectorTarget> {
  const isEnvironment = getStringArgument(argument, 'environmentId') !== undefined;
  const targetUrl = getStringArgument(argument, 'targetUrl') ?? getStringArgument(argument, 'url');
  if (!isEnvironment && targetUrl !== undefined) return createInspectorTarget(targetUrl);
  const isReady = isEnvironment || (await connection.state()) === 'ready';
  const servers = isEnvironment ? [] : await listWorkspaceServerItems();
  if (!isReady && servers.length === 0) return askServerUrl(title, '');
  const other = {
    iconPath: new vscode.ThemeIcon('globe'),
    label: vscode.l10n.t('Another URL or Port...'),
    alwaysShow: true,
    value: byUrl,
  } as const;
  let filterText = '';
  const keepFilterText = (value: string): void => {
    filterText = value;
  };
  const alternatives = [
    ...servers.filter(({ position }) => position === 'first'),
    other,
    ...servers.filter(({ position }) => position !== 'first'),
  ];
  const picked = isEnvironment
    ? await services.pickEnvironment(argument, title)
    : isReady
      ? await services.pickEnvironmentOrAlternative<OtherTarget>(title, alternatives, keepFilterText)
      : (await pickOne<AlternativeItem<OtherTarget>>(alternatives, { title, onAccept: keepFilterText }))
          .value;
  if (typeof picked === 'object' && 'entry' in picked) return toServerTarget(picked);
  if (picked === byUrl) return askServerUrl(title, filterText);
  const url =
    getStringArgument(argument, 'mcpServerUrl') ??
    (await readMcpServerUrl(await connection.client({ isInteractive: true }), picked));
  return createInspectorTarget(url, picked, connection.baseUrl);
}

/** Returns the server of an environment of the service at `baseUrl` without prompting (`environments.get`). */
export async function readEnvironmentTarget(
  connection: Connection,
  baseUrl: string,
  environment: EnvironmentRef,
): Promise<InspectorTarget> {
  const client = await getClientForService(connection, baseUrl);
  const { mcpServerUrl } = await client.environments.get(environment.environmentId);
  if (mcpServerUrl === undefined) throw createNoUrlError(environment);
  return createInspectorTarget(mcpServerUrl, environment, baseUrl);
}

/** Returns the MCP server URL of an environment (`environments.get`). Rejects if the environment has none yet. */
export async function readMcpServerUrl(client: Client, picked: EnvironmentRef): Promise<string> {
  const { mcpServerUrl } = await withCancellableProgress(
    vscode.l10n.t('Loading the environment...'),
    (signal) => client.environments.get(picked.environmentId, { signal }),
  );
  if (mcpServerUrl !== undefined) return mcpServerUrl;
  throw createNoUrlError(picked);
}

const createNoUrlError = (environment: EnvironmentRef): UserError =>
  new UserError(
    vscode.l10n.t(
      "{0} has no MCP server URL yet, so there's nothing to inspect. Deploy the environment first.",
      formatEnvironmentLabel(environment),
    ),
  );

export function createInspectorTarget(
  serverUrl: string,
  environment?: EnvironmentRef,
  baseUrl?: string,
): InspectorTarget {
  const parsed = parseServerUrl(serverUrl);
  if (typeof parsed === 'string') {
    throw new UserError(
      vscode.l10n.t("This server can't be inspected. {0}", describeServerUrlIssue(parsed)),
      {
        isPermanent: true,
      },
    );
  }
  const urlWithoutQuery = new URL(parsed.url);
  urlWithoutQuery.search = '';
  const title = environment ? titleForEnvironment(environment) : shortenServerUrl(parsed.url);
  return {
    url: parsed.url,
    identity: {
      url: urlWithoutQuery.href,
      title,
      ...(environment && { environmentId: environment.environmentId }),
      ...(environment && baseUrl !== undefined && { baseUrl }),
    },
  };
}

/** Returns the title of the page's tab. */
export function formatInspectorTitle({ title }: InspectorIdentity): string {
  return vscode.l10n.t('Inspect: {0}', title);
}

/**
 * Returns the title of a page about an environment. The title doesn't mark production environments, because their name
 * shows that they are.
 */
function titleForEnvironment(names: Pick<EnvironmentRef, 'environmentName' | 'projectName'>): string {
  return formatEnvironmentLabel({ ...names, isProduction: false });
}

/**
 * Returns `identity` with the current names of its environment and project; `undefined` if its title is unchanged, or
 * if the environment isn't part of these projects.
 */
export function renameIdentity(
  identity: InspectorIdentity,
  baseUrl: string,
  projects: readonly Project[],
): InspectorIdentity | undefined {
  const names =
    identity.baseUrl === baseUrl ? findEnvironmentNames(identity.environmentId, projects) : undefined;
  const title = names && titleForEnvironment(names);
  return title === undefined || title === identity.title ? undefined : { ...identity, title };
}

/** Prompts for the URL of a server. `value`: the initial text of the prompt. */
export function askServerUrl(title: string, value = ''): Promise<InspectorTarget> {
  return askInput<InspectorTarget>({
    title,
    value,
    prompt: vscode.l10n.t('Enter an MCP server URL or a port on this machine'),
    placeholder: 'https://mcp.example.com/mcp',
    validate: (typed) => {
      const parsed = parseServerUrl(typed);
      return typeof parsed === 'string' ? describeServerUrlIssue(parsed) : undefined;
    },
    accept: async (typed) => createInspectorTarget(typed),
  });
}
