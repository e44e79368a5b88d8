import { live } from 'lit/directives/live.js';
import { html, nothing } from 'lit/html.js';
import type { PageHost } from '../../editor/webview/connect.ts';
import { formatText } from '../../editor/webview/formatText.ts';
import { icon, type PageTemplate } from '../../editor/webview/templates.ts';
import { toVisibleText } from '../../editor/webview/visibleText.ts';
import { mcpLogLevels } from '../logLevel.ts';
import type { InspectorTexts } from '../pageTexts.ts';
import type { InspectorPage, InspectorState } from '../protocol.ts';

export type LogLevelState = NonNullable<InspectorState['logLevel']>;

/** Draws the select for the minimum level of log messages. The server's default level can't be set again. */
export function logLevelPart(
  { level, failure }: LogLevelState,
  strings: InspectorTexts,
  post: PageHost<InspectorPage>['post'],
): PageTemplate {
  const onChange = ({ target }: Event): void => {
    const picked = mcpLogLevels.find((one) => one === (target as HTMLSelectElement).value);
    if (picked) post({ kind: 'setLogLevel', level: picked });
  };
  return html`<span class="log-level"><select class="box" data-key="log-level" aria-label=${strings.logLevel}
      .value=${live(level ?? '')} @change=${onChange}>
      ${level === undefined ? html`<option value="">${strings.defaultLogLevel}</option>` : nothing}
      ${mcpLogLevels.map((one) => html`<option value=${one} ?selected=${one === level}>${formatText(strings.minimumLogLevel, one)}</option>`)}
    </select>${
      failure === undefined
        ? nothing
        : html`<span class="iconed" role="alert">${icon('error', 'bad')}${toVisibleText(failure)}</span>`
    }</span>`;
}
