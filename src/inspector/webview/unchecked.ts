import { html } from 'lit/html.js';
import { icon, type Part } from '../../editor/webview/parts.ts';
import type { FormStrings } from '../form/strings.ts';

/** In place of what is wrong with a value: nobody knows whether it is valid. */
export function uncheckedPart(strings: FormStrings): Part {
  return html`<p class="iconed">${icon('warning', 'poor')}${strings.unchecked}</p>`;
}
