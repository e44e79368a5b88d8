import { html, nothing } from 'lit/html.js';
import { formatText } from '../../editor/webview/formatText.ts';
import { icon, type PageTemplate } from '../../editor/webview/templates.ts';
import type { FormTexts } from '../form/formTexts.ts';
import type { InspectorTexts } from '../pageTexts.ts';
import { findRoundedNumbers } from '../schema/roundedNumbers.ts';

/** Draws the note for a value that couldn't be validated. */
export function uncheckedPart(texts: FormTexts): PageTemplate {
  return html`<p class="iconed">${icon('warning', 'poor')}${texts.unchecked}</p>`;
}

/** Draws the number of issues in data that can be sent nevertheless. */
export function problemCountPart(count: number, texts: InspectorTexts): PageTemplate {
  if (count === 0) return nothing;
  const text = count === 1 ? texts.oneInputProblem : formatText(texts.inputProblems, count);
  return html`<span class="quiet iconed">${icon('warning')}${text}</span>`;
}

/** Maximum number of rounded numbers that are shown. */
const maxShownNumbers = 5;

/** Draws notes for numbers in an entered text that are sent with other digits, because a JavaScript number can't represent them. */
export function changedDigitsPart(text: string | undefined, texts: FormTexts): PageTemplate {
  const roundedNumbers = text === undefined ? [] : findRoundedNumbers(text);
  return roundedNumbers.length === 0
    ? nothing
    : html`<div class="digits" role="status">${roundedNumbers
        .slice(0, maxShownNumbers)
        .map(({ text, sentText }) =>
          sentText === undefined
            ? nothing
            : html`<p class="iconed">${icon('warning', 'poor')}<span>${formatText(texts.changedNumber, text, sentText)}</span></p>`,
        )}${roundedNumbers.length > maxShownNumbers ? html`<p>…</p>` : nothing}</div>`;
}
