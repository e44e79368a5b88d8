import { html, nothing } from 'lit/html.js';
import { formatText } from '../../editor/webview/formatText.ts';
import { icon, type PageTemplate } from '../../editor/webview/templates.ts';
import type { FormTexts } from '../form/formTexts.ts';
import { findRoundedNumbers } from '../schema/roundedNumbers.ts';

/** Maximum number of changed numbers that are shown. */
const mostShown = 5;

/** Draws the digits that are sent instead of entered ones that a JavaScript number can't represent. */
export function changedDigitsPart(text: string | undefined, strings: FormTexts): PageTemplate {
  const changed = text === undefined ? [] : findRoundedNumbers(text);
  return changed.length === 0
    ? nothing
    : html`<div class="digits" role="status">${changed
        .slice(0, mostShown)
        .map(({ text, sent }) =>
          sent === undefined
            ? nothing
            : html`<p class="iconed">${icon('warning', 'poor')}<span>${formatText(strings.changedNumber, text, sent)}</span></p>`,
        )}${changed.length > mostShown ? html`<p>…</p>` : nothing}</div>`;
}
