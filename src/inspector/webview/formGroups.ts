import { live } from 'lit/directives/live.js';
import { html, nothing } from 'lit/html.js';
import { formatText } from '../../editor/webview/formatText.ts';
import { icon, type PageTemplate } from '../../editor/webview/templates.ts';
import { toVisibleText } from '../../editor/webview/visibleText.ts';
import { findBestVariant } from '../form/canShow.ts';
import { chooseVariant, createVariantTitles } from '../form/chooseVariant.ts';
import { addItem, moveItem, removeAt, setAt } from '../form/editValue.ts';
import {
  type ArrayField,
  type FormField,
  getItemField,
  type ObjectField,
  type UnionField,
} from '../form/field.ts';
import {
  type FieldDraft,
  indexAfterMove,
  indexAfterRemoval,
  moveItemDrafts,
  withDraft,
  withoutDrafts,
} from '../form/fieldDraft.ts';
import { createInitialValue } from '../form/initialValue.ts';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../schema/json.ts';
import {
  type FieldContext,
  fieldButton,
  fieldHeadPart,
  fieldLabelPart,
  fieldNotesPart,
  fieldRow,
  focusAfterDraw,
  getFieldDraft,
  getFieldId,
  getFieldIssues,
  getFieldPointer,
  hasIssuesWithin,
} from './fieldContext.ts';
import { omitButton } from './optionalFields.ts';

/** Minimum depth of groups that can be collapsed. */
const minClosableDepth = 2;

/** Draws a value that the schema fixes. */
export function constantPart(context: FieldContext, value: JsonValue): PageTemplate {
  const actions = context.isHeadless ? nothing : html`${omitButton(context)}${context.actions ?? nothing}`;
  // `null` isn't fixed in a nullable field.
  const note =
    context.field.kind === 'null' ? nothing : html`<span class="about">${context.view.texts.fixed}</span>`;
  const constant = html`<p class="constant"><code dir="auto">${toVisibleText(JSON.stringify(value))}</code>
    ${note}</p>`;
  return fieldRow({ ...context, actions }, constant, { isLabelled: false });
}

export function objectPart(context: FieldContext, field: ObjectField, value: JsonObject): PageTemplate {
  const { path, draw, view } = context;
  const propertyParts = drawWithinBudget(context, field.properties, ({ name, isRequired, field: child }) =>
    draw({
      view,
      draw,
      name,
      field: child,
      isRequired,
      path: [...path, name],
      label: toVisibleText(child.title ?? name),
      value: Object.hasOwn(value, name) ? value[name] : undefined,
    }),
  );
  const names = new Set(field.properties.map(({ name }) => name));
  const otherNames = Object.keys(value).filter((name) => !names.has(name));
  const isEmpty = field.properties.length + otherNames.length === 0 && !field.canAddProperties;
  return groupPart(
    context,
    html`${propertyParts}${drawWithinBudget(context, otherNames, (name) => extraPropertyPart(context, field.additionalProperties, name, value[name] ?? null))}${
      field.canAddProperties ? addNamePart(context, field, value) : nothing
    }${isEmpty ? html`<p class="about">${view.texts.noFields}</p>` : nothing}`,
  );
}

/** Draws fields until the input budget is used up, and then a note. */
function drawWithinBudget<Item>(
  { view: { inputBudget, texts } }: FieldContext,
  allItems: readonly Item[],
  draw: (item: Item, index: number) => PageTemplate,
): readonly PageTemplate[] {
  const parts: PageTemplate[] = [];
  for (const [index, item] of allItems.entries()) {
    if (inputBudget.remaining <= 0) return [...parts, html`<p class="about">${texts.tooManyInputs}</p>`];
    parts.push(draw(item, index));
  }
  return parts;
}

/** Draws a property that the schema doesn't name. */
function extraPropertyPart(
  { view, path, draw }: FieldContext,
  field: FormField | undefined,
  name: string,
  value: JsonValue,
): PageTemplate {
  const location = { view, path: [...path, name] };
  const remove = (): void => {
    view.setValue(removeAt(view.value, location.path), withoutDrafts(view.drafts, location.path));
    focusAfterDraw(getFieldId({ view, path }, '-name'));
  };
  const button = { icon: 'trash', hint: formatText(view.texts.removeProperty, toVisibleText(name)) };
  return draw({
    ...location,
    draw,
    value,
    name,
    label: toVisibleText(name),
    isRequired: true,
    isAdded: true,
    field: field ?? { kind: 'json' },
    actions: fieldButton(getFieldId(location, '-remove'), button, remove),
  });
}

/** Draws the input for the name of a new property. */
function addNamePart(context: FieldContext, field: ObjectField, value: JsonObject): PageTemplate {
  const { view, path } = context;
  const { texts } = view;
  const { newPropertyName = '', ...draft } = getFieldDraft(context);
  const withName = (newName = ''): FieldDraft =>
    newName === '' ? draft : { ...draft, newPropertyName: newName };
  const canAdd = newPropertyName !== '' && !Object.hasOwn(value, newPropertyName);
  const add = (): void => {
    if (!canAdd) return;
    const location = [...path, newPropertyName];
    const initialValue = createInitialValue(
      field.properties.find((property) => property.name === newPropertyName)?.field ??
        field.additionalProperties ?? { kind: 'json' },
    );
    view.setValue(setAt(view.value, location, initialValue), withDraft(view.drafts, path, withName()));
    focusAfterDraw(
      ...['', '-variant', '-group', '-remove'].map((suffix) => getFieldId({ view, path: location }, suffix)),
    );
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.isComposing || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    add();
  };
  return html`<div class="adding"><input type="text" id=${getFieldId(context, '-name')} data-key=${getFieldId(context, '-name')} spellcheck="false"
    autocomplete="off" aria-label=${texts.propertyName} placeholder=${texts.propertyName} .value=${live(newPropertyName)} @keydown=${onKey}
    @input=${(event: Event) =>
      view.setDraft(path, withName((event.currentTarget as HTMLInputElement).value))}>${fieldButton(
      getFieldId(context, '-add'),
      { icon: 'add', label: texts.addProperty, hint: texts.addProperty, isDisabled: !canAdd },
      add,
    )}</div>`;
}

export function arrayPart(
  context: FieldContext,
  field: ArrayField,
  items: readonly JsonValue[],
): PageTemplate {
  const { view, path, draw } = context;
  const { texts } = view;
  const nextItemField =
    items.length < (field.maxItems ?? items.length + 1) ? getItemField(field, items.length) : undefined;
  const add = (): void => {
    if (!nextItemField) return;
    view.setValue(addItem(view.value, path, createInitialValue(nextItemField)), view.drafts);
    const location = { view, path: [...path, items.length] };
    focusAfterDraw(
      ...['', '-variant', '-group', '-add', '-remove'].map((suffix) => getFieldId(location, suffix)),
    );
  };
  const remove = (index: number): void => {
    const drafts = moveItemDrafts(view.drafts, path, indexAfterRemoval(index));
    view.setValue(removeAt(view.value, [...path, index]), drafts);
    focusAfterDraw(
      items.length > 1
        ? getFieldId({ view, path: [...path, Math.min(index, items.length - 2)] }, '-remove')
        : getFieldId(context, '-add'),
    );
  };
  const move = (from: number, to: number): void => {
    view.setValue(
      moveItem(view.value, path, from, to),
      moveItemDrafts(view.drafts, path, indexAfterMove(from, to)),
    );
    // At the end of the list, one button is disabled, so the other one gets the focus.
    const isEnd = to === 0 || to === items.length - 1;
    const isUp = isEnd ? to !== 0 : to < from;
    focusAfterDraw(getFieldId({ view, path: [...path, to] }, isUp ? '-up' : '-down'));
  };
  const parts = drawWithinBudget(context, items, (item, index) => {
    const location = { view, path: [...path, index] };
    const child = getItemField(field, index) ?? { kind: 'json' };
    const label =
      index < field.prefixItems.length && child.title
        ? toVisibleText(child.title)
        : formatText(texts.item, index + 1);
    const actions = html`${fieldButton(
      getFieldId(location, '-up'),
      { icon: 'arrow-up', hint: formatText(texts.moveUp, label), isDisabled: index === 0 },
      () => move(index, index - 1),
    )}${fieldButton(
      getFieldId(location, '-down'),
      { icon: 'arrow-down', hint: formatText(texts.moveDown, label), isDisabled: index === items.length - 1 },
      () => move(index, index + 1),
    )}${fieldButton(getFieldId(location, '-remove'), { icon: 'trash', hint: formatText(texts.removeItem, label) }, () => remove(index))}`;
    return html`<li>${draw({ ...location, draw, label, actions, field: child, value: item, isRequired: true, isAdded: true })}</li>`;
  });
  return groupPart(
    context,
    html`${items.length === 0 ? html`<p class="about">${texts.noItems}</p>` : html`<ol class="items">${parts}</ol>`}${fieldButton(
      getFieldId(context, '-add'),
      {
        icon: 'add',
        label: texts.addItem,
        isDisabled: !nextItemField,
        hint: formatText(texts.addItemHint, context.label),
      },
      add,
    )}`,
  );
}

/** Draws a select for the variant of a union, and the field of this variant. */
export function unionPart(context: FieldContext, field: UnionField, value: JsonValue): PageTemplate {
  const { view, path, label } = context;
  const draft = getFieldDraft(context);
  const variantIndex = findBestVariant(field, value, draft.variant);
  const choose = (event: Event): void => {
    const index = Number((event.currentTarget as HTMLSelectElement).value);
    const choice = chooseVariant(field, index, value, draft);
    const drafts = withDraft(withoutDrafts(view.drafts, path), path, choice.draft);
    view.setValue(setAt(view.value, path, choice.value), drafts);
  };
  const id = getFieldId(context, '-variant');
  const actions = html`<select class="variant" id=${id} data-key=${id} aria-label=${formatText(view.texts.variant, label)}
    @change=${choose}>${createVariantTitles(field, view.texts).map(
      (title, index) =>
        html`<option value=${index} .selected=${live(index === variantIndex)}>${toVisibleText(title)}</option>`,
    )}</select>${omitButton(context)}${context.actions ?? nothing}`;
  const variant = field.variants[variantIndex] ?? { kind: 'json' };
  return html`<div class="field" data-place=${getFieldPointer(context)}>${fieldHeadPart({ ...context, actions, isHeadless: false }, false)}${fieldNotesPart({ ...context, view: { ...view, issues: [] } }, false)}
    <div class="chosen">${context.draw({ ...context, field: variant, value, isHeadless: true, isRequired: true, actions: nothing })}</div></div>`;
}

/** Draws a group of nested fields. Deep groups can be collapsed. */
function groupPart(context: FieldContext, content: PageTemplate): PageTemplate {
  const { path, isHeadless = false, label, actions = nothing } = context;
  const notes = fieldNotesPart(context, false);
  if (path.length === 0) return html`${notes}${content}`;
  const id = getFieldId(context, '-group');
  if (isHeadless)
    return html`<div class="group" data-place=${getFieldPointer(context)} role="group" aria-label=${label}>${notes}${content}</div>`;
  const tools = html`${omitButton(context)}${actions}`;
  if (path.length < minClosableDepth) {
    return html`<fieldset class="group" data-place=${getFieldPointer(context)} id=${id}><legend class="unseen">${label}</legend>
      <div class="head"><span class="label" aria-hidden="true">${fieldLabelPart(context)}</span>${tools}</div>${notes}${content}</fieldset>`;
  }
  const mark =
    hasIssuesWithin(context) && getFieldIssues(context).length === 0 ? icon('error', 'inside') : nothing;
  return html`<div class="group closable" data-place=${getFieldPointer(context)} id=${id} role="group" aria-label=${label}><span class="tools">${tools}</span><details open>
    <summary>${icon('chevron-right')}${fieldLabelPart(context)}${mark}</summary>${notes}${content}</details></div>`;
}

export function toObject(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

export function toArray(value: JsonValue | undefined): readonly JsonValue[] {
  return isJsonArray(value) ? value : [];
}
