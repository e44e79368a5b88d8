import { html, nothing } from 'lit/html.js';
import { formatText } from '../../editor/webview/formatText.ts';
import type { PageTemplate } from '../../editor/webview/templates.ts';
import { omitUndefined } from '../../fields.ts';
import { restoreValue } from '../form/chooseVariant.ts';
import { setAt } from '../form/editValue.ts';
import type { FormField } from '../form/field.ts';
import { withDraft, withoutDrafts } from '../form/fieldDraft.ts';
import {
  type FieldContext,
  fieldButton,
  fieldDraft,
  fieldHeadPart,
  fieldId,
  fieldNotesPart,
  fieldPointer,
  focusAfterDraw,
  omitField,
  setFieldValue,
} from './fieldContext.ts';

/** Draws a field without a value until the user sets one. */
export function unsetPart(spot: FieldContext): PageTemplate {
  const { view, label } = spot;
  const { strings } = view;
  const set = (): void => {
    setFieldValue(spot, restoreValue(spot.field, fieldDraft(spot)));
    focusAfterDraw(fieldId(spot, '-variant'), fieldId(spot, '-group'), fieldId(spot, '-leave'));
  };
  const look = { icon: 'add', label: strings.set, hint: formatText(strings.setHint, label) };
  const actions = html`${fieldButton(fieldId(spot, '-set'), look, set)}${spot.actions ?? nothing}`;
  return html`<div class="field unset" data-place=${fieldPointer(spot)}>${fieldHeadPart({ ...spot, actions }, false)}${fieldNotesPart(spot, true)}</div>`;
}

/** Draws the button that omits an optional field. */
export function omitButton(spot: FieldContext): PageTemplate {
  const { view, label, isRequired, isHeadless = false } = spot;
  if (isRequired || isHeadless) return nothing;
  const leave = (): void => {
    omitField(spot);
    focusAfterDraw(fieldId(spot, '-set'), fieldId(spot));
  };
  const look = { label: view.strings.leaveOut, hint: formatText(view.strings.leaveOutHint, label) };
  return fieldButton(fieldId(spot, '-leave'), { icon: 'close', ...look }, leave);
}

/** Draws a nullable value as its other type, with a button that sets `null`. */
export function nullablePart(spot: FieldContext, other: FormField): PageTemplate {
  const { view, path, label, value } = spot;
  const { strings } = view;
  const isNull = value === null;
  const turn = (): void => {
    if (isNull) setFieldValue(spot, restoreValue(other, fieldDraft(spot)));
    else {
      const draft = value === undefined ? undefined : { previousValue: JSON.stringify(value) };
      view.setValue(setAt(view.value, path, null), withDraft(withoutDrafts(view.drafts, path), path, draft));
    }
    focusAfterDraw(...['', '-group', '-null'].map((suffix) => fieldId(spot, suffix)));
  };
  const look = isNull
    ? { icon: 'add', label: strings.set, hint: formatText(strings.setHint, label) }
    : { icon: 'circle-slash', label: strings.null, hint: formatText(strings.nullHint, label) };
  const actions = html`${fieldButton(fieldId(spot, '-null'), look, turn)}${spot.actions ?? nothing}`;
  const { description } = other;
  return spot.draw({
    ...spot,
    actions,
    field: isNull ? { kind: 'nothing', ...omitUndefined({ description }) } : other,
  });
}
