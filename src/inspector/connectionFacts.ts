import * as l10n from '@vscode/l10n';
import { listIconUrls } from './icons.ts';
import type { McpConnection } from './mcpConnection.ts';

/** Returns the facts of a connection for the page. */
export function listConnectionFacts({ server, protocolVersion, transport, sessionId }: McpConnection) {
  const title = server?.title ?? server?.name;
  const facts: readonly (readonly [string, string | undefined])[] = [
    [l10n.t('Server'), title === undefined ? undefined : `${title} ${server?.version ?? ''}`.trim()],
    [l10n.t('Protocol'), protocolVersion === undefined ? undefined : `MCP ${protocolVersion}`],
    [l10n.t('Transport'), transportLabel(transport)],
    [l10n.t('Session'), sessionId === undefined ? l10n.t('none') : `${sessionId.slice(0, 8)}…`],
    ...listIconUrls(server?.icons).map((address) => [l10n.t('Icon'), address] as const),
  ];
  return facts.flatMap(([label, value]) => (value === undefined || value === '' ? [] : [{ label, value }]));
}

/** Maximum number of capabilities, because a server can declare any names. */
const maxCapabilities = 50;

/** Describes the capabilities that a server declares, such as "Can list tools". */
export function describeCapabilities({
  capabilities,
}: Pick<McpConnection, 'capabilities'>): readonly string[] {
  return Object.entries(capabilities)
    .slice(0, maxCapabilities)
    .map(([name, value]) => describeCapability(name, Object(value)));
}

function describeCapability(name: string, options: Readonly<Record<string, unknown>>): string {
  const reportsChanges = options['listChanged'] === true;
  switch (name) {
    case 'tools':
      return reportsChanges
        ? l10n.t('Can list tools, and reports when the list changes')
        : l10n.t('Can list tools');
    case 'resources':
      return describeResources(reportsChanges, options['subscribe'] === true);
    case 'prompts':
      return reportsChanges
        ? l10n.t('Can list prompts, and reports when the list changes')
        : l10n.t('Can list prompts');
    case 'completions':
      return l10n.t('Can complete arguments of prompts and resource templates');
    case 'logging':
      return l10n.t('Can send log messages');
    case 'tasks':
      return l10n.t('Can run requests as tasks');
    case 'experimental':
      return l10n.t('Experimental features: {0}', Object.keys(options).join(', '));
    case 'extensions':
      return l10n.t('Extensions: {0}', Object.keys(options).join(', '));
    default:
      return l10n.t('Other capability: {0}', name);
  }
}

function describeResources(reportsListChanges: boolean, canSubscribe: boolean): string {
  if (reportsListChanges && canSubscribe)
    return l10n.t('Can list resources, and reports when the list or a resource changes');
  if (reportsListChanges) return l10n.t('Can list resources, and reports when the list changes');
  return canSubscribe
    ? l10n.t('Can list resources, and reports when a resource changes')
    : l10n.t('Can list resources');
}

function transportLabel(transport: McpConnection['transport']): string {
  switch (transport) {
    case 'http':
      return l10n.t('Streamable HTTP');
    case 'sse':
      return l10n.t('HTTP with SSE (deprecated)');
    case 'stdio':
      return l10n.t('Standard input and output (stdio)');
  }
}
