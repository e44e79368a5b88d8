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

/**
 * Draws the select for the minimum level of log messages. The default level of the server can't be selected again after
 * another level was set.
 */
export function logLevelPart(
  { level, failure }: LogLevelState,
  texts: InspectorTexts,
  post: PageHost<InspectorPage>['post'],
): PageTemplate {
  const onChange = ({ target }: Event): void => {
    const selectedLevel = mcpLogLevels.find((levelName) => levelName === (target as HTMLSelectElement).value);
    if (selectedLevel) post({ kind: 'setLogLevel', level: selectedLevel });
  };
  return html`<span class="log-level"><select class="box" data-key="log-level" aria-label=${texts.logLevel}
      .value=${live(level ?? '')} @change=${onChange}>
      ${level === undefined ? html`<option value="">${texts.defaultLogLevel}</option>` : nothing}
      ${mcpLogLevels.map((levelName) => html`<option value=${levelName} ?selected=${levelName === level}>${formatText(texts.minimumLogLevel, levelName)}</option>`)}
    </select>${
      failure === undefined
        ? nothing
        : html`<span class="iconed" role="alert">${icon('error', 'bad')}${toVisibleText(failure)}</span>`
    }</span>`;
}
