import { ifDefined } from 'lit/directives/if-defined.js';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { formatText } from '../../editor/webview/formatText.ts';
import { icon, type PageTemplate, textSpan } from '../../editor/webview/templates.ts';
import { toVisibleText } from '../../editor/webview/visibleText.ts';
import { removeAt, setAt } from '../form/editValue.ts';
import type { FormField } from '../form/field.ts';
import {
  type FieldDraft,
  type FieldDrafts,
  getDraft,
  type ValueIssue,
  withDraft,
  withoutDrafts,
} from '../form/fieldDraft.ts';
import type { FormTexts } from '../form/formTexts.ts';
import type { JsonValue } from '../schema/json.ts';
import { encodePointer, type ValuePath } from '../schema/pointer.ts';

/** The data and actions of a form. */
export interface FormView {
  readonly field: FormField;
  readonly value: JsonValue;
  readonly drafts: FieldDrafts;
  readonly issues: readonly ValueIssue[];
  readonly texts: FormTexts;
  /** Number of inputs that can still be drawn. A schema can require more inputs than a page can draw. */
  readonly inputBudget: { remaining: number };
  /** Prefix of element IDs; `form` by default. */
  readonly id?: string;
  /** Replaces the whole value and the drafts of its fields. */
  setValue(value: JsonValue, drafts: FieldDrafts): void;
  setDraft(path: ValuePath, draft: FieldDraft | undefined): void;
  /** Returns whether the user has left a field, so that its issues are shown. By default, all issues are shown. */
  readonly isTouched?: (path: ValuePath) => boolean;
  /** Returns completions for a text field. */
  readonly completions?: (path: ValuePath, text: string) => Promise<readonly string[]>;
}

/** A field at a path of the form, with everything that draws it. */
export interface FieldContext {
  readonly view: FormView;
  readonly path: ValuePath;
  readonly field: FormField;
  readonly value: JsonValue | undefined;
  /** Property name. Shown if the label is a title. */
  readonly name?: string;
  readonly label: string;
  readonly isRequired: boolean;
  /** Whether the surrounding field draws the label and the buttons. */
  readonly isHeadless?: boolean;
  /** Whether the user added the property or item, so that it has no mark for required fields. */
  readonly isAdded?: boolean;
  /** Additional buttons of the head. */
  readonly actions?: PageTemplate;
  /** Draws a nested field. */
  readonly draw: (context: FieldContext) => PageTemplate;
}

export function getFieldId({ view, path }: Pick<FieldContext, 'view' | 'path'>, suffix = ''): string {
  return `${view.id ?? 'form'}${encodeURIComponent(encodePointer(path).toWellFormed())}${suffix}`;
}

export function getFieldDraft({ view, path }: FieldContext): FieldDraft {
  return getDraft(view.drafts, path);
}

/** Parts of a draft that belong to the text in an input. */
type InputText = Pick<FieldDraft, 'numberText' | 'jsonText' | 'isMultiline'>;

/** Sets the value of a field. */
export function setFieldValue(context: FieldContext, value: JsonValue, inputText: InputText = {}): void {
  const { view, path } = context;
  view.setValue(
    setAt(view.value, path, value),
    withDraft(view.drafts, path, { ...persistentDraft(context), ...inputText }),
  );
}

/** Stores entered text without changing the value. */
export function setFieldDraft(context: FieldContext, inputText: InputText): void {
  context.view.setDraft(context.path, { ...persistentDraft(context), ...inputText });
}

/** Returns the part of a draft that is independent of the entered text. */
function persistentDraft(context: FieldContext): FieldDraft {
  const { numberText: _number, jsonText: _json, isMultiline: _, ...others } = getFieldDraft(context);
  return others;
}

/** Removes a field from the value, and stores its value in the draft so that it can be restored. */
export function omitField({ view, path, value }: FieldContext): void {
  const draft = value === undefined || value === '' ? undefined : { previousValue: JSON.stringify(value) };
  view.setValue(removeAt(view.value, path), withDraft(withoutDrafts(view.drafts, path), path, draft));
}

/** Returns the issues of a field. With `includesNested`, also returns those within its value, with their paths. */
export function getFieldIssues(
  { view, path }: Pick<FieldContext, 'view' | 'path'>,
  includesNested = false,
): readonly string[] {
  if (!isFieldTouched({ view, path })) return [];
  return issuesAtOrWithin(view.issues, path).flatMap((issue) => {
    if (issue.path.length === path.length) return [issue.message];
    if (!includesNested) return [];
    return [formatText(view.texts.issueAt, issue.path.slice(path.length).join('.'), issue.message)];
  });
}

/** Whether issues within the field are shown. */
export function hasIssuesWithin({ view, path }: FieldContext): boolean {
  return issuesAtOrWithin(view.issues, path).some(
    (issue) => issue.path.length > path.length && isFieldTouched({ view, path: issue.path }),
  );
}

/**
 * Issues by JSON Pointer. An issue is also listed for all surrounding fields. Cached, because each field of a form reads its
 * issues.
 */
const issuesByPointer = new WeakMap<readonly ValueIssue[], ReadonlyMap<string, readonly ValueIssue[]>>();

function issuesAtOrWithin(issues: readonly ValueIssue[], path: ValuePath): readonly ValueIssue[] {
  let byPointer = issuesByPointer.get(issues);
  if (!byPointer) {
    const index = new Map<string, ValueIssue[]>();
    for (const issue of issues) {
      for (let length = 0; length <= issue.path.length; length += 1) {
        const pointer = encodePointer(issue.path.slice(0, length));
        const pointerIssues = index.get(pointer);
        if (pointerIssues) pointerIssues.push(issue);
        else index.set(pointer, [issue]);
      }
    }
    byPointer = index;
    issuesByPointer.set(issues, byPointer);
  }
  return byPointer.get(encodePointer(path)) ?? [];
}

const isFieldTouched = ({ view, path }: Pick<FieldContext, 'view' | 'path'>): boolean =>
  view.isTouched?.(path) ?? true;

/** Returns the `data-place` value that identifies the field in focus events. */
export const getFieldPointer = ({ path }: Pick<FieldContext, 'path'>): string => encodePointer(path);

/** Draws a field with its label, input, and notes. */
export function fieldRow(
  context: FieldContext,
  control: TemplateResult,
  options: { readonly note?: PageTemplate; readonly isLabelled?: boolean } = {},
): PageTemplate {
  const { note = nothing, isLabelled = true } = options;
  return html`<div class="field" data-place=${getFieldPointer(context)}>${fieldHeadPart(context, isLabelled)}${control}${note}${fieldNotesPart(context, true)}</div>`;
}

export function fieldHeadPart(context: FieldContext, isLabelled: boolean): PageTemplate {
  const { actions = nothing, isHeadless = false } = context;
  if (isHeadless) return actions === nothing ? nothing : html`<div class="head">${actions}</div>`;
  return html`<div class="head">${
    isLabelled
      ? html`<label for=${getFieldId(context)}>${fieldLabelPart(context)}</label>`
      : html`<span class="label" id=${getFieldId(context, '-label')}>${fieldLabelPart(context)}</span>`
  }${actions}</div>`;
}

/** Draws the title or name of a field, with a mark if it's required. */
export function fieldLabelPart({
  label,
  name,
  isRequired,
  isAdded = false,
  view,
}: FieldContext): PageTemplate {
  return html`${textSpan(label)}${
    isRequired && !isAdded
      ? html`<span class="mark" aria-hidden="true" title=${view.texts.required}>*</span>`
      : nothing
  }${name === undefined || toVisibleText(name) === label ? nothing : html` <code class="name" dir="auto">${toVisibleText(name)}</code>`}`;
}

/** Draws the description and the issues of a field. */
export function fieldNotesPart(context: FieldContext, includesNested: boolean): PageTemplate {
  const issues = getFieldIssues(context, includesNested);
  const list = issues.map((message) => html`<p>${icon('error')}${textSpan(message)}</p>`);
  return html`${context.isHeadless ? nothing : descriptionPart(context)}${
    issues.length === 0
      ? nothing
      : html`<div class="issues" id=${getFieldId(context, '-issues')}>${list}</div>`
  }`;
}

/** Draws the first line of a description. The user can expand the rest. */
function descriptionPart(context: FieldContext): PageTemplate {
  const description = context.field.description?.trim();
  if (!description) return nothing;
  const [first = '', ...rest] = toVisibleText(description).split('\n');
  const remainingLines = rest.join('\n').trim();
  const id = getFieldId(context, '-about');
  if (remainingLines === '') return html`<p class="about" id=${id} dir="auto">${first}</p>`;
  return html`<details class="about"><summary id=${id} dir="auto">${first}</summary><p dir="auto">${remainingLines}</p></details>`;
}

/** Returns the values of the attributes `aria-describedby` and `aria-invalid` of an input. */
export function getAriaAttributes(context: FieldContext): {
  readonly describedBy: ReturnType<typeof ifDefined<string>>;
  readonly isInvalid: 'true' | 'false';
} {
  const isInvalid = getFieldIssues(context, true).length > 0;
  const ids = [
    ...(context.field.description?.trim() && !context.isHeadless ? [getFieldId(context, '-about')] : []),
    ...(isInvalid ? [getFieldId(context, '-issues')] : []),
  ];
  return {
    describedBy: ifDefined(ids.length > 0 ? ids.join(' ') : undefined),
    isInvalid: isInvalid ? 'true' : 'false',
  };
}

/** Draws a small button in the head of a field. `hint` is its accessible name. */
export function fieldButton(
  id: string,
  button: {
    readonly icon: string;
    readonly label?: string;
    readonly hint: string;
    readonly isDisabled?: boolean;
  },
  onClick: () => void,
): PageTemplate {
  return html`<button type="button" class="tool" id=${id} data-key=${id} title=${button.hint} aria-label=${button.hint}
    ?disabled=${button.isDisabled ?? false} @click=${onClick}>${icon(button.icon)}${button.label ?? nothing}</button>`;
}

/** After the next frame, focuses the first of some elements that exists and can have the focus, or an input or button in it. */
export function focusAfterDraw(...ids: readonly string[]): void {
  requestAnimationFrame(() => {
    for (const id of ids) {
      const element = document.getElementById(id);
      const target = element?.matches('input, select, textarea, button')
        ? element
        : (element?.querySelector<HTMLElement>('input, select, textarea') ??
          element?.querySelector<HTMLElement>('button:enabled'));
      if (target) return target.focus();
    }
  });
}
