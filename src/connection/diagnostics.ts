import * as vscode from 'vscode';
import type { Account, Accounts } from '../auth/accounts.ts';
import type { ConnectionState } from '../auth/connection.ts';
import { sampleSessionId } from '../auth/session.ts';
import { formatRequest, type RecentRequest } from './requestLogger.ts';

/** The data for the diagnostics. */
export interface DiagnosticsContent {
  readonly version: string;
  readonly baseUrl: string | undefined;
  readonly state: ConnectionState;
  readonly accounts: readonly Account[];
  readonly currentAccount: Account | undefined;
  readonly hasClientId: boolean;
  readonly loopbackPort: number;
  /** Whether the editor can store secrets. False if it has lost or rejected a secret. */
  readonly canStoreSecrets: boolean;
  /** The latest requests, the oldest first. */
  readonly requests: readonly RecentRequest[];
}

/**
 * Formats the diagnostics as an English text for a bug report: versions, editor, service, and latest requests. The text
 * contains no account names, e-mail addresses, or secrets.
 */
export function formatDiagnostics(content: DiagnosticsContent): string {
  const { env, UIKind } = vscode;
  const lines: readonly (readonly [string, string])[] = [
    ['Extension', `hosted-mcp ${content.version}`],
    ['Editor', `${env.appName} ${vscode.version} (${env.appHost})`],
    ['Interface', env.uiKind === UIKind.Web ? 'web' : 'desktop'],
    ['Remote', env.remoteName ?? 'none'],
    ['Extension host', describeExtensionHost()],
    ['Workspace trusted', formatBoolean(vscode.workspace.isTrusted)],
    ['Proxy settings', listProxySettings()],
    ['Service', content.baseUrl ?? 'none'],
    ['State', content.state],
    ['Accounts', describeAccounts(content)],
    ['OAuth client ID', content.hasClientId ? 'set' : 'not set'],
    ['Loopback port', content.loopbackPort === 0 ? 'any' : String(content.loopbackPort)],
    [
      'Secret storage',
      content.canStoreSecrets ? 'no loss noticed' : 'has lost sessions: they last as long as a window',
    ],
  ];
  return [
    ...lines.map(([name, value]) => `${name}: ${value}`),
    '',
    `Last requests (${content.requests.length}, times in UTC):`,
    ...content.requests.map(
      (request) => `${new Date(request.endedAt).toISOString()} · ${formatRequest(request)}`,
    ),
    '',
  ].join('\n');
}

export async function readAccounts(
  accounts: Accounts,
  baseUrl: string | undefined,
): Promise<Pick<DiagnosticsContent, 'accounts' | 'currentAccount'>> {
  if (baseUrl === undefined) return { accounts: [], currentAccount: undefined };
  const { origin } = new URL(baseUrl);
  return { accounts: await accounts.list(origin), currentAccount: await accounts.getChosen(origin, 'any') };
}

function describeAccounts({ accounts, currentAccount }: DiagnosticsContent): string {
  if (accounts.length === 0) return 'none';
  return accounts
    .map(({ id, kind, hasSessionEnded, isFixed }) =>
      [
        kind,
        ...(id === currentAccount?.id ? ['in use'] : []),
        ...(hasSessionEnded ? ['ended'] : []),
        ...(isFixed && id !== sampleSessionId ? ['from the environment'] : []),
      ].join(' '),
    )
    .join(', ');
}

function describeExtensionHost(): string {
  if (typeof process === 'undefined' || !process.versions?.node) return 'web worker';
  return `Node ${process.versions.node}, ${process.platform} ${process.arch}`;
}

/**
 * Lists the proxy settings that have a value, without their values, because the URL of a proxy can contain a password.
 */
function listProxySettings(): string {
  const http = vscode.workspace.getConfiguration('http');
  const names = ['proxy', 'noProxy', 'proxyAuthorization'].filter((name) => {
    const value: unknown = http.get(name);
    return Array.isArray(value) ? value.length > 0 : Boolean(value);
  });
  const support: unknown = http.get('proxySupport');
  return [...names.map((name) => `http.${name}`), `http.proxySupport=${String(support)}`].join(', ');
}

function formatBoolean(value: boolean): string {
  return value ? 'yes' : 'no';
}
