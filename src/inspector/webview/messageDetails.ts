import { html, nothing } from 'lit/html.js';
import type { PageHost } from '../../editor/webview/connect.ts';
import { button, icon, type PageTemplate, textSpan } from '../../editor/webview/templates.ts';
import { toVisibleText } from '../../editor/webview/visibleText.ts';
import type { MessageLine } from '../pageSchemas.ts';
import type { InspectorTexts } from '../pageTexts.ts';
import type { InspectorPage } from '../protocol.ts';
import type { ReplayState } from '../replayState.ts';

interface MessageDetailsView {
  readonly strings: InspectorTexts;
  readonly index: number;
  /** Whether the server is reached over HTTP. */
  readonly hasUrl: boolean;
  readonly line: MessageLine | undefined;
  readonly text: HTMLElement;
  readonly pairText: HTMLElement;
  /** Whether the text of the message is still available. */
  readonly canReplay: boolean;
  readonly replay: ReplayState;
  readonly post: PageHost<InspectorPage>['post'];
  showPair(): void;
}

/** Draws a message, and beside it the response of a request or the request of a response. */
export function messageDetails(view: MessageDetailsView): PageTemplate {
  const { strings, line, index, replay, canReplay, post } = view;
  const copyButton = (label: string, as: 'json' | 'curl', icon: string): PageTemplate =>
    button(label, { icon, key: `message-${as}` }, () => post({ kind: 'copyMessage', index, as }));
  const isSent = line?.direction === 'sent';
  const isSendable = isSent && (line.kind === 'request' || line.kind === 'notification');
  const { isRunning } = replay;
  const isLast = replay.sentIndex === index;
  return html`<section class="message" aria-label=${toVisibleText(line?.method ?? strings.messages)}>
      <p class="actions">${
        isSendable
          ? html`${button(strings.replay, { icon: 'debug-rerun', key: 'replay', hint: strings.replayHint, isDisabled: isRunning || !canReplay }, () => post({ kind: 'replay', index }))}${button(
              strings.edit,
              { icon: 'edit', key: 'edit-message', isDisabled: !canReplay },
              () => post({ kind: 'editMessage', index }),
            )}${isRunning ? button(strings.cancel, { icon: 'debug-stop', key: 'cancel-replay' }, () => post({ kind: 'cancelReplay' })) : nothing}`
          : nothing
      }${copyButton(strings.copyJson, 'json', 'copy')}${isSent && view.hasUrl ? copyButton(strings.copyCurl, 'curl', 'terminal') : nothing}${button(
        strings.openAsDocument,
        { icon: 'go-to-file', key: 'message-open' },
        () => post({ kind: 'openMessage', index }),
      )}</p>
      ${
        replay.failure === undefined || !(isLast || replay.sentIndex === undefined)
          ? nothing
          : html`<p class="iconed" role="alert">${icon('error', 'bad')}${textSpan(replay.failure)}</p>`
      }
      ${view.text}
    </section>${pairPart(view)}`;
}

function pairPart({ strings, line, index, pairText, replay, showPair }: MessageDetailsView): PageTemplate {
  if (line?.pairIndex === undefined) {
    if (line?.kind !== 'request') return nothing;
    const isWaiting = replay.isRunning && replay.sentIndex === index;
    const isCanceled = replay.sentIndex === index && replay.outcome === 'canceled';
    const text = isCanceled ? strings.canceled : strings.noResponseYet;
    return html`<section class="pair" aria-label=${strings.response}><p class="iconed quiet">${
      isWaiting ? icon('loading', 'codicon-modifier-spin') : nothing
    }${isWaiting ? strings.running : text}</p></section>`;
  }
  const isRequest = line.kind === 'request';
  const label = isRequest ? strings.response : strings.request;
  return html`<section class="pair" aria-label=${label}><p class="actions"><b>${label}</b>${button(
    isRequest ? strings.showResponse : strings.showRequest,
    { icon: isRequest ? 'arrow-down' : 'arrow-up', key: 'show-pair', hint: strings.pairHint },
    showPair,
  )}</p>${pairText}</section>`;
}
