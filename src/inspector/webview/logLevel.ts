import { live } from 'lit/directives/live.js';
import { html, nothing } from 'lit/html.js';
import { formatText } from '../../editor/webview/formatText.ts';
import { icon, type PageTemplate } from '../../editor/webview/templates.ts';
import { visibleText } from '../../editor/webview/visibleText.ts';
import { type McpLogLevel, mcpLogLevels } from '../logLevel.ts';
import type { InspectorTexts } from '../pageTexts.ts';
import type { InspectorState } from '../protocol.ts';

export type Logging = NonNullable<InspectorState['logLevel']>;

export interface LogLevelView extends Logging {
  setLevel(level: McpLogLevel): void;
}

/** Draws the select for the minimum level of log messages. The server's default level can't be set again. */
export function logLevelPart(
  { level, failure, setLevel }: LogLevelView,
  strings: InspectorTexts,
): PageTemplate {
  const onChange = ({ target }: Event): void => {
    const picked = mcpLogLevels.find((one) => one === (target as HTMLSelectElement).value);
    if (picked) setLevel(picked);
  };
  return html`<span class="log-level"><select class="box" data-key="log-level" aria-label=${strings.logLevel}
      .value=${live(level ?? '')} @change=${onChange}>
      ${level === undefined ? html`<option value="">${strings.serverLevel}</option>` : nothing}
      ${mcpLogLevels.map((one) => html`<option value=${one} ?selected=${one === level}>${formatText(strings.fromLevel, one)}</option>`)}
    </select>${
      failure === undefined
        ? nothing
        : html`<span class="iconed" role="alert">${icon('error', 'bad')}${visibleText(failure)}</span>`
    }</span>`;
}
