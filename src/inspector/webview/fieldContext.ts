import { ifDefined } from 'lit/directives/if-defined.js';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { formatText } from '../../editor/webview/formatText.ts';
import { icon, type PageTemplate, textSpan } from '../../editor/webview/templates.ts';
import { visibleText } from '../../editor/webview/visibleText.ts';
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

/** What a form shows, and what it may do. */
export interface FormView {
  readonly field: FormField;
  readonly value: JsonValue;
  readonly drafts: FieldDrafts;
  readonly issues: readonly ValueIssue[];
  readonly strings: FormTexts;
  /** The number of inputs that may still be drawn: a schema can have more of them than a page can draw. */
  readonly inputBudget: { left: number };
  /** What the IDs of its elements begin with; `form` if it is the only one of its page. */
  readonly id?: string;
  /** The whole value, with the drafts that belong to it. */
  setValue(value: JsonValue, drafts: FieldDrafts): void;
  setDraft(path: ValuePath, draft: FieldDraft | undefined): void;
  /** Whether a person has been there: what is wrong is said then. Absent: it is said at once. */
  readonly isTouched?: (path: ValuePath) => boolean;
  /** Texts that a text field may have, once some of it is typed. */
  readonly completions?: (path: ValuePath, text: string) => Promise<readonly string[]>;
}

/** One place of the form. */
export interface FieldContext {
  readonly view: FormView;
  readonly path: ValuePath;
  readonly field: FormField;
  readonly value: JsonValue | undefined;
  /** Its name, where it has one; its title says it otherwise. */
  readonly name?: string;
  readonly label: string;
  readonly isRequired: boolean;
  /** Without a head: the place around it has it. */
  readonly isHeadless?: boolean;
  /** Whether it is there because a person added it. */
  readonly isAdded?: boolean;
  /** What else may be done with it. */
  readonly actions?: PageTemplate;
  /** Draws another place: all kinds of them may be in each other. */
  readonly draw: (spot: FieldContext) => PageTemplate;
}

export function fieldId({ view, path }: Pick<FieldContext, 'view' | 'path'>, suffix = ''): string {
  return `${view.id ?? 'form'}${encodeURIComponent(encodePointer(path).toWellFormed())}${suffix}`;
}

export function fieldDraft({ view, path }: FieldContext): FieldDraft {
  return getDraft(view.drafts, path);
}

/** What is typed at a spot, and is not its value. */
type TypedText = Pick<FieldDraft, 'number' | 'json' | 'isMultiline'>;

/** Puts a value where the spot is. */
export function setFieldValue(spot: FieldContext, value: JsonValue, typing: TypedText = {}): void {
  const { view, path } = spot;
  view.setValue(
    setAt(view.value, path, value),
    withDraft(view.drafts, path, { ...persistentDraft(spot), ...typing }),
  );
}

/** Keeps what is typed; the value stays. */
export function setFieldDraft(spot: FieldContext, typing: TypedText): void {
  spot.view.setDraft(spot.path, { ...persistentDraft(spot), ...typing });
}

/** What is known of a spot whatever is typed there. */
function persistentDraft(spot: FieldContext): FieldDraft {
  const { number: _number, json: _json, isMultiline: _, ...others } = fieldDraft(spot);
  return others;
}

/** Leaves the spot out of the value, and keeps what was there. */
export function omitField({ view, path, value }: FieldContext): void {
  const draft = value === undefined || value === '' ? undefined : { previousValue: JSON.stringify(value) };
  view.setValue(removeAt(view.value, path), withDraft(withoutDrafts(view.drafts, path), path, draft));
}

/** What is wrong there; `isWhole`: or within it, where nothing else shows it. */
export function fieldIssues(
  { view, path }: Pick<FieldContext, 'view' | 'path'>,
  isWhole = false,
): readonly string[] {
  if (!isFieldTouched({ view, path })) return [];
  return issuesAtOrWithin(view.issues, path).flatMap((issue) => {
    if (issue.path.length === path.length) return [issue.message];
    if (!isWhole) return [];
    return [formatText(view.strings.issueAt, issue.path.slice(path.length).join('.'), issue.message)];
  });
}

/** Whether anything is said to be wrong within the spot. */
export function hasIssuesWithin({ view, path }: FieldContext): boolean {
  return issuesAtOrWithin(view.issues, path).some(
    (issue) => issue.path.length > path.length && isFieldTouched({ view, path: issue.path }),
  );
}

/** Issues by their places, and by all places around these: each place of a form asks for its own. */
const issuesByPointer = new WeakMap<readonly ValueIssue[], ReadonlyMap<string, readonly ValueIssue[]>>();

function issuesAtOrWithin(issues: readonly ValueIssue[], path: ValuePath): readonly ValueIssue[] {
  let places = issuesByPointer.get(issues);
  if (!places) {
    const made = new Map<string, ValueIssue[]>();
    for (const issue of issues) {
      for (let length = 0; length <= issue.path.length; length += 1) {
        const pointer = encodePointer(issue.path.slice(0, length));
        const there = made.get(pointer);
        if (there) there.push(issue);
        else made.set(pointer, [issue]);
      }
    }
    places = made;
    issuesByPointer.set(issues, places);
  }
  return places.get(encodePointer(path)) ?? [];
}

const isFieldTouched = ({ view, path }: Pick<FieldContext, 'view' | 'path'>): boolean =>
  view.isTouched?.(path) ?? true;

/** Of the element of a place, so that it is known which one a person leaves. */
export const fieldPointer = ({ path }: Pick<FieldContext, 'path'>): string => encodePointer(path);

/** Label, input, and what is said of them. */
export function fieldRow(
  spot: FieldContext,
  control: TemplateResult,
  more: { readonly note?: PageTemplate; readonly isLabelled?: boolean } = {},
): PageTemplate {
  const { note = nothing, isLabelled = true } = more;
  return html`<div class="field" data-place=${fieldPointer(spot)}>${fieldHeadPart(spot, isLabelled)}${control}${note}${fieldNotesPart(spot, true)}</div>`;
}

export function fieldHeadPart(spot: FieldContext, isLabelled: boolean): PageTemplate {
  const { actions = nothing, isHeadless = false } = spot;
  if (isHeadless) return actions === nothing ? nothing : html`<div class="head">${actions}</div>`;
  return html`<div class="head">${
    isLabelled
      ? html`<label for=${fieldId(spot)}>${fieldLabelPart(spot)}</label>`
      : html`<span class="label" id=${fieldId(spot, '-label')}>${fieldLabelPart(spot)}</span>`
  }${actions}</div>`;
}

/** The label of a place: its title or name, with a mark if it is required. */
export function fieldLabelPart({
  label,
  name,
  isRequired,
  isAdded = false,
  view,
}: FieldContext): PageTemplate {
  return html`${textSpan(label)}${
    isRequired && !isAdded
      ? html`<span class="mark" aria-hidden="true" title=${view.strings.required}>*</span>`
      : nothing
  }${name === undefined || visibleText(name) === label ? nothing : html` <code class="name" dir="auto">${visibleText(name)}</code>`}`;
}

/** What the schema says of it, and what is wrong with it. */
export function fieldNotesPart(spot: FieldContext, isWhole: boolean): PageTemplate {
  const issues = fieldIssues(spot, isWhole);
  const list = issues.map((message) => html`<p>${icon('error')}${textSpan(message)}</p>`);
  return html`${spot.isHeadless ? nothing : descriptionPart(spot)}${
    issues.length === 0 ? nothing : html`<div class="issues" id=${fieldId(spot, '-issues')}>${list}</div>`
  }`;
}

/** The first line of a description; the rest on demand. */
function descriptionPart(spot: FieldContext): PageTemplate {
  const description = spot.field.description?.trim();
  if (!description) return nothing;
  const [first = '', ...rest] = visibleText(description).split('\n');
  const more = rest.join('\n').trim();
  const id = fieldId(spot, '-about');
  if (more === '') return html`<p class="about" id=${id} dir="auto">${first}</p>`;
  return html`<details class="about"><summary id=${id} dir="auto">${first}</summary><p dir="auto">${more}</p></details>`;
}

/** The attributes that tell a screen reader what belongs to an input. */
export function describedBy(spot: FieldContext): {
  readonly by: ReturnType<typeof ifDefined<string>>;
  readonly isInvalid: 'true' | 'false';
} {
  const isInvalid = fieldIssues(spot, true).length > 0;
  const ids = [
    ...(spot.field.description?.trim() && !spot.isHeadless ? [fieldId(spot, '-about')] : []),
    ...(isInvalid ? [fieldId(spot, '-issues')] : []),
  ];
  return {
    by: ifDefined(ids.length > 0 ? ids.join(' ') : undefined),
    isInvalid: isInvalid ? 'true' : 'false',
  };
}

/** A small button in the head of a place; `hint` says it where its label alone is not enough. */
export function fieldButton(
  id: string,
  look: { readonly icon: string; readonly label?: string; readonly hint: string; readonly isOff?: boolean },
  run: () => void,
): PageTemplate {
  return html`<button type="button" class="tool" id=${id} data-key=${id} title=${look.hint} aria-label=${look.hint}
    ?disabled=${look.isOff ?? false} @click=${run}>${icon(look.icon)}${look.label ?? nothing}</button>`;
}

/** Brings the keyboard to the first of some elements that is there, or to what is in it, once they are drawn. */
export function focusAfterDraw(...ids: readonly string[]): void {
  requestAnimationFrame(() => {
    for (const id of ids) {
      const there = document.getElementById(id);
      const target = there?.matches('input, select, textarea, button')
        ? there
        : (there?.querySelector<HTMLElement>('input, select, textarea') ??
          there?.querySelector<HTMLElement>('button:enabled'));
      if (target) return target.focus();
    }
  });
}
