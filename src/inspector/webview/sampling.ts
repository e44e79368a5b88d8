import { live } from 'lit/directives/live.js';
import { html, nothing } from 'lit/html.js';
import { formatText } from '../../editor/webview/formatText.ts';
import { button, icon, type PageTemplate, textSpan } from '../../editor/webview/templates.ts';
import type { InspectorTexts } from '../pageTexts.ts';
import type { SamplingState } from '../serverRequests/pendingRequest.ts';

interface SamplingActions {
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly send: () => void;
  readonly act: (what: 'useModel' | 'stopModel') => void;
  readonly ways: PageTemplate;
}

/** Draws the answer to a sampling request. The user writes it, or reviews the answer of a chat model before it's sent. */
export function samplingPart(
  id: number,
  { obstacle, running, answer, failure }: SamplingState,
  strings: InspectorTexts,
  { text, setText, send, act, ways }: SamplingActions,
): PageTemplate {
  const isRunning = running !== undefined;
  const typed = ({ target }: Event): void => setText((target as HTMLTextAreaElement).value);
  const said =
    answer && formatText(answer.isCut ? strings.modelAnswerTruncated : strings.answeredBy, answer.model);
  return html`
    <textarea aria-label=${strings.answerForModel} placeholder=${strings.answerForModel} rows="4" ?readonly=${isRunning}
      .value=${live(text)} @input=${typed}></textarea>
    ${isRunning ? html`<p class="iconed">${icon('loading', 'codicon-modifier-spin')}${textSpan(formatText(strings.modelIsAnswering, running))}</p>` : nothing}
    ${said === undefined || isRunning ? nothing : html`<p class="iconed">${icon('sparkle')}${textSpan(said)}</p>`}
    ${failure === undefined ? nothing : html`<p class="iconed" role="alert">${icon('error', 'bad')}${textSpan(failure)}</p>`}
    ${obstacle === undefined ? nothing : html`<p class="iconed">${icon('info', 'note')}${textSpan(obstacle)}</p>`}
    <p class="actions">
      <button type="button" class="action primary" data-key="accept-${id}" ?disabled=${isRunning || text.trim() === ''}
        @click=${send}>${strings.send}</button>
      ${
        isRunning
          ? button(strings.cancel, { icon: 'debug-stop', key: `stop-${id}` }, () => act('stopModel'))
          : button(
              strings.useModel,
              { icon: 'sparkle', key: `model-${id}`, isDisabled: obstacle !== undefined },
              () => act('useModel'),
            )
      }${ways}
    </p>`;
}
