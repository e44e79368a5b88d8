import { html } from 'lit/html.js';
import { icon, type PageTemplate } from '../../editor/webview/templates.ts';
import type { FormTexts } from '../form/formTexts.ts';

/** Draws the note for a value that couldn't be validated. */
export function uncheckedPart(strings: FormTexts): PageTemplate {
  return html`<p class="iconed">${icon('warning', 'poor')}${strings.unchecked}</p>`;
}
