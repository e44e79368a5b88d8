import { html, nothing } from 'lit/html.js';
import { button, icon, type PageTemplate, textSpan as wordsPart } from '../../editor/webview/templates.ts';
import { visibleText } from '../../editor/webview/visibleText.ts';
import type { MessageLine } from '../pageSchemas.ts';
import type { InspectorTexts } from '../pageTexts.ts';
import type { ReplayState } from '../replayState.ts';

export type MessageAction = 'open' | 'json' | 'curl';

interface MessageDetailsView {
  readonly strings: InspectorTexts;
  readonly index: number;
  /** Whether the server is reached over HTTP. */
  readonly hasUrl: boolean;
  readonly line: MessageLine | undefined;
  readonly text: HTMLElement;
  readonly pairText: HTMLElement;
  /** Whether the text of the message is still available. */
  readonly mayReplay: boolean;
  readonly replaying: ReplayState;
  act(act: MessageAction): void;
  replay(): void;
  cancel(): void;
  edit(): void;
  showPair(): void;
}

/** Draws a message, and beside it the response of a request or the request of a response. */
export function messageDetails(view: MessageDetailsView): PageTemplate {
  const { strings, line, index, replaying, act } = view;
  const copy = (label: string, what: MessageAction, id: string): PageTemplate =>
    button(label, { icon: id, key: `message-${what}` }, () => act(what));
  const isSent = line?.direction === 'sent';
  const isSendable = isSent && (line.kind === 'request' || line.kind === 'notification');
  const { isRunning } = replaying;
  const isLast = replaying.sent === index;
  return html`<section class="message" aria-label=${visibleText(line?.method ?? strings.messages)}>
      <p class="actions">${
        isSendable
          ? html`${button(strings.replay, { icon: 'debug-rerun', key: 'replay', hint: strings.replayHint, isDisabled: isRunning || !view.mayReplay }, view.replay)}${button(
              strings.edit,
              { icon: 'edit', key: 'edit-message', isDisabled: !view.mayReplay },
              view.edit,
            )}${isRunning ? button(strings.cancel, { icon: 'debug-stop', key: 'cancel-replay' }, view.cancel) : nothing}`
          : nothing
      }${copy(strings.copyJson, 'json', 'copy')}${isSent && view.hasUrl ? copy(strings.copyCurl, 'curl', 'terminal') : nothing}${copy(
        strings.openAsDocument,
        'open',
        'go-to-file',
      )}</p>
      ${
        replaying.failure === undefined || !(isLast || replaying.sent === undefined)
          ? nothing
          : html`<p class="iconed" role="alert">${icon('error', 'bad')}${wordsPart(replaying.failure)}</p>`
      }
      ${view.text}
    </section>${pairPart(view)}`;
}

function pairPart({ strings, line, index, pairText, replaying, showPair }: MessageDetailsView): PageTemplate {
  if (line?.pair === undefined) {
    if (line?.kind !== 'request') return nothing;
    const isWaiting = replaying.isRunning && replaying.sent === index;
    const isLeft = replaying.sent === index && replaying.outcome === 'cancelled';
    const words = isLeft ? strings.cancelled : strings.noResponseYet;
    return html`<section class="pair" aria-label=${strings.response}><p class="iconed quiet">${
      isWaiting ? icon('loading', 'codicon-modifier-spin') : nothing
    }${isWaiting ? strings.running : words}</p></section>`;
  }
  const isRequest = line.kind === 'request';
  const label = isRequest ? strings.response : strings.request;
  return html`<section class="pair" aria-label=${label}><p class="actions"><b>${label}</b>${button(
    isRequest ? strings.showResponse : strings.showRequest,
    { icon: isRequest ? 'arrow-down' : 'arrow-up', key: 'show-pair', hint: strings.pairHint },
    showPair,
  )}</p>${pairText}</section>`;
}
