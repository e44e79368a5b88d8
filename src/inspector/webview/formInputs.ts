import { ifDefined } from 'lit/directives/if-defined.js';
import { live } from 'lit/directives/live.js';
import { html, nothing } from 'lit/html.js';
import { formatText } from '../../editor/webview/formatText.ts';
import type { PageTemplate } from '../../editor/webview/templates.ts';
import { visibleText } from '../../editor/webview/visibleText.ts';
import type { EnumField, MultiSelectField, NumberField } from '../form/field.ts';
import { parseJsonInput, parseNumberInput } from '../form/fieldDraft.ts';
import { isDeepEqual, isJsonArray, type JsonValue } from '../form/json.ts';
import { canonicalJson } from '../schema/json.ts';
import { describeRounding, findRoundedNumbers } from '../schema/roundedNumbers.ts';
import { changedDigitsPart } from './digits.ts';
import {
  describedBy,
  type FieldContext,
  fieldDraft,
  fieldHeadPart,
  fieldId,
  fieldLabelPart,
  fieldNotesPart,
  fieldPointer,
  fieldRow,
  omitField,
  setFieldDraft,
  setFieldValue,
} from './fieldContext.ts';
import { omitButton } from './optionalFields.ts';

type InputChangeEvent = Event & { readonly currentTarget: HTMLInputElement };

/** Returns the accessible name of an input without a visible label. */
export const accessibleName = ({ isHeadless, label }: FieldContext) =>
  ifDefined(isHeadless ? label : undefined);

/** Returns the placeholder of an empty input: its default or an example. */
export function placeholderText({ field, view: { strings } }: FieldContext): string {
  const [example] = field.examples ?? [];
  const shown = (value: JsonValue): string =>
    visibleText((typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 100));
  if (field.default !== undefined) return formatText(strings.default, shown(field.default));
  return example === undefined ? '' : formatText(strings.example, shown(example));
}

export function numberInput(spot: FieldContext, field: NumberField): PageTemplate {
  const { value, isRequired, view } = spot;
  const { strings } = view;
  const { by, isInvalid } = describedBy(spot);
  const typed = ({ currentTarget: { value: text } }: InputChangeEvent): void => {
    const read = parseNumberInput(text);
    if (text.trim() === '' && !isRequired) omitField(spot);
    else if ('issue' in read) setFieldDraft(spot, { number: text });
    else setFieldValue(spot, read.value, text === String(read.value) ? {} : { number: text });
  };
  const done = ({ currentTarget: { value: text } }: InputChangeEvent): void => {
    if ('value' in parseNumberInput(text) && !describeRounding(text.trim())) setFieldDraft(spot, {});
  };
  const { number: typing } = fieldDraft(spot);
  return fieldRow(
    spot,
    html`<input id=${fieldId(spot)} data-key=${fieldId(spot)} type="text" inputmode=${field.isInteger ? 'numeric' : 'decimal'}
      class="number" spellcheck="false" autocomplete="off" aria-label=${accessibleName(spot)} aria-describedby=${by}
      aria-invalid=${isInvalid} aria-required=${isRequired ? 'true' : 'false'} placeholder=${placeholderText(spot)}
      .value=${live(typing ?? (value === undefined ? '' : String(value)))} @input=${typed} @change=${done}>`,
    { note: changedDigitsPart(typing, strings) },
  );
}

/** Draws a checkbox or, without a value, a select. */
export function booleanInput(spot: FieldContext): PageTemplate {
  const { value, isRequired, isHeadless = false, actions = nothing } = spot;
  if (value === undefined || !isRequired)
    return selectInput(
      spot,
      [true, false].map((one) => ({ value: one, title: String(one) })),
    );
  const { by, isInvalid } = describedBy(spot);
  const box = html`<input id=${fieldId(spot)} data-key=${fieldId(spot)} type="checkbox" aria-label=${accessibleName(spot)} aria-describedby=${by}
    aria-invalid=${isInvalid} .checked=${live(value === true)}
    @change=${({ currentTarget: { checked } }: InputChangeEvent) => setFieldValue(spot, checked)}>`;
  const whole = isHeadless
    ? box
    : html`<label class="check">${box}<span>${fieldLabelPart(spot)}</span></label>`;
  return html`<div class="field" data-place=${fieldPointer(spot)}><div class="head">${whole}${actions}</div>${fieldNotesPart(spot, true)}</div>`;
}

export function enumInput(spot: FieldContext, { options }: EnumField): PageTemplate {
  return selectInput(spot, options);
}

function selectInput(spot: FieldContext, options: EnumField['options']): PageTemplate {
  const { value, isRequired, view } = spot;
  const { by, isInvalid } = describedBy(spot);
  const index = value === undefined ? -1 : options.findIndex((option) => isDeepEqual(option.value, value));
  const picked = (event: Event): void => {
    const option = options[Number((event.currentTarget as HTMLSelectElement).value)];
    if (option) setFieldValue(spot, option.value);
    else omitField(spot);
  };
  const none =
    isRequired && index >= 0
      ? nothing
      : html`<option value="-1" .selected=${live(index < 0)}>${view.strings.notSet}</option>`;
  const note = options[index]?.description;
  return fieldRow(
    spot,
    html`<select id=${fieldId(spot)} data-key=${fieldId(spot)} aria-label=${accessibleName(spot)} aria-describedby=${by} aria-invalid=${isInvalid}
      aria-required=${isRequired ? 'true' : 'false'} @change=${picked}>${none}${options.map(
        ({ title }, at) =>
          html`<option value=${at} .selected=${live(at === index)}>${visibleText(title)}</option>`,
      )}</select>`,
    { note: note ? html`<p class="about" dir="auto">${visibleText(note)}</p>` : nothing },
  );
}

/** Draws a checkbox for each option. Newly selected values are appended. */
export function multiSelectInput(spot: FieldContext, { options }: MultiSelectField): PageTemplate {
  const items = isJsonArray(spot.value) ? spot.value : [];
  const picked = new Set(items.map((item) => canonicalJson(item)));
  const { by, isInvalid } = describedBy(spot);
  const switched = (one: JsonValue, isOn: boolean): void => {
    const others = items.filter((item) => !isDeepEqual(item, one));
    setFieldValue(spot, isOn ? [...others, one] : others);
  };
  const actions = spot.isHeadless ? nothing : html`${omitButton(spot)}${spot.actions ?? nothing}`;
  const boxes = options.map(({ value, title }, index) => {
    const id = fieldId(spot, `-option-${index}`);
    return html`<label class="check"><input type="checkbox" id=${id} data-key=${id} aria-invalid=${isInvalid}
      .checked=${live(picked.has(canonicalJson(value)))}
      @change=${({ currentTarget: { checked } }: InputChangeEvent) => switched(value, checked)}><span dir="auto">${visibleText(title)}</span></label>`;
  });
  return html`<div class="field" data-place=${fieldPointer(spot)}>${fieldHeadPart({ ...spot, actions }, false)}
    <div class="boxes" id=${fieldId(spot, '-group')} role="group" aria-label=${spot.label} aria-describedby=${by}>${boxes}</div>
    ${fieldNotesPart(spot, true)}</div>`;
}

/** Draws an input for any JSON value. */
export function jsonInput(spot: FieldContext, note: PageTemplate = nothing): PageTemplate {
  const { value, isRequired, view } = spot;
  const { by, isInvalid } = describedBy(spot);
  const text = fieldDraft(spot).json ?? (value === undefined ? '' : JSON.stringify(value, undefined, 2));
  const typed = ({ currentTarget: { value: said } }: InputChangeEvent): void => {
    const read = parseJsonInput(said);
    if (said.trim() === '' && !isRequired) omitField(spot);
    else if ('issue' in read) setFieldDraft(spot, { json: said });
    else setFieldValue(spot, read.value, { json: said });
  };
  const done = ({ currentTarget: { value: said } }: InputChangeEvent): void => {
    if ('value' in parseJsonInput(said) && findRoundedNumbers(said).length === 0) setFieldDraft(spot, {});
  };
  return fieldRow(
    spot,
    html`<textarea id=${fieldId(spot)} data-key=${fieldId(spot)} class="json" spellcheck="false" autocomplete="off"
      rows=${Math.min(12, text.split('\n').length)} aria-label=${accessibleName(spot)} aria-describedby=${by} aria-invalid=${isInvalid}
      aria-required=${isRequired ? 'true' : 'false'} placeholder=${placeholderText(spot) || 'JSON'}
      .value=${live(text)} @input=${typed} @change=${done}></textarea>`,
    { note: html`${note}${changedDigitsPart(fieldDraft(spot).json, view.strings)}` },
  );
}
