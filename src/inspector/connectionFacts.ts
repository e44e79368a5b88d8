import * as l10n from '@vscode/l10n';
import { listIconUrls } from './icons.ts';
import type { McpConnection } from './mcpConnection.ts';

/** Returns the facts of a connection for the page. */
export function listConnectionFacts({ server, protocolVersion, transport, sessionId }: McpConnection) {
  const title = server?.title ?? server?.name;
  const facts: readonly (readonly [string, string | undefined])[] = [
    [l10n.t('Server'), title === undefined ? undefined : `${title} ${server?.version ?? ''}`.trim()],
    [l10n.t('Protocol'), protocolVersion],
    [l10n.t('Transport'), transportLabel(transport)],
    [l10n.t('Session'), sessionId === undefined ? l10n.t('none') : `${sessionId.slice(0, 8)}…`],
    ...listIconUrls(server?.icons).map((address) => [l10n.t('Icon'), address] as const),
  ];
  return facts.flatMap(([label, value]) => (value === undefined || value === '' ? [] : [{ label, value }]));
}

/** Maximum number of capabilities, because a server can declare any names. */
const maxCapabilities = 50;

/** Returns the capabilities of a server with their options, such as "resources (subscribe, listChanged)". */
export function listCapabilities({ capabilities }: Pick<McpConnection, 'capabilities'>): readonly string[] {
  return Object.entries(capabilities)
    .slice(0, maxCapabilities)
    .map(([name, value]) => {
      const options = Object.entries(Object(value)).flatMap(([option, isOn]) =>
        isOn === true ? [option] : [],
      );
      return options.length === 0 ? name : `${name} (${options.join(', ')})`;
    });
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
