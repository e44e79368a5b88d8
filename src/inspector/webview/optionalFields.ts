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
  fieldHeadPart,
  fieldNotesPart,
  focusAfterDraw,
  getFieldDraft,
  getFieldId,
  getFieldPointer,
  omitField,
  setFieldValue,
} from './fieldContext.ts';

/** Draws a field without a value until the user sets one. */
export function unsetPart(context: FieldContext): PageTemplate {
  const { view, label } = context;
  const { texts } = view;
  const set = (): void => {
    setFieldValue(context, restoreValue(context.field, getFieldDraft(context)));
    focusAfterDraw(
      getFieldId(context, '-variant'),
      getFieldId(context, '-group'),
      getFieldId(context, '-leave'),
    );
  };
  const button = { icon: 'add', label: texts.set, hint: formatText(texts.setHint, label) };
  const actions = html`${fieldButton(getFieldId(context, '-set'), button, set)}${context.actions ?? nothing}`;
  return html`<div class="field unset" data-place=${getFieldPointer(context)}>${fieldHeadPart({ ...context, actions }, false)}${fieldNotesPart(context, true)}</div>`;
}

/** Draws the button that omits an optional field. */
export function omitButton(context: FieldContext): PageTemplate {
  const { view, label, isRequired, isHeadless = false } = context;
  if (isRequired || isHeadless) return nothing;
  const onClick = (): void => {
    omitField(context);
    focusAfterDraw(getFieldId(context, '-set'), getFieldId(context));
  };
  const button = { label: view.texts.omit, hint: formatText(view.texts.omitHint, label) };
  return fieldButton(getFieldId(context, '-leave'), { icon: 'close', ...button }, onClick);
}

/** Draws a nullable value as its other type, with a button that sets `null`. */
export function nullablePart(context: FieldContext, other: FormField): PageTemplate {
  const { view, path, label, value } = context;
  const { texts } = view;
  const isNull = value === null;
  const onToggle = (): void => {
    if (isNull) setFieldValue(context, restoreValue(other, getFieldDraft(context)));
    else {
      const draft = value === undefined ? undefined : { previousValue: JSON.stringify(value) };
      view.setValue(setAt(view.value, path, null), withDraft(withoutDrafts(view.drafts, path), path, draft));
    }
    focusAfterDraw(...['', '-group', '-null'].map((suffix) => getFieldId(context, suffix)));
  };
  const button = isNull
    ? { icon: 'add', label: texts.set, hint: formatText(texts.setHint, label) }
    : { icon: 'circle-slash', label: texts.null, hint: formatText(texts.nullHint, label) };
  const actions = html`${fieldButton(getFieldId(context, '-null'), button, onToggle)}${context.actions ?? nothing}`;
  const { description } = other;
  return context.draw({
    ...context,
    actions,
    field: isNull ? { kind: 'null', ...omitUndefined({ description }) } : other,
  });
}
