import { html, nothing } from 'lit/html.js';
import type { PageHost } from '../../editor/webview/connect.ts';
import { formatText } from '../../editor/webview/formatText.ts';
import { button, icon, type PageTemplate, timeElement, toolButton } from '../../editor/webview/templates.ts';
import { toVisibleText } from '../../editor/webview/visibleText.ts';
import type { TunnelPageTexts } from '../page/pageTexts.ts';
import type { QrCode, TunnelAction, TunnelPage, TunnelPageState } from '../page/protocol.ts';

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

interface HeadView {
  readonly state: TunnelPageState;
  readonly texts: TunnelPageTexts;
  /** Absent unless it's shown. */
  readonly qrCode: QrCode | undefined;
  toggleQrCode(): void;
  post: PageHost<TunnelPage>['post'];
}

/** Renders the state and the addresses of the tunnel, and its buttons. */
export function renderHead({ state, texts, qrCode, toggleQrCode, post }: HeadView): PageTemplate {
  const { status, description, publicUrl, localUrl, since, actions } = state;
  const run = (action: TunnelAction) => () => post({ kind: 'run', action });
  const isCodeShown = qrCode !== undefined && qrCode.url === publicUrl;
  const tool = (action: TunnelAction, id: string): PageTemplate =>
    toolButton(texts.actions[action], id, run(action), { key: action });
  const [id, className] = statusIcons[status];
  return html`<header>
    <div class="bar">
      <h1 tabindex="-1">${texts.title}</h1>
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
          : html`<div><dt>${texts.publicUrl}</dt><dd><code>${toVisibleText(publicUrl)}</code>${tool('copyUrl', 'copy')}${tool('openUrl', 'link-external')}${toolButton(texts.showQrCode, 'device-mobile', toggleQrCode, { key: 'qr-code', isPressed: isCodeShown })}</dd></div>`
      }
      <div><dt>${texts.localUrl}</dt><dd><code>${toVisibleText(localUrl)}</code></dd></div>
      ${since === undefined ? nothing : html`<div><dt>${texts.since}</dt><dd>${timeElement(new Date(since).toISOString())}</dd></div>`}
    </dl>
    ${isCodeShown ? renderQrCode(qrCode, texts) : nothing}
  </header>`;
}

/** Draws dark modules on a light background in all themes, because many cameras don't read inverted codes. */
const renderQrCode = ({ url, size, path }: QrCode, texts: TunnelPageTexts): PageTemplate =>
  html`<svg class="qr-code" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges" role="img" aria-label=${formatText(texts.qrCode, url)}>
    <rect width="100%" height="100%" fill="#fff"></rect><path d=${path} fill="#000"></path>
  </svg>`;
