import { html, nothing } from 'lit/html.js';
import { formatText } from '../../editor/webview/formatText.ts';
import { icon, type PageTemplate } from '../../editor/webview/templates.ts';
import type { FormTexts } from '../form/formTexts.ts';
import type { InspectorTexts } from '../pageTexts.ts';
import { findRoundedNumbers } from '../schema/roundedNumbers.ts';

/** Draws the note for a value that couldn't be validated. */
export function uncheckedPart(strings: FormTexts): PageTemplate {
  return html`<p class="iconed">${icon('warning', 'poor')}${strings.unchecked}</p>`;
}

/** Draws the number of issues in data that can be sent nevertheless. */
export function problemCountPart(count: number, strings: InspectorTexts): PageTemplate {
  if (count === 0) return nothing;
  const text = count === 1 ? strings.oneInputProblem : formatText(strings.inputProblems, count);
  return html`<span class="quiet iconed">${icon('warning')}${text}</span>`;
}

/** Maximum number of changed numbers that are shown. */
const mostShown = 5;

/** Draws the digits that are sent instead of entered ones that a JavaScript number can't represent. */
export function changedDigitsPart(text: string | undefined, strings: FormTexts): PageTemplate {
  const changed = text === undefined ? [] : findRoundedNumbers(text);
  return changed.length === 0
    ? nothing
    : html`<div class="digits" role="status">${changed
        .slice(0, mostShown)
        .map(({ text, sentText }) =>
          sentText === undefined
            ? nothing
            : html`<p class="iconed">${icon('warning', 'poor')}<span>${formatText(strings.changedNumber, text, sentText)}</span></p>`,
        )}${changed.length > mostShown ? html`<p>…</p>` : nothing}</div>`;
}
