import { html } from 'lit/html.js';
import type { PageTemplate } from '../../editor/webview/templates.ts';
import { toVisibleText } from '../../editor/webview/visibleText.ts';
import { canShow } from '../form/canShow.ts';
import { unwrapNullable } from '../form/field.ts';
import { findDraftIssues } from '../form/fieldDraft.ts';
import { encodePointer } from '../schema/pointer.ts';
import { type FieldContext, type FormView, getFieldDraft } from './fieldContext.ts';
import { arrayPart, constantPart, objectPart, toArray, toObject, unionPart } from './formGroups.ts';
import { booleanInput, enumInput, jsonInput, multiSelectInput, numberInput } from './formInputs.ts';
import { nullablePart, unsetPart } from './optionalFields.ts';
import { textInput } from './textInput.ts';

/** Maximum number of inputs in a form. */
const maxDrawnInputs = 1000;
/** Number of options that take as long to draw as an input. */
const optionsPerInput = 10;

/** Draws a form for a value. Values that don't match their field are shown as JSON. */
export function formPart(view: Omit<FormView, 'inputBudget'>): PageTemplate {
  const draftIssues = findDraftIssues(view.drafts, view.texts);
  const pointers = new Set(draftIssues.map(({ path }) => encodePointer(path)));
  // Issues of entered text replace issues of the previous value.
  const issues = [...draftIssues, ...view.issues.filter(({ path }) => !pointers.has(encodePointer(path)))];
  const { field, value, texts } = view;
  const label = toVisibleText(field.title ?? texts.value);
  const inputBudget = { remaining: maxDrawnInputs };
  const context = {
    view: { ...view, issues, inputBudget },
    path: [],
    field,
    value,
    label,
    isRequired: true,
    draw: drawField,
  };
  return html`<div class="form" data-place="">${drawField(context)}</div>`;
}

function drawField(context: FieldContext): PageTemplate {
  const { field, value, view } = context;
  view.inputBudget.remaining -= 'options' in field ? 1 + field.options.length / optionsPerInput : 1;
  const other = field.kind === 'union' ? unwrapNullable(field) : undefined;
  if (other) return nullablePart(context, other);
  if (value === undefined) return drawEmpty(context);
  const canOnlyShowJson = !canShow(field, value) || (typeof value === 'string' && value.includes('\r'));
  const isEditedAsJson = field.kind !== 'union' && getFieldDraft(context).jsonText !== undefined;
  if (field.kind !== 'json' && (canOnlyShowJson || isEditedAsJson)) {
    return jsonInput(context, html`<p class="about">${view.texts.shownAsJson}</p>`);
  }
  switch (field.kind) {
    case 'object':
      return objectPart(context, field, toObject(value));
    case 'array':
      return arrayPart(context, field, toArray(value));
    case 'multiSelect':
      return multiSelectInput(context, field);
    case 'union':
      return unionPart(context, field, value);
    case 'constant':
      return constantPart(context, field.value);
    case 'null':
      return constantPart(context, null);
    default:
      return drawInput(context);
  }
}

function drawEmpty(context: FieldContext): PageTemplate {
  switch (context.field.kind) {
    case 'object':
    case 'array':
    case 'multiSelect':
    case 'union':
    case 'constant':
    case 'null':
      return unsetPart(context);
    default:
      return drawInput(context);
  }
}

/** Draws a field whose input is also shown without a value. */
function drawInput(context: FieldContext): PageTemplate {
  const { field } = context;
  switch (field.kind) {
    case 'text':
      return textInput(context, field);
    case 'number':
      return numberInput(context, field);
    case 'boolean':
      return booleanInput(context);
    case 'enum':
      return enumInput(context, field);
    default:
      return jsonInput(context);
  }
}
