import { html } from 'lit/html.js';
import { icon, type Part } from '../../editor/webview/parts.ts';
import type { FormTexts } from '../form/formTexts.ts';

/** In place of what is wrong with a value: nobody knows whether it is valid. */
export function uncheckedPart(strings: FormTexts): Part {
  return html`<p class="iconed">${icon('warning', 'poor')}${strings.unchecked}</p>`;
}
