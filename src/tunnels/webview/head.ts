import { html, nothing } from 'lit/html.js';
import type { PageHost } from '../../editor/webview/connect.ts';
import { button, icon, type PageTemplate, timeElement, toolButton } from '../../editor/webview/templates.ts';
import { toVisibleText } from '../../editor/webview/visibleText.ts';
import type { TunnelPageTexts } from '../page/pageTexts.ts';
import type { TunnelAction, TunnelPage, TunnelPageState } from '../page/protocol.ts';

const statusIcons: Readonly<Record<TunnelPageState['status'], readonly [id: string, className: string]>> = {
  opening: ['loading', 'codicon-modifier-spin'],
  open: ['radio-tower', 'good'],
  interrupted: ['sync', 'codicon-modifier-spin poor'],
  displaced: ['warning', 'poor'],
  closed: ['circle-slash', ''],
};

const actionIcons: Readonly<Partial<Record<TunnelAction, string>>> = {
  inspect: 'inspect',
  audit: 'checklist',
  connectClient: 'link',
  changePort: 'plug',
  close: 'close',
  takeOver: 'debug-restart',
  tryAgain: 'debug-restart',
  openAgain: 'debug-restart',
};

/** Renders the state and the addresses of the tunnel, and its buttons. */
export function renderHead(
  { status, description, publicUrl, localUrl, since, actions }: TunnelPageState,
  texts: TunnelPageTexts,
  post: PageHost<TunnelPage>['post'],
): PageTemplate {
  const run = (action: TunnelAction) => () => post({ kind: 'run', action });
  const tool = (action: TunnelAction, id: string): PageTemplate =>
    toolButton(texts.actions[action], id, run(action), { key: action });
  const [id, className] = statusIcons[status];
  return html`<header>
    <div class="bar">
      <h1>${texts.title}</h1>
      <span class="status-badge ${status}">${icon(id, className)}${texts.statuses[status]}</span>
      <span class="actions">${actions.map((action, index) => {
        const look = index === 0 ? 'action primary' : 'action';
        const icon = actionIcons[action];
        return button(
          texts.actions[action],
          { className: look, key: action, ...(icon && { icon }) },
          run(action),
        );
      })}</span>
    </div>
    ${status === 'open' ? nothing : html`<p class="description" role="status">${toVisibleText(description)}</p>`}
    <dl class="facts">
      ${
        publicUrl === undefined
          ? nothing
          : html`<div><dt>${texts.publicUrl}</dt><dd><code>${toVisibleText(publicUrl)}</code>${tool('copyUrl', 'copy')}${tool('openUrl', 'link-external')}</dd></div>`
      }
      <div><dt>${texts.localUrl}</dt><dd><code>${toVisibleText(localUrl)}</code></dd></div>
      ${since === undefined ? nothing : html`<div><dt>${texts.since}</dt><dd>${timeElement(new Date(since).toISOString())}</dd></div>`}
    </dl>
  </header>`;
}
