import { html, nothing } from 'lit/html.js';
import { formatText } from '../../editor/webview/formatText.ts';
import { button, icon, type PageTemplate, textSpan } from '../../editor/webview/templates.ts';
import type { FormTexts } from '../form/formTexts.ts';
import type { InspectorTexts } from '../pageTexts.ts';
import { encodePointer, type ValuePath } from '../schema/pointer.ts';
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

/** Maximum number of empty fields that are listed. */
const maxEmptyFields = 3;

/** Draws the number of required fields that are empty, with links to them. */
export function emptyFieldsPart(
  paths: readonly ValuePath[],
  texts: InspectorTexts,
  focus: (path: ValuePath) => void,
): PageTemplate {
  if (paths.length === 0) return nothing;
  const names = paths.map((path) => String(path.at(-1) ?? ''));
  const links = paths.slice(0, maxEmptyFields).map((path, index) => {
    const name = names[index] ?? '';
    const isUnique = names.indexOf(name) === names.lastIndexOf(name);
    return html`${index === 0 ? '' : ', '}${button(
      textSpan(isUnique ? name : path.join('.')),
      { className: 'link', key: `empty-${encodePointer(path)}` },
      () => focus(path),
    )}`;
  });
  const hiddenCount = paths.length - links.length;
  return html`<span class="empty-fields quiet">${
    paths.length === 1 ? texts.oneEmptyField : formatText(texts.emptyFields, paths.length)
  } ${links}${hiddenCount === 0 ? nothing : html` ${formatText(texts.moreLintIssues, hiddenCount)}`}</span>`;
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
