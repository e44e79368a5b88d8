import { ifDefined } from 'lit/directives/if-defined.js';
import { live } from 'lit/directives/live.js';
import { html, nothing } from 'lit/html.js';
import { formatText } from '../../editor/webview/formatText.ts';
import type { PageTemplate } from '../../editor/webview/templates.ts';
import { toVisibleText } from '../../editor/webview/visibleText.ts';
import type { EnumField, MultiSelectField, NumberField } from '../form/field.ts';
import { parseJsonInput, parseNumberInput } from '../form/fieldDraft.ts';
import { canonicalJson } from '../schema/canonicalJson.ts';
import { isDeepEqual, isJsonArray, type JsonValue } from '../schema/json.ts';
import { describeRounding, findRoundedNumbers } from '../schema/roundedNumbers.ts';
import {
  type FieldContext,
  fieldHeadPart,
  fieldLabelPart,
  fieldNotesPart,
  fieldRow,
  getAriaAttributes,
  getFieldDraft,
  getFieldId,
  getFieldPointer,
  omitField,
  setFieldDraft,
  setFieldValue,
} from './fieldContext.ts';
import { omitButton } from './optionalFields.ts';
import { changedDigitsPart } from './validationNotes.ts';

type InputChangeEvent = Event & { readonly currentTarget: HTMLInputElement };

/** Returns the accessible name of an input without a visible label. */
export const getAccessibleName = ({ isHeadless, label }: FieldContext) =>
  ifDefined(isHeadless ? label : undefined);

/** Returns the placeholder of an empty input: its default or an example. */
export function getPlaceholder({ field, view: { texts } }: FieldContext): string {
  const [example] = field.examples ?? [];
  const formatExample = (value: JsonValue): string =>
    toVisibleText((typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 100));
  if (field.default !== undefined) return formatText(texts.default, formatExample(field.default));
  return example === undefined ? '' : formatText(texts.example, formatExample(example));
}

export function numberInput(context: FieldContext, field: NumberField): PageTemplate {
  const { value, isRequired, view } = context;
  const { texts } = view;
  const { describedBy, isInvalid } = getAriaAttributes(context);
  const onInput = ({ currentTarget: { value: text } }: InputChangeEvent): void => {
    const result = parseNumberInput(text);
    if (text.trim() === '' && !isRequired) omitField(context);
    else if ('issue' in result) setFieldDraft(context, { numberText: text });
    else setFieldValue(context, result.value, text === String(result.value) ? {} : { numberText: text });
  };
  const onChange = ({ currentTarget: { value: text } }: InputChangeEvent): void => {
    if ('value' in parseNumberInput(text) && !describeRounding(text.trim())) setFieldDraft(context, {});
  };
  const { numberText } = getFieldDraft(context);
  return fieldRow(
    context,
    html`<input id=${getFieldId(context)} data-key=${getFieldId(context)} type="text" inputmode=${field.isInteger ? 'numeric' : 'decimal'}
      class="number" spellcheck="false" autocomplete="off" aria-label=${getAccessibleName(context)} aria-describedby=${describedBy}
      aria-invalid=${isInvalid} aria-required=${isRequired ? 'true' : 'false'} placeholder=${getPlaceholder(context)}
      .value=${live(numberText ?? (value === undefined ? '' : String(value)))} @input=${onInput} @change=${onChange}>`,
    { note: changedDigitsPart(numberText, texts) },
  );
}

/** Draws a checkbox or, without a value, a select. */
export function booleanInput(context: FieldContext): PageTemplate {
  const { value, isRequired, isHeadless = false, actions = nothing } = context;
  if (value === undefined || !isRequired)
    return selectInput(
      context,
      [true, false].map((value) => ({ value, title: String(value) })),
    );
  const { describedBy, isInvalid } = getAriaAttributes(context);
  const box = html`<input id=${getFieldId(context)} data-key=${getFieldId(context)} type="checkbox" aria-label=${getAccessibleName(context)} aria-describedby=${describedBy}
    aria-invalid=${isInvalid} .checked=${live(value === true)}
    @change=${({ currentTarget: { checked } }: InputChangeEvent) => setFieldValue(context, checked)}>`;
  const checkbox = isHeadless
    ? box
    : html`<label class="check">${box}<span>${fieldLabelPart(context)}</span></label>`;
  return html`<div class="field" data-place=${getFieldPointer(context)}><div class="head">${checkbox}${actions}</div>${fieldNotesPart(context, true)}</div>`;
}

export function enumInput(context: FieldContext, { options }: EnumField): PageTemplate {
  return selectInput(context, options);
}

function selectInput(context: FieldContext, options: EnumField['options']): PageTemplate {
  const { value, isRequired, view } = context;
  const { describedBy, isInvalid } = getAriaAttributes(context);
  const index = value === undefined ? -1 : options.findIndex((option) => isDeepEqual(option.value, value));
  const onSelect = (event: Event): void => {
    const option = options[Number((event.currentTarget as HTMLSelectElement).value)];
    if (option) setFieldValue(context, option.value);
    else omitField(context);
  };
  const emptyOption =
    isRequired && index >= 0
      ? nothing
      : html`<option value="-1" .selected=${live(index < 0)}>${view.texts.notSet}</option>`;
  const note = options[index]?.description;
  return fieldRow(
    context,
    html`<select id=${getFieldId(context)} data-key=${getFieldId(context)} aria-label=${getAccessibleName(context)} aria-describedby=${describedBy} aria-invalid=${isInvalid}
      aria-required=${isRequired ? 'true' : 'false'} @change=${onSelect}>${emptyOption}${options.map(
        ({ title }, optionIndex) =>
          html`<option value=${optionIndex} .selected=${live(optionIndex === index)}>${toVisibleText(title)}</option>`,
      )}</select>`,
    { note: note ? html`<p class="about" dir="auto">${toVisibleText(note)}</p>` : nothing },
  );
}

/** Draws a checkbox for each option. Newly selected values are appended. */
export function multiSelectInput(context: FieldContext, { options }: MultiSelectField): PageTemplate {
  const items = isJsonArray(context.value) ? context.value : [];
  const selectedValues = new Set(items.map((item) => canonicalJson(item)));
  const { describedBy, isInvalid } = getAriaAttributes(context);
  const onToggle = (toggledValue: JsonValue, isOn: boolean): void => {
    const others = items.filter((item) => !isDeepEqual(item, toggledValue));
    setFieldValue(context, isOn ? [...others, toggledValue] : others);
  };
  const actions = context.isHeadless ? nothing : html`${omitButton(context)}${context.actions ?? nothing}`;
  const boxes = options.map(({ value, title }, index) => {
    const id = getFieldId(context, `-option-${index}`);
    return html`<label class="check"><input type="checkbox" id=${id} data-key=${id} aria-invalid=${isInvalid}
      .checked=${live(selectedValues.has(canonicalJson(value)))}
      @change=${({ currentTarget: { checked } }: InputChangeEvent) => onToggle(value, checked)}><span dir="auto">${toVisibleText(title)}</span></label>`;
  });
  return html`<div class="field" data-place=${getFieldPointer(context)}>${fieldHeadPart({ ...context, actions }, false)}
    <div class="boxes" id=${getFieldId(context, '-group')} role="group" aria-label=${context.label} aria-describedby=${describedBy}>${boxes}</div>
    ${fieldNotesPart(context, true)}</div>`;
}

/** Draws an input for any JSON value. */
export function jsonInput(context: FieldContext, note: PageTemplate = nothing): PageTemplate {
  const { value, isRequired, view } = context;
  const { describedBy, isInvalid } = getAriaAttributes(context);
  const text =
    getFieldDraft(context).jsonText ?? (value === undefined ? '' : JSON.stringify(value, undefined, 2));
  const onInput = ({ currentTarget: { value: input } }: InputChangeEvent): void => {
    const result = parseJsonInput(input);
    if (input.trim() === '' && !isRequired) omitField(context);
    else if ('issue' in result) setFieldDraft(context, { jsonText: input });
    else setFieldValue(context, result.value, { jsonText: input });
  };
  const onChange = ({ currentTarget: { value: input } }: InputChangeEvent): void => {
    if ('value' in parseJsonInput(input) && findRoundedNumbers(input).length === 0)
      setFieldDraft(context, {});
  };
  return fieldRow(
    context,
    html`<textarea id=${getFieldId(context)} data-key=${getFieldId(context)} class="json" spellcheck="false" autocomplete="off"
      rows=${Math.min(12, text.split('\n').length)} aria-label=${getAccessibleName(context)} aria-describedby=${describedBy} aria-invalid=${isInvalid}
      aria-required=${isRequired ? 'true' : 'false'} placeholder=${getPlaceholder(context) || 'JSON'}
      .value=${live(text)} @input=${onInput} @change=${onChange}></textarea>`,
    { note: html`${note}${changedDigitsPart(getFieldDraft(context).jsonText, view.texts)}` },
  );
}
