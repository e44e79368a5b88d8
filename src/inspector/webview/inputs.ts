import { ifDefined } from 'lit/directives/if-defined.js';
import { live } from 'lit/directives/live.js';
import { html, nothing } from 'lit/html.js';
import { formatText } from '../../editor/webview/formatText.ts';
import type { Part } from '../../editor/webview/parts.ts';
import { visibleText } from '../../editor/webview/visibleText.ts';
import type { EnumField, MultiSelectField, NumberField } from '../form/field.ts';
import { parseJsonInput, parseNumberInput } from '../form/fieldDraft.ts';
import { isDeepEqual, isJsonArray, type JsonValue } from '../form/json.ts';
import { canonicalJson } from '../schema/json.ts';
import { describeRounding, findRoundedNumbers } from '../schema/roundedNumbers.ts';
import { digitsPart } from './digits.ts';
import { leavePart } from './optional.ts';
import {
  belowPart,
  described,
  draftOf,
  headPart,
  idOf,
  keepTyping,
  labelPart,
  leaveOut,
  placeOf,
  put,
  row,
  type Spot,
} from './spot.ts';

type Typed = Event & { readonly currentTarget: HTMLInputElement };

/** What a name says to a screen reader where no label is drawn. */
export const nameOf = ({ isBare, label }: Spot) => ifDefined(isBare ? label : undefined);

/** What stands in an empty input: the default, or an example. */
export function placeholderOf({ field, view: { strings } }: Spot): string {
  const [example] = field.examples ?? [];
  const shown = (value: JsonValue): string =>
    visibleText((typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 100));
  if (field.default !== undefined) return formatText(strings.default, shown(field.default));
  return example === undefined ? '' : formatText(strings.example, shown(example));
}

export function numberInput(spot: Spot, field: NumberField): Part {
  const { value, isRequired, view } = spot;
  const { strings } = view;
  const { by, isInvalid } = described(spot);
  const typed = ({ currentTarget: { value: text } }: Typed): void => {
    const read = parseNumberInput(text);
    if (text.trim() === '' && !isRequired) leaveOut(spot);
    else if ('issue' in read) keepTyping(spot, { number: text });
    else put(spot, read.value, text === String(read.value) ? {} : { number: text });
  };
  const done = ({ currentTarget: { value: text } }: Typed): void => {
    if ('value' in parseNumberInput(text) && !describeRounding(text.trim())) keepTyping(spot, {});
  };
  const { number: typing } = draftOf(spot);
  return row(
    spot,
    html`<input id=${idOf(spot)} data-key=${idOf(spot)} type="text" inputmode=${field.isInteger ? 'numeric' : 'decimal'}
      class="number" spellcheck="false" autocomplete="off" aria-label=${nameOf(spot)} aria-describedby=${by}
      aria-invalid=${isInvalid} aria-required=${isRequired ? 'true' : 'false'} placeholder=${placeholderOf(spot)}
      .value=${live(typing ?? (value === undefined ? '' : String(value)))} @input=${typed} @change=${done}>`,
    { note: digitsPart(typing, strings) },
  );
}

/** A box to check; where nothing is set, a list says so. */
export function booleanInput(spot: Spot): Part {
  const { value, isRequired, isBare = false, actions = nothing } = spot;
  if (value === undefined || !isRequired)
    return optionInput(
      spot,
      [true, false].map((one) => ({ value: one, title: String(one) })),
    );
  const { by, isInvalid } = described(spot);
  const box = html`<input id=${idOf(spot)} data-key=${idOf(spot)} type="checkbox" aria-label=${nameOf(spot)} aria-describedby=${by}
    aria-invalid=${isInvalid} .checked=${live(value === true)}
    @change=${({ currentTarget: { checked } }: Typed) => put(spot, checked)}>`;
  const whole = isBare ? box : html`<label class="check">${box}<span>${labelPart(spot)}</span></label>`;
  return html`<div class="field" data-place=${placeOf(spot)}><div class="head">${whole}${actions}</div>${belowPart(spot, true)}</div>`;
}

export function enumInput(spot: Spot, { options }: EnumField): Part {
  return optionInput(spot, options);
}

function optionInput(spot: Spot, options: EnumField['options']): Part {
  const { value, isRequired, view } = spot;
  const { by, isInvalid } = described(spot);
  const index = value === undefined ? -1 : options.findIndex((option) => isDeepEqual(option.value, value));
  const picked = (event: Event): void => {
    const option = options[Number((event.currentTarget as HTMLSelectElement).value)];
    if (option) put(spot, option.value);
    else leaveOut(spot);
  };
  const none =
    isRequired && index >= 0
      ? nothing
      : html`<option value="-1" .selected=${live(index < 0)}>${view.strings.notSet}</option>`;
  const note = options[index]?.description;
  return row(
    spot,
    html`<select id=${idOf(spot)} data-key=${idOf(spot)} aria-label=${nameOf(spot)} aria-describedby=${by} aria-invalid=${isInvalid}
      aria-required=${isRequired ? 'true' : 'false'} @change=${picked}>${none}${options.map(
        ({ title }, at) =>
          html`<option value=${at} .selected=${live(at === index)}>${visibleText(title)}</option>`,
      )}</select>`,
    { note: note ? html`<p class="about" dir="auto">${visibleText(note)}</p>` : nothing },
  );
}

/** Boxes to check; what is added comes last. */
export function severalInput(spot: Spot, { options }: MultiSelectField): Part {
  const items = isJsonArray(spot.value) ? spot.value : [];
  const picked = new Set(items.map((item) => canonicalJson(item)));
  const { by, isInvalid } = described(spot);
  const switched = (one: JsonValue, isOn: boolean): void => {
    const others = items.filter((item) => !isDeepEqual(item, one));
    put(spot, isOn ? [...others, one] : others);
  };
  const actions = spot.isBare ? nothing : html`${leavePart(spot)}${spot.actions ?? nothing}`;
  const boxes = options.map(({ value, title }, index) => {
    const id = idOf(spot, `-option-${index}`);
    return html`<label class="check"><input type="checkbox" id=${id} data-key=${id} aria-invalid=${isInvalid}
      .checked=${live(picked.has(canonicalJson(value)))}
      @change=${({ currentTarget: { checked } }: Typed) => switched(value, checked)}><span dir="auto">${visibleText(title)}</span></label>`;
  });
  return html`<div class="field" data-place=${placeOf(spot)}>${headPart({ ...spot, actions }, false)}
    <div class="boxes" id=${idOf(spot, '-group')} role="group" aria-label=${spot.label} aria-describedby=${by}>${boxes}</div>
    ${belowPart(spot, true)}</div>`;
}

/** Anything, typed as JSON. */
export function jsonInput(spot: Spot, note: Part = nothing): Part {
  const { value, isRequired, view } = spot;
  const { by, isInvalid } = described(spot);
  const text = draftOf(spot).json ?? (value === undefined ? '' : JSON.stringify(value, undefined, 2));
  const typed = ({ currentTarget: { value: said } }: Typed): void => {
    const read = parseJsonInput(said);
    if (said.trim() === '' && !isRequired) leaveOut(spot);
    else if ('issue' in read) keepTyping(spot, { json: said });
    else put(spot, read.value, { json: said });
  };
  const done = ({ currentTarget: { value: said } }: Typed): void => {
    if ('value' in parseJsonInput(said) && findRoundedNumbers(said).length === 0) keepTyping(spot, {});
  };
  return row(
    spot,
    html`<textarea id=${idOf(spot)} data-key=${idOf(spot)} class="json" spellcheck="false" autocomplete="off"
      rows=${Math.min(12, text.split('\n').length)} aria-label=${nameOf(spot)} aria-describedby=${by} aria-invalid=${isInvalid}
      aria-required=${isRequired ? 'true' : 'false'} placeholder=${placeholderOf(spot) || 'JSON'}
      .value=${live(text)} @input=${typed} @change=${done}></textarea>`,
    { note: html`${note}${digitsPart(draftOf(spot).json, view.strings)}` },
  );
}
