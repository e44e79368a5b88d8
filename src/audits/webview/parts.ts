import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { PageTemplate } from '../../editor/webview/templates.ts';
import { toVisibleText } from '../../editor/webview/visibleText.ts';
import type { CheckKind } from '../report/checkKinds.ts';
import type { Fact } from '../report/reportSchema.ts';
import { splitTextParts } from '../report/textParts.ts';

/** Renders a text of the service: code between backticks, and marks for the matches of `pattern`. */
export function renderText(text: string, pattern?: RegExp): readonly (TemplateResult | string)[] {
  return splitTextParts(toVisibleText(text), pattern).map(({ text, isCode, isMatch }) => {
    const content = isMatch ? html`<mark>${text}</mark>` : text;
    return isCode ? html`<code>${content}</code>` : content;
  });
}

export function renderParagraph(text: string, className: string, pattern?: RegExp): TemplateResult {
  return html`<p class=${className} dir="auto">${renderText(text, pattern)}</p>`;
}

export function renderFacts(facts: readonly Fact[], pattern?: RegExp): PageTemplate {
  if (facts.length === 0) return nothing;
  return html`<dl class="details">${facts.map(
    ({ label, value }) =>
      html`<div><dt dir="auto">${renderText(label, pattern)}</dt><dd dir="auto">${renderText(value, pattern)}</dd></div>`,
  )}</dl>`;
}

export const checkKindIcons: Readonly<Record<CheckKind, string>> = {
  failure: 'error',
  warning: 'warning',
  info: 'info',
  other: 'question',
  pending: 'watch',
  skip: 'circle-slash',
  pass: 'pass',
};
