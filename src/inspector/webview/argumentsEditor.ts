import { html, nothing } from 'lit/html.js';
import type { PageHost } from '../../editor/webview/connect.ts';
import type { PageTemplate } from '../../editor/webview/templates.ts';
import { createFormField } from '../form/createFormField.ts';
import type { FormField } from '../form/field.ts';
import { type FieldDrafts, findDraftIssues, type ValueIssue, withDraft } from '../form/fieldDraft.ts';
import { createInitialObject } from '../form/initialValue.ts';
import { type ValidationResult, validateBySchema } from '../form/validateBySchema.ts';
import type { ArgumentDraft, InspectorItem } from '../pageSchemas.ts';
import type { InspectorTexts } from '../pageTexts.ts';
import type { InspectorPage } from '../protocol.ts';
import { getChild, isJsonObject, type JsonValue } from '../schema/json.ts';
import { encodePointer, type ValuePath } from '../schema/pointer.ts';
import { formPart } from './form.ts';
import { afterPointerRelease, getBlurredFields } from './formFocus.ts';
import { jsonArgumentsPart, type ParsedArguments, parseJsonArguments, problemPart } from './jsonArguments.ts';
import { changedDigitsPart, uncheckedPart } from './validationNotes.ts';

interface ArgumentsState {
  side: 'form' | 'json';
  value: JsonValue;
  drafts: FieldDrafts;
  /** The JSON text that the user entered. Absent if the value was last changed in the form. */
  text?: string | undefined;
  /** JSON Pointers of the fields that the user has left. */
  touchedFields: ReadonlySet<string>;
  /** Whether the user tried to send invalid arguments. All issues are shown then. */
  isSubmitted: boolean;
}

/** The issues in arguments that the page can mention before the user tries to call. */
export interface ArgumentsIssueSummary {
  /** Paths of required fields that are empty and that the user hasn't left yet. */
  readonly emptyFields: readonly ValuePath[];
  /** Number of other issues: those in fields that the user has left, or all after an attempt to call. */
  readonly problemCount: number;
}

/** Edits the arguments of items: as a form or as JSON, for the same value. */
export class ArgumentsEditor {
  readonly #texts: InspectorTexts;
  readonly #host: Pick<PageHost<InspectorPage>, 'post' | 'request'>;
  readonly #draw: () => void;
  readonly #savedDrafts: ReadonlyMap<string, ArgumentDraft>;
  readonly #states = new Map<string, ArgumentsState>();
  readonly #fields = new Map<string, { readonly schema: unknown; readonly field: FormField }>();
  #lastParsed: { readonly text: string; readonly parsed: ParsedArguments } | undefined;

  /** `savedDrafts`: the drafts of the page before it was hidden. */
  constructor(
    texts: InspectorTexts,
    savedDrafts: readonly ArgumentDraft[],
    host: Pick<PageHost<InspectorPage>, 'post' | 'request'>,
    draw: () => void,
  ) {
    this.#texts = texts;
    this.#savedDrafts = new Map(savedDrafts.map((draft) => [draft.key, draft]));
    this.#host = host;
    this.#draw = draw;
  }

  /** Draws the arguments of an item. */
  part(item: InspectorItem): PageTemplate {
    const texts = this.#texts;
    if (item.inputSchema === undefined) {
      return item.kind === 'resource' ? nothing : html`<p class="quiet">${texts.noArguments}</p>`;
    }
    const state = this.#getState(item);
    // While the JSON text is invalid, the form would show an older value.
    const showForm = (): void => {
      if (this.#findTextProblem(state) === undefined) this.#change(item, { side: 'form' });
    };
    const tab = (side: ArgumentsState['side'], label: string, open: () => void): PageTemplate =>
      html`<button type="button" role="tab" data-key="side-${side}" aria-selected=${state.side === side}
          aria-controls="sides" @click=${open}>${label}</button>`;
    return html`<section class="arguments" aria-labelledby="arguments">
        <div class="bar"><h3 id="arguments">${texts.arguments}</h3>
          <div class="tabs" role="tablist" aria-labelledby="arguments">${tab('form', texts.formView, showForm)}${tab(
            'json',
            texts.json,
            () => this.#change(item, { side: 'json' }),
          )}</div></div>
        ${this.#validate(item, state).isUnchecked ? uncheckedPart(texts.form) : nothing}
        <div id="sides" role="tabpanel">${state.side === 'form' ? this.#formPart(item, state) : this.#jsonPart(item, state)}</div>
      </section>`;
  }

  /** Replaces the arguments of an item. */
  setArguments({ key, view, value }: ArgumentDraft): void {
    if (value === undefined) return;
    this.#states.set(key, {
      side: view,
      value: value as JsonValue,
      drafts: {},
      touchedFields: new Set(),
      isSubmitted: true,
    });
    this.#host.post({ kind: 'saveArguments', draft: { key, view, value } });
  }

  /** Returns the arguments to send; `undefined` if they can't be sent. */
  getArguments(item: InspectorItem): Readonly<Record<string, unknown>> | undefined {
    if (item.inputSchema === undefined) return {};
    const state = this.#getState(item);
    const { side, value, drafts } = state;
    if (this.#findTextProblem(state) !== undefined) return undefined;
    if (side === 'form' && findDraftIssues(drafts, this.#texts.form).length > 0) return undefined;
    return isJsonObject(value) ? value : undefined;
  }

  /** Returns the issues that the page can mention: empty required fields, and problems with what the user has entered. */
  getIssueSummary(item: InspectorItem): ArgumentsIssueSummary {
    if (item.inputSchema === undefined) return { emptyFields: [], problemCount: 0 };
    const state = this.#getState(item);
    const { side, text, value, touchedFields, isSubmitted } = state;
    const issues = this.#findIssues(item, state);
    if (isSubmitted) return { emptyFields: [], problemCount: issues.length };
    const isTouched = ({ path }: ValueIssue): boolean =>
      side === 'form' ? touchedFields.has(encodePointer(path)) : text !== undefined || touchedFields.has('');
    const untouched = issues.filter((issue) => !isTouched(issue));
    return {
      emptyFields: untouched.map(({ path }) => path).filter((path) => getValueAt(value, path) === undefined),
      problemCount: issues.length - untouched.length,
    };
  }

  /** Returns whether the arguments are invalid. If so, shows all issues from now on. */
  revealIssues(item: InspectorItem): boolean {
    if (item.inputSchema === undefined) return false;
    const state = this.#getState(item);
    const isInvalid = this.#findIssues(item, state).length > 0 || this.getArguments(item) === undefined;
    if (isInvalid) state.isSubmitted = true;
    return isInvalid;
  }

  /** Shows the form, so that one of its fields can have the focus. */
  showForm(item: InspectorItem): void {
    if (this.#getState(item).side !== 'form') this.#change(item, { side: 'form' });
  }

  /** Applies a text that the user entered in a document of the editor. */
  setText(item: InspectorItem, text: string): void {
    Object.assign(this.#getState(item), this.#parseChange(text));
    this.#draw();
  }

  #getState(item: InspectorItem): ArgumentsState {
    const existing = this.#states.get(item.key);
    if (existing) return existing;
    const { view = 'form', value, text } = this.#savedDrafts.get(item.key) ?? {};
    const initial = value === undefined ? createInitialObject(this.#getField(item)) : (value as JsonValue);
    const parsed = text === undefined ? undefined : this.#parse(text);
    const state: ArgumentsState = {
      side: view,
      value: parsed && 'value' in parsed ? parsed.value : initial,
      text,
      drafts: {},
      touchedFields: new Set(),
      isSubmitted: false,
    };
    this.#states.set(item.key, state);
    return state;
  }

  #getField({ key, inputSchema }: InspectorItem): FormField {
    const cached = this.#fields.get(key);
    if (cached && cached.schema === inputSchema) return cached.field;
    // Each state from the host contains new schema objects.
    const isEqual = cached && JSON.stringify(cached.schema) === JSON.stringify(inputSchema);
    const field = isEqual ? cached.field : createFormField(inputSchema);
    this.#fields.set(key, { schema: inputSchema, field });
    return field;
  }

  /** Parses a text once, although drawing reads it several times. */
  #parse(text: string): ParsedArguments {
    if (this.#lastParsed?.text !== text) {
      this.#lastParsed = { text, parsed: parseJsonArguments(text, this.#texts) };
    }
    return this.#lastParsed.parsed;
  }

  #parseChange(text: string): Partial<ArgumentsState> {
    const parsed = this.#parse(text);
    return { text, ...('value' in parsed && { value: parsed.value, drafts: {} }) };
  }

  #change(item: InspectorItem, changes: Partial<ArgumentsState>): void {
    const state = Object.assign(this.#getState(item), changes);
    this.#host.post({ kind: 'saveArguments', draft: toDraft(item, state) });
    this.#draw();
  }

  #validate(item: InspectorItem, { value }: ArgumentsState): ValidationResult {
    return validateBySchema(item.inputSchema, value, this.#texts.form);
  }

  /** Returns the reason that the JSON text can't be sent. */
  #findTextProblem({ text }: ArgumentsState): string | undefined {
    const parsed = text === undefined ? undefined : this.#parse(text);
    return parsed && 'problem' in parsed ? parsed.problem : undefined;
  }

  #findIssues(item: InspectorItem, state: ArgumentsState): readonly ValueIssue[] {
    return this.#findTextProblem(state) === undefined ? this.#validate(item, state).issues : [];
  }

  #onFocusOut(item: InspectorItem, event: FocusEvent): void {
    const pointers = getBlurredFields(event);
    if (pointers.length > 0) afterPointerRelease(() => this.#touch(item, pointers));
  }

  #touch(item: InspectorItem, pointers: readonly string[]): void {
    const state = this.#getState(item);
    if (pointers.every((pointer) => state.touchedFields.has(pointer))) return;
    state.touchedFields = new Set([...state.touchedFields, ...pointers]);
    this.#draw();
  }

  #jsonPart(item: InspectorItem, state: ArgumentsState): PageTemplate {
    const { value, text = JSON.stringify(value, undefined, 2), isSubmitted, touchedFields } = state;
    const areIssuesShown = isSubmitted || state.text !== undefined || touchedFields.has('');
    return jsonArgumentsPart({
      texts: this.#texts,
      text,
      problem: this.#findTextProblem(state),
      issues: areIssuesShown ? this.#findIssues(item, state) : [],
      onInput: (nextValue) => this.#change(item, this.#parseChange(nextValue)),
      onFocusOut: (event) => this.#onFocusOut(item, event),
      openAsDocument: () => this.#host.post({ kind: 'editJson', draft: toDraft(item, state) }),
    });
  }

  #formPart(item: InspectorItem, state: ArgumentsState): PageTemplate {
    const { form: formTexts } = this.#texts;
    const problem = this.#findTextProblem(state);
    const { value, drafts, touchedFields, isSubmitted } = state;
    const form = formPart({
      field: this.#getField(item),
      value,
      drafts,
      isTouched: (path) => isSubmitted || touchedFields.has(encodePointer(path)),
      texts: formTexts,
      issues: this.#validate(item, state).issues,
      setValue: (nextValue, nextDrafts) =>
        this.#change(item, { value: nextValue, drafts: nextDrafts, text: undefined }),
      setDraft: (path, draft) => this.#change(item, { drafts: withDraft(state.drafts, path, draft) }),
      ...(item.kind !== 'tool' && {
        completions: (path: ValuePath, text: string) => this.#complete(item, path, text),
      }),
    });
    const note = problem === undefined ? changedDigitsPart(state.text, formTexts) : problemPart(problem);
    return html`<div @focusout=${(event: FocusEvent) => this.#onFocusOut(item, event)}>${note}${form}</div>`;
  }

  #complete(item: InspectorItem, [argument]: ValuePath, value: string): Promise<readonly string[]> {
    const otherArguments = Object.entries(this.#getState(item).value ?? {}).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[0] !== argument,
    );
    return this.#host.request('completeArgument', {
      key: item.key,
      argument: String(argument),
      value,
      otherArguments: Object.fromEntries(otherArguments),
    });
  }
}

function getValueAt(value: JsonValue, path: ValuePath): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>((parent, part) => getChild(parent, part), value);
}

const toDraft = ({ key }: InspectorItem, { side, value, text }: ArgumentsState): ArgumentDraft => ({
  key,
  view: side,
  value,
  ...(text !== undefined && { text }),
});
