import { html } from 'lit/html.js';
import { icon, type PageTemplate } from '../../editor/webview/templates.ts';
import type { FormTexts } from '../form/formTexts.ts';

/** In place of what is wrong with a value: nobody knows whether it is valid. */
export function uncheckedPart(strings: FormTexts): PageTemplate {
  return html`<p class="iconed">${icon('warning', 'poor')}${strings.unchecked}</p>`;
}
