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
export function getPlaceholder({ field, view: { strings } }: FieldContext): string {
  const [example] = field.examples ?? [];
  const formatExample = (value: JsonValue): string =>
    toVisibleText((typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 100));
  if (field.default !== undefined) return formatText(strings.default, formatExample(field.default));
  return example === undefined ? '' : formatText(strings.example, formatExample(example));
}

export function numberInput(context: FieldContext, field: NumberField): PageTemplate {
  const { value, isRequired, view } = context;
  const { strings } = view;
  const { by, isInvalid } = getAriaAttributes(context);
  const onInput = ({ currentTarget: { value: text } }: InputChangeEvent): void => {
    const read = parseNumberInput(text);
    if (text.trim() === '' && !isRequired) omitField(context);
    else if ('issue' in read) setFieldDraft(context, { numberText: text });
    else setFieldValue(context, read.value, text === String(read.value) ? {} : { numberText: text });
  };
  const onChange = ({ currentTarget: { value: text } }: InputChangeEvent): void => {
    if ('value' in parseNumberInput(text) && !describeRounding(text.trim())) setFieldDraft(context, {});
  };
  const { numberText: typing } = getFieldDraft(context);
  return fieldRow(
    context,
    html`<input id=${getFieldId(context)} data-key=${getFieldId(context)} type="text" inputmode=${field.isInteger ? 'numeric' : 'decimal'}
      class="number" spellcheck="false" autocomplete="off" aria-label=${getAccessibleName(context)} aria-describedby=${by}
      aria-invalid=${isInvalid} aria-required=${isRequired ? 'true' : 'false'} placeholder=${getPlaceholder(context)}
      .value=${live(typing ?? (value === undefined ? '' : String(value)))} @input=${onInput} @change=${onChange}>`,
    { note: changedDigitsPart(typing, strings) },
  );
}

/** Draws a checkbox or, without a value, a select. */
export function booleanInput(context: FieldContext): PageTemplate {
  const { value, isRequired, isHeadless = false, actions = nothing } = context;
  if (value === undefined || !isRequired)
    return selectInput(
      context,
      [true, false].map((one) => ({ value: one, title: String(one) })),
    );
  const { by, isInvalid } = getAriaAttributes(context);
  const box = html`<input id=${getFieldId(context)} data-key=${getFieldId(context)} type="checkbox" aria-label=${getAccessibleName(context)} aria-describedby=${by}
    aria-invalid=${isInvalid} .checked=${live(value === true)}
    @change=${({ currentTarget: { checked } }: InputChangeEvent) => setFieldValue(context, checked)}>`;
  const whole = isHeadless
    ? box
    : html`<label class="check">${box}<span>${fieldLabelPart(context)}</span></label>`;
  return html`<div class="field" data-place=${getFieldPointer(context)}><div class="head">${whole}${actions}</div>${fieldNotesPart(context, true)}</div>`;
}

export function enumInput(context: FieldContext, { options }: EnumField): PageTemplate {
  return selectInput(context, options);
}

function selectInput(context: FieldContext, options: EnumField['options']): PageTemplate {
  const { value, isRequired, view } = context;
  const { by, isInvalid } = getAriaAttributes(context);
  const index = value === undefined ? -1 : options.findIndex((option) => isDeepEqual(option.value, value));
  const selected = (event: Event): void => {
    const option = options[Number((event.currentTarget as HTMLSelectElement).value)];
    if (option) setFieldValue(context, option.value);
    else omitField(context);
  };
  const none =
    isRequired && index >= 0
      ? nothing
      : html`<option value="-1" .selected=${live(index < 0)}>${view.strings.notSet}</option>`;
  const note = options[index]?.description;
  return fieldRow(
    context,
    html`<select id=${getFieldId(context)} data-key=${getFieldId(context)} aria-label=${getAccessibleName(context)} aria-describedby=${by} aria-invalid=${isInvalid}
      aria-required=${isRequired ? 'true' : 'false'} @change=${selected}>${none}${options.map(
        ({ title }, at) =>
          html`<option value=${at} .selected=${live(at === index)}>${toVisibleText(title)}</option>`,
      )}</select>`,
    { note: note ? html`<p class="about" dir="auto">${toVisibleText(note)}</p>` : nothing },
  );
}

/** Draws a checkbox for each option. Newly selected values are appended. */
export function multiSelectInput(context: FieldContext, { options }: MultiSelectField): PageTemplate {
  const items = isJsonArray(context.value) ? context.value : [];
  const selected = new Set(items.map((item) => canonicalJson(item)));
  const { by, isInvalid } = getAriaAttributes(context);
  const onToggle = (one: JsonValue, isOn: boolean): void => {
    const others = items.filter((item) => !isDeepEqual(item, one));
    setFieldValue(context, isOn ? [...others, one] : others);
  };
  const actions = context.isHeadless ? nothing : html`${omitButton(context)}${context.actions ?? nothing}`;
  const boxes = options.map(({ value, title }, index) => {
    const id = getFieldId(context, `-option-${index}`);
    return html`<label class="check"><input type="checkbox" id=${id} data-key=${id} aria-invalid=${isInvalid}
      .checked=${live(selected.has(canonicalJson(value)))}
      @change=${({ currentTarget: { checked } }: InputChangeEvent) => onToggle(value, checked)}><span dir="auto">${toVisibleText(title)}</span></label>`;
  });
  return html`<div class="field" data-place=${getFieldPointer(context)}>${fieldHeadPart({ ...context, actions }, false)}
    <div class="boxes" id=${getFieldId(context, '-group')} role="group" aria-label=${context.label} aria-describedby=${by}>${boxes}</div>
    ${fieldNotesPart(context, true)}</div>`;
}

/** Draws an input for any JSON value. */
export function jsonInput(context: FieldContext, note: PageTemplate = nothing): PageTemplate {
  const { value, isRequired, view } = context;
  const { by, isInvalid } = getAriaAttributes(context);
  const text =
    getFieldDraft(context).jsonText ?? (value === undefined ? '' : JSON.stringify(value, undefined, 2));
  const onInput = ({ currentTarget: { value: input } }: InputChangeEvent): void => {
    const read = parseJsonInput(input);
    if (input.trim() === '' && !isRequired) omitField(context);
    else if ('issue' in read) setFieldDraft(context, { jsonText: input });
    else setFieldValue(context, read.value, { jsonText: input });
  };
  const onChange = ({ currentTarget: { value: input } }: InputChangeEvent): void => {
    if ('value' in parseJsonInput(input) && findRoundedNumbers(input).length === 0)
      setFieldDraft(context, {});
  };
  return fieldRow(
    context,
    html`<textarea id=${getFieldId(context)} data-key=${getFieldId(context)} class="json" spellcheck="false" autocomplete="off"
      rows=${Math.min(12, text.split('\n').length)} aria-label=${getAccessibleName(context)} aria-describedby=${by} aria-invalid=${isInvalid}
      aria-required=${isRequired ? 'true' : 'false'} placeholder=${getPlaceholder(context) || 'JSON'}
      .value=${live(text)} @input=${onInput} @change=${onChange}></textarea>`,
    { note: html`${note}${changedDigitsPart(getFieldDraft(context).jsonText, view.strings)}` },
  );
}
