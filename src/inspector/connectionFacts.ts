import * as l10n from '@vscode/l10n';
import { listIconUrls } from './icons.ts';
import type { McpConnection } from './mcpConnection.ts';

/** Returns the facts of a connection for the page. */
export function listConnectionFacts({
  server,
  protocolVersion,
  transport,
  sessionId,
  capabilities,
}: McpConnection) {
  const title = server?.title ?? server?.name;
  const facts: readonly (readonly [string, string | undefined])[] = [
    [l10n.t('Server'), title === undefined ? undefined : `${title} ${server?.version ?? ''}`.trim()],
    [l10n.t('Protocol'), protocolVersion],
    [l10n.t('Transport'), transportLabel(transport)],
    [l10n.t('Session'), sessionId === undefined ? l10n.t('none') : `${sessionId.slice(0, 8)}…`],
    ...listIconUrls(server?.icons).map((address) => [l10n.t('Icon'), address] as const),
    [l10n.t('Capabilities'), Object.keys(capabilities).join(', ')],
  ];
  return facts.flatMap(([label, value]) => (value === undefined || value === '' ? [] : [{ label, value }]));
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
