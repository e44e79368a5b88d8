import { html, nothing } from 'lit/html.js';
import type { PageHost } from '../../editor/webview/connect.ts';
import { button, icon, type PageTemplate, textSpan, toolButton } from '../../editor/webview/templates.ts';
import { toVisibleText } from '../../editor/webview/visibleText.ts';
import type { MessageLine } from '../pageSchemas.ts';
import type { InspectorTexts } from '../pageTexts.ts';
import type { InspectorPage } from '../protocol.ts';
import type { ReplayState } from '../replayState.ts';

interface MessageDetailsView {
  readonly texts: InspectorTexts;
  readonly index: number;
  /** Whether the server is reached over HTTP. */
  readonly hasUrl: boolean;
  readonly line: MessageLine | undefined;
  readonly text: HTMLElement;
  readonly pairText: HTMLElement;
  /** Whether the response doesn't match the output schema of the called tool. */
  readonly hasInvalidResponse: boolean;
  /** Whether the text of the message is still available. */
  readonly canReplay: boolean;
  readonly replay: ReplayState;
  /** Whether the editor of a message is open. */
  readonly isEditing: boolean;
  readonly post: PageHost<InspectorPage>['post'];
}

/** Draws a message, and beside it the response of a request. */
export function messageDetails(view: MessageDetailsView): PageTemplate {
  const { texts, line, index, replay, canReplay, post } = view;
  const copyButton = (label: string, as: 'json' | 'curl', icon: string): PageTemplate =>
    toolButton(label, icon, () => post({ kind: 'copyMessage', index, as }), { key: `message-${as}` });
  const isSent = line?.direction === 'sent';
  const isSendable = isSent && (line.kind === 'request' || line.kind === 'notification');
  const { isRunning } = replay;
  const isLast = replay.sentIndex === index;
  // The editor and the response need the space.
  const isCollapsible = view.isEditing && isSent && line.kind === 'request';
  const actions = html`<p class="actions">${
    isSendable
      ? html`${button(texts.replay, { icon: 'debug-rerun', key: 'replay', hint: texts.replayHint, isDisabled: isRunning || !canReplay }, () => post({ kind: 'replay', index }))}${button(
          texts.edit,
          { icon: 'edit', key: 'edit-message', isDisabled: !canReplay },
          () => post({ kind: 'editMessage', index }),
        )}${isRunning ? button(texts.cancel, { icon: 'debug-stop', key: 'cancel-replay' }, () => post({ kind: 'cancelReplay' })) : nothing}`
      : nothing
  }${copyButton(texts.copyJson, 'json', 'copy')}${isSent && view.hasUrl ? copyButton(texts.copyCurl, 'curl', 'terminal') : nothing}${toolButton(texts.openAsDocument, 'go-to-file', () => post({ kind: 'openMessage', index }), { key: 'message-open' })}</p>`;
  return html`<section class="message" aria-label=${toVisibleText(line?.method ?? texts.messages)}>
      ${isCollapsible ? nothing : actions}
      ${
        replay.failure === undefined || !(isLast || replay.sentIndex === undefined)
          ? nothing
          : html`<p class="iconed" role="alert">${icon('error', 'bad')}${textSpan(replay.failure)}</p>`
      }
      ${isCollapsible ? html`<details><summary>${icon('chevron-right')}${texts.request}</summary>${actions}${view.text}</details>` : view.text}
    </section>${pairPart(view)}`;
}

function pairPart({
  texts,
  line,
  index,
  pairText,
  hasInvalidResponse,
  replay,
  post,
}: MessageDetailsView): PageTemplate {
  if (line?.kind !== 'request') return nothing;
  const { pairIndex } = line;
  if (pairIndex === undefined) {
    const isWaiting = replay.isRunning && replay.sentIndex === index;
    const isCanceled = replay.sentIndex === index && replay.outcome === 'canceled';
    const text = isCanceled ? texts.canceled : texts.noResponseYet;
    return html`<section class="pair" aria-label=${texts.response}><p class="iconed quiet">${
      isWaiting ? icon('loading', 'codicon-modifier-spin') : nothing
    }${isWaiting ? texts.running : text}</p></section>`;
  }
  return html`<section class="pair" aria-label=${texts.response}><p class="actions">${hasInvalidResponse ? icon('warning', 'poor') : nothing}<b title=${texts.pairHint}>${hasInvalidResponse ? texts.invalidResponse : texts.response}</b>${toolButton(
    texts.copyResponse,
    'copy',
    () => post({ kind: 'copyMessage', index: pairIndex, as: 'json' }),
    { key: 'copy-response' },
  )}${toolButton(texts.openResponse, 'go-to-file', () => post({ kind: 'openMessage', index: pairIndex }), { key: 'open-response' })}</p>${pairText}</section>`;
}
