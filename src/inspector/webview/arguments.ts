import { html, nothing } from 'lit/html.js';
import type { PageTemplate } from '../../editor/webview/templates.ts';
import { createFormField } from '../form/createFormField.ts';
import type { FormField } from '../form/field.ts';
import { type FieldDrafts, findDraftIssues, type ValueIssue, withDraft } from '../form/fieldDraft.ts';
import { createInitialObject } from '../form/initialValue.ts';
import { encodePointer, isJsonValueObject, type JsonValue, type ValuePath } from '../form/json.ts';
import { type ValidationResult, validateBySchema } from '../form/validateBySchema.ts';
import type { ArgumentDraft, InspectorItem } from '../pageSchemas.ts';
import type { InspectorTexts } from '../pageTexts.ts';
import { changedDigitsPart } from './digits.ts';
import { formPart } from './form.ts';
import { afterPointerRelease, blurredFields } from './formFocus.ts';
import { jsonArgumentsPart, type ParsedArguments, parseJsonArguments, problemPart } from './jsonArguments.ts';
import { uncheckedPart } from './unchecked.ts';

interface ArgumentsDeps {
  readonly strings: InspectorTexts;
  /** Drafts that a previous page saved. */
  readonly typed: readonly ArgumentDraft[];
  readonly draw: () => void;
  readonly keep: (typed: ArgumentDraft) => void;
  /** Opens the arguments as a document in the editor. */
  readonly edit: (typed: ArgumentDraft) => void;
  readonly complete: (
    key: string,
    argument: string,
    value: string,
    others: Readonly<Record<string, string>>,
  ) => Promise<readonly string[]>;
}

interface ArgumentsState {
  side: 'form' | 'json';
  value: JsonValue;
  drafts: FieldDrafts;
  /** The JSON text that the user entered. Absent if the value was last changed in the form. */
  text?: string | undefined;
  /** JSON Pointers of the fields that the user left. */
  touchedFields: ReadonlySet<string>;
  /** Whether the user tried to send invalid arguments. All issues are shown then. */
  isSubmitted: boolean;
}

/** Creates the arguments editor of listed items: a form and JSON for the same value. */
export function createArguments({ strings, typed, draw, keep, edit, complete }: ArgumentsDeps) {
  const before = new Map(typed.map((one) => [one.key, one]));
  const states = new Map<string, ArgumentsState>();
  let last: { readonly text: string; readonly read: ParsedArguments } | undefined;
  /** Parses a text once, although drawing reads it several times. */
  const read = (text: string): ParsedArguments => {
    if (last?.text !== text) last = { text, read: parseJsonArguments(text, strings) };
    return last.read;
  };
  const fields = new Map<string, { readonly of: unknown; readonly field: FormField }>();

  function field({ key, input }: InspectorItem): FormField {
    const known = fields.get(key);
    // Each state from the host contains new schema objects.
    if (known && known.of === input) return known.field;
    const made =
      known && JSON.stringify(known.of) === JSON.stringify(input) ? known.field : createFormField(input);
    fields.set(key, { of: input, field: made });
    return made;
  }

  function stateOf(item: InspectorItem): ArgumentsState {
    const known = states.get(item.key);
    if (known) return known;
    const { side = 'form', value, text } = before.get(item.key) ?? {};
    const start = value === undefined ? createInitialObject(field(item)) : (value as JsonValue);
    const written = text === undefined ? undefined : read(text);
    const state: ArgumentsState = {
      side,
      value: written && 'value' in written ? written.value : start,
      text,
      drafts: {},
      touchedFields: new Set(),
      isSubmitted: false,
    };
    states.set(item.key, state);
    return state;
  }

  const typedOf = ({ key }: InspectorItem, { side, value, text }: ArgumentsState): ArgumentDraft => ({
    key,
    side,
    value,
    ...(text !== undefined && { text }),
  });

  function change(item: InspectorItem, changes: Partial<ArgumentsState>): void {
    keep(typedOf(item, Object.assign(stateOf(item), changes)));
    draw();
  }

  const check = (item: InspectorItem, { value }: ArgumentsState): ValidationResult =>
    validateBySchema(item.input, value, strings.form);
  /** Returns the reason that the JSON text can't be sent. */
  function problemOf({ text }: ArgumentsState): string | undefined {
    const written = text === undefined ? undefined : read(text);
    return written && 'problem' in written ? written.problem : undefined;
  }
  const said = (item: InspectorItem, state: ArgumentsState): readonly ValueIssue[] =>
    problemOf(state) === undefined ? check(item, state).issues : [];

  function write(text: string): Partial<ArgumentsState> {
    const written = read(text);
    return { text, ...('value' in written && { value: written.value, drafts: {} }) };
  }

  function left(item: InspectorItem): (event: FocusEvent) => void {
    return (event) => {
      const places = blurredFields(event);
      if (places.length > 0) afterPointerRelease(() => touch(item, places));
    };
  }

  function touch(item: InspectorItem, places: readonly string[]): void {
    const state = stateOf(item);
    if (places.every((place) => state.touchedFields.has(place))) return;
    state.touchedFields = new Set([...state.touchedFields, ...places]);
    draw();
  }

  function jsonPart(item: InspectorItem, state: ArgumentsState): PageTemplate {
    const { value, text = JSON.stringify(value, undefined, 2), isSubmitted, touchedFields } = state;
    const isSaid = isSubmitted || state.text !== undefined || touchedFields.has('');
    return jsonArgumentsPart({
      strings,
      text,
      problem: problemOf(state),
      issues: isSaid ? said(item, state) : [],
      typed: (now) => change(item, write(now)),
      left: left(item),
      edit: () => edit(typedOf(item, state)),
    });
  }

  function argumentsFormPart(item: InspectorItem, state: ArgumentsState): PageTemplate {
    const problem = problemOf(state);
    const { value, drafts, touchedFields, isSubmitted } = state;
    const isTouched = (path: ValuePath): boolean => isSubmitted || touchedFields.has(encodePointer(path));
    const whole = formPart({
      field: field(item),
      value,
      drafts,
      isTouched,
      strings: strings.form,
      issues: check(item, state).issues,
      setValue: (next, nextDrafts) => change(item, { value: next, drafts: nextDrafts, text: undefined }),
      setDraft: (path, draft) => change(item, { drafts: withDraft(state.drafts, path, draft) }),
      ...(item.kind === 'tool' ? {} : { completions: completing(item) }),
    });
    const note = problem === undefined ? changedDigitsPart(state.text, strings.form) : problemPart(problem);
    return html`<div @focusout=${left(item)}>${note}${whole}</div>`;
  }

  const completing = (item: InspectorItem) => async (path: readonly (string | number)[], value: string) => {
    const [argument] = path;
    const others = Object.entries(stateOf(item).value ?? {}).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[0] !== argument,
    );
    return complete(item.key, String(argument), value, Object.fromEntries(others));
  };

  return {
    part(item: InspectorItem): PageTemplate {
      if (item.input === undefined) {
        return item.kind === 'resource' ? nothing : html`<p class="quiet">${strings.noArguments}</p>`;
      }
      const state = stateOf(item);
      // The form would show the value before the invalid JSON text.
      const toForm = (): void => {
        if (problemOf(state) === undefined) change(item, { side: 'form' });
      };
      const tab = (side: ArgumentsState['side'], label: string, run: () => void): PageTemplate =>
        html`<button type="button" role="tab" data-key="side-${side}" aria-selected=${state.side === side}
          aria-controls="sides" @click=${run}>${label}</button>`;
      return html`<section class="arguments" aria-labelledby="arguments">
        <div class="bar"><h3 id="arguments">${strings.arguments}</h3>
          <div class="tabs" role="tablist" aria-labelledby="arguments">${tab('form', strings.formSide, toForm)}${tab(
            'json',
            strings.json,
            () => change(item, { side: 'json' }),
          )}</div></div>
        ${check(item, state).isUnchecked ? uncheckedPart(strings.form) : nothing}
        <div id="sides" role="tabpanel">${state.side === 'form' ? argumentsFormPart(item, state) : jsonPart(item, state)}</div>
      </section>`;
    },
    /** Replaces the arguments of an item. */
    fill({ key, side, value }: ArgumentDraft): void {
      if (value === undefined) return;
      states.set(key, {
        side,
        value: value as JsonValue,
        drafts: {},
        touchedFields: new Set(),
        isSubmitted: true,
      });
      keep({ key, side, value });
    },
    /** Returns the arguments to send; `undefined` if they can't be sent. */
    valueOf(item: InspectorItem): Readonly<Record<string, unknown>> | undefined {
      if (item.input === undefined) return {};
      const state = stateOf(item);
      const { side, value, drafts } = state;
      if (problemOf(state) !== undefined) return undefined;
      if (side === 'form' && findDraftIssues(drafts, strings.form).length > 0) return undefined;
      return isJsonValueObject(value) ? value : undefined;
    },
    issueCount(item: InspectorItem): number {
      return item.input === undefined ? 0 : said(item, stateOf(item)).length;
    },
    /** Shows all issues from now on. Returns whether there are any. */
    tried(item: InspectorItem): boolean {
      const isWrong = this.issueCount(item) > 0 || this.valueOf(item) === undefined;
      if (isWrong) stateOf(item).isSubmitted = true;
      return isWrong;
    },
    /** Applies a text that the user entered in a document of the editor. */
    written(item: InspectorItem, text: string): void {
      Object.assign(stateOf(item), write(text));
      draw();
    },
  };
}
