import * as vscode from 'vscode';
import { escapeMarkdown } from '../editor/markdown.ts';
import type { CommandId } from '../ids.ts';
import type { TunnelState } from './client/tunnelState.ts';
import { describeState } from './describeTunnel.ts';
import { type LocalServer, toPublicServerUrl } from './localServer.ts';

/** The item in the status bar with the state of the tunnel. A click opens the tunnel's page. */
export class TunnelStatusItem implements vscode.Disposable {
  readonly #item = vscode.window.createStatusBarItem('tunnel', vscode.StatusBarAlignment.Left);

  constructor() {
    this.#item.name = vscode.l10n.t('Hosted MCP Tunnel');
  }

  show(server: LocalServer, state: TunnelState): void {
    this.#show(describe(server, state), 'hostedMcp.showTunnel');
    if (state.kind === 'open')
      this.#item.tooltip = createOpenTooltip(
        describeState(state, server),
        toPublicServerUrl(state.publicUrl, server),
      );
  }

  /** Offers to open a tunnel, in a workspace that had one before. */
  showOffer(): void {
    this.#show(createOffer(), 'hostedMcp.openTunnel');
  }

  hide(): void {
    this.#item.hide();
  }

  #show({ text, tooltip, isWarning }: ItemTexts, command: CommandId): void {
    this.#item.text = text;
    this.#item.tooltip = tooltip;
    this.#item.accessibilityInformation = { label: tooltip, role: 'button' };
    this.#item.backgroundColor = isWarning
      ? new vscode.ThemeColor('statusBarItem.warningBackground')
      : undefined;
    this.#item.command = command;
    this.#item.show();
  }

  dispose(): void {
    this.#item.dispose();
  }
}

interface ItemTexts {
  readonly text: string;
  readonly tooltip: string;
  readonly isWarning: boolean;
}

function describe(server: LocalServer, state: TunnelState): ItemTexts {
  const { port } = server;
  const tooltip = describeState(state, server);
  switch (state.kind) {
    case 'opening':
      return { text: `$(loading~spin) ${vscode.l10n.t('Tunnel :{0}', port)}`, tooltip, isWarning: false };
    case 'open':
      return { text: `$(radio-tower) ${vscode.l10n.t('Tunnel :{0}', port)}`, tooltip, isWarning: false };
    case 'interrupted':
      return {
        text: `$(sync~spin) ${vscode.l10n.t('Tunnel :{0} interrupted', port)}`,
        tooltip,
        isWarning: true,
      };
    default:
      return { text: `$(warning) ${vscode.l10n.t('Tunnel :{0} displaced', port)}`, tooltip, isWarning: true };
  }
}

/** Returns a tooltip with links to the commands that users run before a deployment. */
function createOpenTooltip(description: string, url: string): vscode.MarkdownString {
  const links = [
    formatCommandLink('inspect', vscode.l10n.t('Inspect Server'), 'hostedMcp.inspectServer', { url }),
    formatCommandLink('checklist', vscode.l10n.t('Run Audit...'), 'hostedMcp.runAudit', { targetUrl: url }),
  ];
  const tooltip = new vscode.MarkdownString(`${escapeMarkdown(description)}\n\n${links.join(' · ')}`, true);
  tooltip.isTrusted = { enabledCommands: ['hostedMcp.inspectServer', 'hostedMcp.runAudit'] };
  return tooltip;
}

function formatCommandLink(icon: string, label: string, command: CommandId, argument: object): string {
  // The escapes of `encodeURIComponent` leave parentheses, which would end the link.
  const query = encodeURIComponent(JSON.stringify([argument]))
    .replaceAll('(', '%28')
    .replaceAll(')', '%29');
  return `[$(${icon}) ${escapeMarkdown(label)}](command:${command}?${query})`;
}

const createOffer = (): ItemTexts => ({
  text: `$(radio-tower) ${vscode.l10n.t('Open Tunnel')}`,
  tooltip: vscode.l10n.t('Open a tunnel from a public URL to a server on this machine.'),
  isWarning: false,
});
