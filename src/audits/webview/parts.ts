import { html, nothing, type TemplateResult } from 'lit/html.js';
import * as kit from '../../editor/webview/parts.ts';
import type { Kind } from '../report/kinds.ts';
import type { Fact } from '../report/shape.ts';
import { visibleText } from '../report/visibleText.ts';

/** A text of the service: never markup, nothing in it unseen, and its direction stays its own. */
export function words(text: string, className = ''): TemplateResult {
  return kit.words(visibleText(text), className);
}

export function paragraph(text: string, className: string): TemplateResult {
  return html`<p class=${className} dir="auto">${visibleText(text)}</p>`;
}

/** Labels and values. */
export function factsPart(facts: readonly Fact[]): kit.Part {
  if (facts.length === 0) return nothing;
  return html`<dl class="details">${facts.map(
    ({ label, value }) =>
      html`<div><dt dir="auto">${visibleText(label)}</dt><dd dir="auto">${visibleText(value)}</dd></div>`,
  )}</dl>`;
}

export const kindIcons: Readonly<Record<Kind, string>> = {
  failure: 'error',
  warning: 'warning',
  info: 'info',
  other: 'question',
  pending: 'watch',
  skip: 'circle-slash',
  pass: 'pass',
};
