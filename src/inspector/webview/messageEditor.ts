import { live } from 'lit/directives/live.js';
import { html, nothing } from 'lit/html.js';
import type { PageHost } from '../../editor/webview/connect.ts';
import { formatText } from '../../editor/webview/formatText.ts';
import { button, icon, type PageTemplate } from '../../editor/webview/templates.ts';
import { toVisibleText } from '../../editor/webview/visibleText.ts';
import { type MessageIssue, parseOutgoingMessage } from '../outgoingMessage.ts';
import type { InspectorTexts } from '../pageTexts.ts';
import type { InspectorPage } from '../protocol.ts';

interface MessageEditorView {
  readonly texts: InspectorTexts;
  readonly text: string;
  /** Whether the text differs from the original. */
  readonly isChanged: boolean;
  readonly isRunning: boolean;
  readonly post: PageHost<InspectorPage>['post'];
  setText(text: string): void;
  /** Called for Ctrl+Enter. */
  sendByKey(): void;
  reset(): void;
}

/** Draws the editor of a message that can be sent again. */
export function messageEditor(view: MessageEditorView): PageTemplate {
  const { texts, text, isRunning, post } = view;
  const { message, issues } = parseOutgoingMessage(text);
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    view.sendByKey();
  };
  return html`<section class="editing" aria-labelledby="editing">
    <p class="actions"><b id="editing">${texts.messageToSend}</b>
      ${button(texts.sendMessage, { icon: 'play', className: 'action primary', key: 'send-written', isDisabled: !message || isRunning }, () => post({ kind: 'sendMessage', text }))}
      ${isRunning ? button(texts.cancel, { icon: 'debug-stop', key: 'cancel-written' }, () => post({ kind: 'cancelReplay' })) : nothing}
      ${view.isChanged ? button(texts.reset, { icon: 'discard', key: 'reset-written' }, view.reset) : nothing}
      ${button(texts.close, { icon: 'close', key: 'close-written' }, () => post({ kind: 'editMessage' }))}</p>
    <textarea data-key="written" spellcheck="false" dir="ltr" aria-labelledby="editing" aria-describedby="editing-issues"
      aria-invalid=${String(!message)} .value=${live(text)} @keydown=${onKey}
      @input=${({ target }: Event) => view.setText((target as HTMLTextAreaElement).value)}></textarea>
    <div id="editing-issues" role="status"><ul>${issues.map(
      (issue) =>
        html`<li class="iconed">${message ? icon('info', 'note') : icon('error', 'bad')}<span>${describeWrittenIssue(issue, texts)}</span></li>`,
    )}</ul></div>
  </section>`;
}

function describeWrittenIssue({ kind, detail = '' }: MessageIssue, texts: InspectorTexts): string {
  return formatText(texts[kind], toVisibleText(detail));
}
