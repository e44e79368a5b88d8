import * as vscode from 'vscode';
import type { Client } from '../api/client.ts';
import type { Project } from '../api/projects.ts';
import type { Connection } from '../auth/connection.ts';
import type { OtherItem, Services } from '../context.ts';
import type { EnvironmentRef } from '../domain/environment.ts';
import { environmentNames } from '../domain/renamed.ts';
import { stringArgument } from '../editor/arguments.ts';
import { pickOne } from '../editor/pickOne.ts';
import { withCancellableProgress } from '../editor/progress.ts';
import { ask } from '../editor/question.ts';
import { UserError } from '../editor/userError.ts';
import { placeOf } from '../explorer/environmentText.ts';
import { addressIssueText, readAddress, shortAddress } from './address.ts';
import type { InspectorIdentity } from './protocol.ts';
import type { WorkspaceServer } from './workspace/files.ts';
import { serverLines, targetOfServer } from './workspace/pick.ts';

export interface TargetDeps {
  readonly connection: Connection;
  readonly services: Pick<Services, 'pickEnvironment' | 'pickOrOther'>;
}

/** A server to be inspected. `url`: with its query, which the page isn't told. */
export interface Target {
  readonly url: string;
  readonly identity: InspectorIdentity;
}

const byUrl = 'byUrl';
type Other = typeof byUrl | WorkspaceServer;

/**
 * The server that a command is about: by `environmentId`, `mcpServerUrl` or `targetUrl` of its argument, else asked for.
 * Rejects with a `CancellationError` when the person leaves.
 */
export async function pickTarget(
  { connection, services }: TargetDeps,
  argument: unknown,
  title = vscode.l10n.t('Inspect Server'),
): Promise<Target> {
  const isEnvironment = stringArgument(argument, 'environmentId') !== undefined;
  const given = stringArgument(argument, 'targetUrl') ?? stringArgument(argument, 'url');
  if (!isEnvironment && given !== undefined) return targetOf(given);
  const isReady = isEnvironment || (await connection.state()) === 'ready';
  const servers = isEnvironment ? [] : await serverLines();
  if (!isReady && servers.length === 0) return askUrl(title, '');
  const other = {
    iconPath: new vscode.ThemeIcon('globe'),
    label: vscode.l10n.t('Another URL or Port...'),
    alwaysShow: true,
    other: byUrl,
  } as const;
  let typed = '';
  const keepTyped = (value: string): void => {
    typed = value;
  };
  const more = [
    ...servers.filter(({ stands }) => stands === 'first'),
    other,
    ...servers.filter(({ stands }) => stands !== 'first'),
  ];
  const picked = isEnvironment
    ? await services.pickEnvironment(argument, title)
    : isReady
      ? await services.pickOrOther<Other>(title, more, keepTyped)
      : (await pickOne<OtherItem<Other>>(more, { title, typed: keepTyped })).other;
  if (typeof picked === 'object' && 'entry' in picked) return targetOfServer(picked);
  if (picked === byUrl) return askUrl(title, typed);
  const url =
    stringArgument(argument, 'mcpServerUrl') ??
    (await urlOf(await connection.client({ mayAsk: true }), picked));
  return targetOf(url, picked, connection.baseUrl);
}

/** The server of an environment, of which no one is asked. */
export async function environmentTarget(
  connection: Connection,
  environment: EnvironmentRef,
): Promise<Target> {
  const { baseUrl } = connection;
  const client = await connection.client();
  // No other service shall see its ID.
  if (baseUrl !== connection.baseUrl) throw new Error('another service');
  const { mcpServerUrl } = await client.environments.get(environment.environmentId);
  if (mcpServerUrl === undefined) throw noAddress(environment);
  return targetOf(mcpServerUrl, environment, baseUrl);
}

/** The address of an environment's server. Rejects where it has none yet. */
export async function urlOf(client: Client, picked: EnvironmentRef): Promise<string> {
  const { mcpServerUrl } = await withCancellableProgress(
    vscode.l10n.t('Loading the environment...'),
    (signal) => client.environments.get(picked.environmentId, { signal }),
  );
  if (mcpServerUrl !== undefined) return mcpServerUrl;
  throw noAddress(picked);
}

const noAddress = (environment: EnvironmentRef): UserError =>
  new UserError(
    vscode.l10n.t(
      "{0} has no MCP server URL yet, so there's nothing to inspect. Deploy the environment first.",
      placeOf(environment),
    ),
  );

export function targetOf(typed: string, environment?: EnvironmentRef, baseUrl?: string): Target {
  const read = readAddress(typed);
  if (typeof read === 'string') {
    throw new UserError(vscode.l10n.t("This server can't be inspected. {0}", addressIssueText(read)), {
      isFinal: true,
    });
  }
  const bare = new URL(read.url);
  bare.search = '';
  const title = environment ? titleOfEnvironment(environment) : shortAddress(read.url);
  return {
    url: read.url,
    identity: {
      ...{ url: bare.href, title },
      ...(environment && { environmentId: environment.environmentId }),
      ...(environment && baseUrl !== undefined && { baseUrl }),
    },
  };
}

/** The title of a page's tab. */
export function titleOf({ title }: InspectorIdentity): string {
  return vscode.l10n.t('Inspect: {0}', title);
}

/** The title of a page about an environment. Whether it is a production environment shows in its name. */
function titleOfEnvironment(names: Pick<EnvironmentRef, 'environmentName' | 'projectName'>): string {
  return placeOf({ ...names, isProduction: false });
}

/**
 * `identity` with the current names of its environment and project; `undefined`: its title is the same, or it isn't about
 * an environment of these projects.
 */
export function renamedIdentity(
  identity: InspectorIdentity,
  baseUrl: string,
  projects: readonly Project[],
): InspectorIdentity | undefined {
  const names = identity.baseUrl === baseUrl ? environmentNames(identity.environmentId, projects) : undefined;
  const title = names && titleOfEnvironment(names);
  return title === undefined || title === identity.title ? undefined : { ...identity, title };
}

/** `value`: what the question begins with. */
export function askUrl(title: string, value = ''): Promise<Target> {
  return ask<Target>({
    ...{ title, value },
    prompt: vscode.l10n.t('Enter an MCP server URL or a port on this machine'),
    placeholder: 'https://mcp.example.com/mcp',
    check: (typed) => {
      const read = readAddress(typed);
      return typeof read === 'string' ? addressIssueText(read) : undefined;
    },
    accept: async (typed) => targetOf(typed),
  });
}
