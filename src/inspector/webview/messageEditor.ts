import { html, nothing } from 'lit/html.js';
import type { PageHost } from '../../editor/webview/connect.ts';
import { formatText } from '../../editor/webview/formatText.ts';
import { button, type PageTemplate } from '../../editor/webview/templates.ts';
import { textEditor } from '../../editor/webview/textEditor.ts';
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
  return html`<section class="editing" aria-labelledby="editing">
    <p class="actions"><b id="editing">${texts.messageToSend}</b>
      ${button(texts.sendMessage, { icon: 'play', className: 'action primary', key: 'send-written', isDisabled: !message || isRunning }, () => post({ kind: 'sendMessage', text }))}
      ${isRunning ? button(texts.cancel, { icon: 'debug-stop', key: 'cancel-written' }, () => post({ kind: 'cancelReplay' })) : nothing}
      ${view.isChanged ? button(texts.reset, { icon: 'discard', key: 'reset-written' }, view.reset) : nothing}
      ${button(texts.close, { icon: 'close', key: 'close-written' }, () => post({ kind: 'editMessage' }))}</p>
    ${textEditor({
      key: 'written',
      label: texts.messageToSend,
      text,
      issues: issues.map((issue) => describeWrittenIssue(issue, texts)),
      isInvalid: !message,
      setText: view.setText,
      submit: view.sendByKey,
    })}
  </section>`;
}

function describeWrittenIssue({ kind, detail = '' }: MessageIssue, texts: InspectorTexts): string {
  return formatText(texts[kind], toVisibleText(detail));
}
