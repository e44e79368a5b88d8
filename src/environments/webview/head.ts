import { html, nothing, type TemplateResult } from 'lit/html.js';
import { formatText } from '../../editor/webview/formatText.ts';
import { button, icon, type PageTemplate, textSpan } from '../../editor/webview/templates.ts';
import type { EnvironmentPageTexts } from '../page/pageTexts.ts';
import type { EnvironmentPageState } from '../page/protocol.ts';
import { actionButton, type DrawContext, problemElement, statusElement } from './parts.ts';

/** Draws the top of the page: the name, the status, and the actions. */
export function environmentHead(
  { head, problem, actions }: EnvironmentPageState,
  isLoading: boolean,
  drawContext: DrawContext,
): TemplateResult {
  const { texts, post, goToSection } = drawContext;
  const { name, project, status, notes } = head;
  const [first, ...others] = actions;
  const spin = isLoading ? ' codicon-modifier-spin' : '';
  return html`<h1 tabindex="-1">${textSpan(name)}</h1>
    <p class="place">${project === undefined ? nothing : textSpan(project)}${environmentBadge(head, texts)}</p>
    ${status && !problem ? statusElement(status.tone, status.text) : nothing} ${problemElement(problem, drawContext)}
    ${
      // Links to sections that need attention.
      notes.length === 0
        ? nothing
        : html`<ul class="notes">${notes.map(({ section, text }) => {
            const options = { icon: section === 'telemetry' ? 'warning' : 'info', key: `note-${section}` };
            return html`<li>${button(text, { ...options, className: `note ${section}` }, () => goToSection(section))}</li>`;
          })}</ul>`
    }
    ${
      first === undefined
        ? nothing
        : html`<div class="actions" role="group" aria-label=${texts.actions}>
            ${actionButton(drawContext, first, 'head', 'action primary')}${others.map((one) => actionButton(drawContext, one, 'head'))}
            ${button(texts.refresh, { icon: `refresh${spin}`, key: 'refresh' }, () => post({ kind: 'refresh' }))}
          </div>`
    }`;
}

function environmentBadge(
  { isProduction, protectedBy }: EnvironmentPageState['head'],
  texts: EnvironmentPageTexts,
): PageTemplate {
  if (isProduction) {
    return html`<span class="badge production">${icon('circle-filled')}${texts.production}</span>`;
  }
  if (protectedBy === undefined) return nothing;
  const title = formatText(texts.protectedBy, protectedBy);
  return html`<span class="badge" title=${title}>${icon('shield')}${texts.protected}</span>`;
}
