import { live } from 'lit/directives/live.js';
import { html, nothing } from 'lit/html.js';
import type { PageHost } from '../../editor/webview/connect.ts';
import { formatText } from '../../editor/webview/formatText.ts';
import { button, icon, type PageTemplate, textSpan } from '../../editor/webview/templates.ts';
import type { InspectorTexts } from '../pageTexts.ts';
import type { InspectorPage } from '../protocol.ts';
import type { SamplingState } from '../serverRequests/pendingRequestSchema.ts';

interface SamplingActions {
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly send: () => void;
  readonly post: PageHost<InspectorPage>['post'];
  readonly rejectButtons: PageTemplate;
}

/** Draws the answer to a sampling request. The user writes it, or reviews an answer of a chat model before it is sent. */
export function samplingPart(
  id: number,
  { obstacle, runningModel, answer, failure }: SamplingState,
  texts: InspectorTexts,
  { text, setText, send, post, rejectButtons }: SamplingActions,
): PageTemplate {
  const isRunning = runningModel !== undefined;
  const onInput = ({ target }: Event): void => setText((target as HTMLTextAreaElement).value);
  const source =
    answer && formatText(answer.isTruncated ? texts.modelAnswerTruncated : texts.answeredBy, answer.model);
  return html`
    <textarea aria-label=${texts.answerForModel} placeholder=${texts.answerForModel} rows="4" ?readonly=${isRunning}
      .value=${live(text)} @input=${onInput}></textarea>
    ${isRunning ? html`<p class="iconed">${icon('loading', 'codicon-modifier-spin')}${textSpan(formatText(texts.modelIsAnswering, runningModel))}</p>` : nothing}
    ${source === undefined || isRunning ? nothing : html`<p class="iconed">${icon('sparkle')}${textSpan(source)}</p>`}
    ${failure === undefined ? nothing : html`<p class="iconed" role="alert">${icon('error', 'bad')}${textSpan(failure)}</p>`}
    ${obstacle === undefined ? nothing : html`<p class="iconed">${icon('info', 'note')}${textSpan(obstacle)}</p>`}
    <p class="actions">
      <button type="button" class="action primary" data-key="accept-${id}" ?disabled=${isRunning || text.trim() === ''}
        @click=${send}>${texts.send}</button>
      ${
        isRunning
          ? button(texts.cancel, { icon: 'debug-stop', key: `stop-${id}` }, () =>
              post({ kind: 'stopModel', id }),
            )
          : button(
              texts.useModel,
              { icon: 'sparkle', key: `model-${id}`, isDisabled: obstacle !== undefined },
              () => post({ kind: 'useModel', id }),
            )
      }${rejectButtons}
    </p>`;
}
