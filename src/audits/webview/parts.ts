import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { PageTemplate } from '../../editor/webview/templates.ts';
import { toVisibleText } from '../../editor/webview/visibleText.ts';
import type { CheckKind } from '../report/checkKinds.ts';
import type { Fact } from '../report/reportSchema.ts';

export function renderParagraph(text: string, className: string): TemplateResult {
  return html`<p class=${className} dir="auto">${toVisibleText(text)}</p>`;
}

export function renderFacts(facts: readonly Fact[]): PageTemplate {
  if (facts.length === 0) return nothing;
  return html`<dl class="details">${facts.map(
    ({ label, value }) =>
      html`<div><dt dir="auto">${toVisibleText(label)}</dt><dd dir="auto">${toVisibleText(value)}</dd></div>`,
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
