import { html, nothing } from 'lit/html.js';
import { formatText } from '../../editor/webview/formatText.ts';
import { icon, type PageTemplate } from '../../editor/webview/templates.ts';
import type { InspectorTexts } from '../pageTexts.ts';

/** Draws the number of issues in data that can be sent nevertheless. */
export function problemCountPart(count: number, strings: InspectorTexts): PageTemplate {
  if (count === 0) return nothing;
  const said = count === 1 ? strings.callAnywayOne : formatText(strings.callAnyway, count);
  return html`<span class="quiet iconed">${icon('warning')}${said}</span>`;
}
