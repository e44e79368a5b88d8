import { html, nothing } from 'lit/html.js';
import { formatText } from '../../editor/webview/formatText.ts';
import type { Part } from '../../editor/webview/parts.ts';
import { defined } from '../../fields.ts';
import { restoreValue } from '../form/chooseVariant.ts';
import { setAt } from '../form/editValue.ts';
import type { FormField } from '../form/field.ts';
import { withDraft, withoutDrafts } from '../form/fieldDraft.ts';
import {
  belowPart,
  draftOf,
  focusLater,
  headPart,
  idOf,
  leaveOut,
  placeOf,
  put,
  type Spot,
  tool,
} from './spot.ts';

/** What has a value only once a person sets it. */
export function unsetPart(spot: Spot): Part {
  const { view, label } = spot;
  const { strings } = view;
  const set = (): void => {
    put(spot, restoreValue(spot.field, draftOf(spot)));
    focusLater(idOf(spot, '-variant'), idOf(spot, '-group'), idOf(spot, '-leave'));
  };
  const look = { icon: 'add', label: strings.set, hint: formatText(strings.setHint, label) };
  const actions = html`${tool(idOf(spot, '-set'), look, set)}${spot.actions ?? nothing}`;
  return html`<div class="field unset" data-place=${placeOf(spot)}>${headPart({ ...spot, actions }, false)}${belowPart(spot, true)}</div>`;
}

/** Leaves out what needs not be there. */
export function leavePart(spot: Spot): Part {
  const { view, label, isRequired, isBare = false } = spot;
  if (isRequired || isBare) return nothing;
  const leave = (): void => {
    leaveOut(spot);
    focusLater(idOf(spot, '-set'), idOf(spot));
  };
  const look = { label: view.strings.leaveOut, hint: formatText(view.strings.leaveOutHint, label) };
  return tool(idOf(spot, '-leave'), { icon: 'close', ...look }, leave);
}

/** A value that may also be `null`: as what it is otherwise, with a way to send `null`. */
export function nullablePart(spot: Spot, other: FormField): Part {
  const { view, path, label, value } = spot;
  const { strings } = view;
  const isNull = value === null;
  const turn = (): void => {
    if (isNull) put(spot, restoreValue(other, draftOf(spot)));
    else {
      const draft = value === undefined ? undefined : { previousValue: JSON.stringify(value) };
      view.setValue(setAt(view.value, path, null), withDraft(withoutDrafts(view.drafts, path), path, draft));
    }
    focusLater(...['', '-group', '-null'].map((suffix) => idOf(spot, suffix)));
  };
  const look = isNull
    ? { icon: 'add', label: strings.set, hint: formatText(strings.setHint, label) }
    : { icon: 'circle-slash', label: strings.null, hint: formatText(strings.nullHint, label) };
  const actions = html`${tool(idOf(spot, '-null'), look, turn)}${spot.actions ?? nothing}`;
  const { description } = other;
  return spot.draw({
    ...spot,
    actions,
    field: isNull ? { kind: 'nothing', ...defined({ description }) } : other,
  });
}
