import { html, nothing } from 'lit/html.js';
import { button, icon, type PageTemplate } from '../../editor/webview/templates.ts';
import { toVisibleText } from '../../editor/webview/visibleText.ts';
import type { InspectorTexts } from '../pageTexts.ts';
import type { UrlElicitation } from '../serverRequests/pendingRequestSchema.ts';

interface UrlElicitationActions {
  readonly open: () => void;
  /** Ends the request without a response to the server. */
  readonly close: () => void;
  /** Buttons that decline or cancel the request. */
  readonly rejectButtons: PageTemplate;
}

/** Draws a URL elicitation. The whole URL is shown before the user opens it. */
export function urlElicitationPart(
  id: number,
  { beforeHost, host, afterHost, warnings, canOpen, isRequired, phase }: UrlElicitation,
  texts: InspectorTexts,
  { open, close, rejectButtons }: UrlElicitationActions,
): PageTemplate {
  const openButton = (className: string): PageTemplate =>
    button(
      phase === 'asked' ? texts.openInBrowser : texts.openAgain,
      { icon: 'link-external', className, key: `open-${id}`, isDisabled: !canOpen },
      open,
    );
  const closeButton = (label: string): PageTemplate =>
    button(label, { icon: 'close', key: `close-${id}` }, close);
  return html`<p class="address" dir="ltr"><span>${toVisibleText(beforeHost)}</span><strong>${toVisibleText(host)}</strong><span>${toVisibleText(afterHost)}</span></p>
    ${
      phase === 'asked'
        ? warnings.map(
            (warning) => html`<p class="iconed">${icon('warning', 'poor')}${toVisibleText(warning)}</p>`,
          )
        : nothing
    }
    ${phase === 'waiting' ? html`<p class="iconed">${icon('loading', 'codicon-modifier-spin')}${texts.urlElicitationPending}</p>` : nothing}
    ${phase === 'done' ? html`<p class="iconed">${icon('pass', 'good')}${texts.urlElicitationComplete}</p>` : nothing}
    <p class="actions">${
      phase === 'asked'
        ? html`${openButton('action primary')}${isRequired ? closeButton(texts.close) : rejectButtons}`
        : phase === 'waiting'
          ? html`${openButton('action')}${closeButton(texts.stopWaiting)}`
          : closeButton(texts.close)
    }</p>`;
}
