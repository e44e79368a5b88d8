import { live } from 'lit/directives/live.js';
import { html, nothing } from 'lit/html.js';
import { formatText } from '../../editor/webview/formatText.ts';
import { button, icon, type PageTemplate } from '../../editor/webview/templates.ts';
import { visibleText } from '../../editor/webview/visibleText.ts';
import { type MessageIssue, parseOutgoingMessage } from '../outgoingMessage.ts';
import type { InspectorTexts } from '../pageTexts.ts';

interface MessageEditorView {
  readonly strings: InspectorTexts;
  readonly text: string;
  /** Whether the text differs from the original. */
  readonly isChanged: boolean;
  readonly isRunning: boolean;
  setText(text: string): void;
  send(): void;
  /** Called for Ctrl+Enter. */
  sendByKey(): void;
  cancel(): void;
  reset(): void;
  close(): void;
}

/** Draws the editor of a message that can be sent again. */
export function messageEditor(view: MessageEditorView): PageTemplate {
  const { strings, text, isRunning } = view;
  const { message, issues } = parseOutgoingMessage(text);
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    view.sendByKey();
  };
  return html`<section class="editing" aria-labelledby="editing">
    <p class="actions"><b id="editing">${strings.messageToSend}</b>
      ${button(strings.sendMessage, { icon: 'play', className: 'action primary', key: 'send-written', isDisabled: !message || isRunning }, view.send)}
      ${isRunning ? button(strings.cancel, { icon: 'debug-stop', key: 'cancel-written' }, view.cancel) : nothing}
      ${view.isChanged ? button(strings.reset, { icon: 'discard', key: 'reset-written' }, view.reset) : nothing}
      ${button(strings.close, { icon: 'close', key: 'close-written' }, view.close)}</p>
    <textarea data-key="written" spellcheck="false" dir="ltr" aria-labelledby="editing" aria-describedby="editing-issues"
      aria-invalid=${String(!message)} .value=${live(text)} @keydown=${onKey}
      @input=${({ target }: Event) => view.setText((target as HTMLTextAreaElement).value)}></textarea>
    <div id="editing-issues" role="status"><ul>${issues.map(
      (issue) =>
        html`<li class="iconed">${message ? icon('info', 'note') : icon('error', 'bad')}<span>${describeWrittenIssue(issue, strings)}</span></li>`,
    )}</ul></div>
  </section>`;
}

function describeWrittenIssue({ kind, detail = '' }: MessageIssue, strings: InspectorTexts): string {
  return formatText(strings[kind], visibleText(detail));
}
