import { html } from 'lit/html.js';
import type { PageTemplate } from '../../editor/webview/templates.ts';
import { visibleText } from '../../editor/webview/visibleText.ts';
import { canShow } from '../form/canShow.ts';
import { unwrapNullable } from '../form/field.ts';
import { findDraftIssues } from '../form/fieldDraft.ts';
import { encodePointer } from '../form/json.ts';
import { type FieldContext, type FormView, fieldDraft } from './fieldContext.ts';
import { arrayPart, constantPart, objectPart, toArray, toObject, unionPart } from './formGroups.ts';
import { booleanInput, enumInput, jsonInput, multiSelectInput, numberInput } from './formInputs.ts';
import { nullablePart, unsetPart } from './optionalFields.ts';
import { textInput } from './textInput.ts';

/** Maximum number of inputs in a form. Drawing this many choices takes as long as drawing one input. */
const maxDrawnInputs = 1000;
const choicesPerInput = 10;

/** Draws a form for a value. Values that don't match their field are shown as JSON. */
export function formPart(view: Omit<FormView, 'inputBudget'>): PageTemplate {
  const unread = findDraftIssues(view.drafts, view.strings);
  const places = new Set(unread.map(({ path }) => encodePointer(path)));
  // Issues of entered text replace issues of the previous value.
  const issues = [...unread, ...view.issues.filter(({ path }) => !places.has(encodePointer(path)))];
  const { field, value, strings } = view;
  const label = visibleText(field.title ?? strings.value);
  const inputBudget = { left: maxDrawnInputs };
  const spot = {
    view: { ...view, issues, inputBudget },
    path: [],
    field,
    value,
    label,
    isRequired: true,
    draw: drawField,
  };
  return html`<div class="form" data-place="">${drawField(spot)}</div>`;
}

function drawField(spot: FieldContext): PageTemplate {
  const { field, value, view } = spot;
  view.inputBudget.left -= 'options' in field ? 1 + field.options.length / choicesPerInput : 1;
  const other = field.kind === 'union' ? unwrapNullable(field) : undefined;
  if (other) return nullablePart(spot, other);
  if (value === undefined) return drawEmpty(spot);
  const isOther = !canShow(field, value) || (typeof value === 'string' && value.includes('\r'));
  const isTyped = field.kind !== 'union' && fieldDraft(spot).json !== undefined;
  if (field.kind !== 'json' && (isOther || isTyped)) {
    return jsonInput(spot, html`<p class="about">${view.strings.asJson}</p>`);
  }
  switch (field.kind) {
    case 'object':
      return objectPart(spot, field, toObject(value));
    case 'array':
      return arrayPart(spot, field, toArray(value));
    case 'several':
      return multiSelectInput(spot, field);
    case 'union':
      return unionPart(spot, field, value);
    case 'constant':
      return constantPart(spot, field.value);
    case 'nothing':
      return constantPart(spot, null);
    default:
      return drawInput(spot);
  }
}

function drawEmpty(spot: FieldContext): PageTemplate {
  switch (spot.field.kind) {
    case 'object':
    case 'array':
    case 'several':
    case 'union':
    case 'constant':
    case 'nothing':
      return unsetPart(spot);
    default:
      return drawInput(spot);
  }
}

/** Draws a field whose input is also shown without a value. */
function drawInput(spot: FieldContext): PageTemplate {
  const { field } = spot;
  switch (field.kind) {
    case 'text':
      return textInput(spot, field);
    case 'number':
      return numberInput(spot, field);
    case 'boolean':
      return booleanInput(spot);
    case 'enum':
      return enumInput(spot, field);
    default:
      return jsonInput(spot);
  }
}
