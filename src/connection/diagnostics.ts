import * as vscode from 'vscode';
import type { Account, Accounts } from '../auth/accounts.ts';
import type { ConnectionState } from '../auth/connection.ts';
import { formatRequest, type RecentRequest } from './requestLogger.ts';

/** The content of the diagnostics. It contains no names, e-mail addresses, or secrets. */
export interface DiagnosticsContent {
  readonly version: string;
  readonly baseUrl: string | undefined;
  readonly state: ConnectionState;
  readonly accounts: readonly Account[];
  /** The account in use. */
  readonly currentAccount: Account | undefined;
  readonly hasClientId: boolean;
  readonly loopbackPort: number;
  /** False if the editor has lost or rejected a secret. */
  readonly canStoreSecrets: boolean;
  /** Oldest first. */
  readonly requests: readonly RecentRequest[];
}

/** Returns the diagnostics as English text for a bug report: versions, environment, service, and latest requests. */
export function formatDiagnostics(subject: DiagnosticsContent): string {
  const { env, UIKind } = vscode;
  const facts: readonly (readonly [string, string])[] = [
    ['Extension', `hosted-mcp ${subject.version}`],
    ['Editor', `${env.appName} ${vscode.version} (${env.appHost})`],
    ['Interface', env.uiKind === UIKind.Web ? 'web' : 'desktop'],
    ['Remote', env.remoteName ?? 'none'],
    ['Extension host', extensionHost()],
    ['Workspace trusted', yesNo(vscode.workspace.isTrusted)],
    ['Proxy settings', proxySettings()],
    ['Service', subject.baseUrl ?? 'none'],
    ['State', subject.state],
    ['Accounts', accountsText(subject)],
    ['OAuth client ID', subject.hasClientId ? 'set' : 'not set'],
    ['Loopback port', subject.loopbackPort === 0 ? 'any' : String(subject.loopbackPort)],
    [
      'Secret storage',
      subject.canStoreSecrets ? 'no loss noticed' : 'has lost sessions: they last as long as a window',
    ],
  ];
  return [
    ...facts.map(([name, value]) => `${name}: ${value}`),
    '',
    `Last requests (${subject.requests.length}, times in UTC):`,
    ...subject.requests.map(
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

function accountsText({ accounts, currentAccount }: DiagnosticsContent): string {
  if (accounts.length === 0) return 'none';
  return accounts
    .map(({ id, kind, hasSessionEnded, isFixed }) =>
      [
        kind,
        ...(id === currentAccount?.id ? ['in use'] : []),
        ...(hasSessionEnded ? ['ended'] : []),
        ...(isFixed ? ['from the environment'] : []),
      ].join(' '),
    )
    .join(', ');
}

function extensionHost(): string {
  if (typeof process === 'undefined' || !process.versions?.node) return 'web worker';
  return `Node ${process.versions.node}, ${process.platform} ${process.arch}`;
}

/** Lists the proxy settings without their values: the URL of a proxy can contain a password. */
function proxySettings(): string {
  const http = vscode.workspace.getConfiguration('http');
  const names = ['proxy', 'noProxy', 'proxyAuthorization'].filter((name) => {
    const value: unknown = http.get(name);
    return Array.isArray(value) ? value.length > 0 : Boolean(value);
  });
  const support: unknown = http.get('proxySupport');
  return [...names.map((name) => `http.${name}`), `http.proxySupport=${String(support)}`].join(', ');
}

function yesNo(value: boolean): string {
  return value ? 'yes' : 'no';
}
