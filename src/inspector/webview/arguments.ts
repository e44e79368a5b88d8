import { live } from 'lit/directives/live.js';
import { html, nothing } from 'lit/html.js';
import { formatText } from '../../editor/webview/formatText.ts';
import { icon, type Part } from '../../editor/webview/parts.ts';
import { type Drafts, draftIssues, withDraft } from '../form/draft.ts';
import type { Field } from '../form/field.ts';
import { fieldOf } from '../form/fieldOf.ts';
import { issuesOf } from '../form/issues.ts';
import { isJsonObject, type Json } from '../form/json.ts';
import { startValue } from '../form/startValue.ts';
import type { Item, Typed } from '../shapes.ts';
import type { InspectorStrings } from '../strings.ts';
import { form } from './form.ts';

interface ArgumentsDeps {
  readonly strings: InspectorStrings;
  /** As the page before left them. */
  readonly typed: readonly Typed[];
  readonly draw: () => void;
  readonly keep: (typed: Typed) => void;
  readonly complete: (
    key: string,
    argument: string,
    value: string,
    others: Readonly<Record<string, string>>,
  ) => Promise<readonly string[]>;
}

interface State {
  side: 'form' | 'json';
  value: Json;
  drafts: Drafts;
  /** Of the JSON side, where it isn't the value's. */
  text?: string;
}

/** The arguments of what the server offers, in a form or as JSON: two sides of one value. */
export function createArguments({ strings, typed, draw, keep, complete }: ArgumentsDeps) {
  const before = new Map(typed.map((one) => [one.key, one]));
  const states = new Map<string, State>();
  const fields = new Map<string, { readonly of: unknown; readonly field: Field }>();

  function field({ key, input }: Item): Field {
    const known = fields.get(key);
    // A schema that comes again is another object.
    if (known && (known.of === input || JSON.stringify(known.of) === JSON.stringify(input)))
      return known.field;
    const made = fieldOf(input);
    fields.set(key, { of: input, field: made });
    return made;
  }

  function stateOf(item: Item): State {
    const known = states.get(item.key);
    if (known) return known;
    const { side = 'form', value, text } = before.get(item.key) ?? {};
    const start = value === undefined ? startValue(field(item)) : (value as Json);
    const state: State = { side, value: start, drafts: {}, ...(text !== undefined && { text }) };
    states.set(item.key, state);
    return state;
  }

  function change(item: Item, changes: Partial<State>): void {
    const state = Object.assign(stateOf(item), changes);
    const { side, value, text } = state;
    keep({ key: item.key, side, value, ...(text !== undefined && { text }) });
    draw();
  }

  const issues = (item: Item, { value }: State) => issuesOf(item.input, value, strings.form);

  function jsonSide(item: Item, state: State): Part {
    const { text = JSON.stringify(state.value, undefined, 2) } = state;
    const problem = problemOf(text);
    const typedText = ({ target }: Event): void => {
      const now = (target as HTMLTextAreaElement).value;
      const read = parse(now);
      if (read.value === undefined) change(item, { text: now });
      else change(item, { text: now, value: read.value, drafts: {} });
    };
    return html`<textarea class="json-text" data-key="json" rows="12" spellcheck="false" dir="ltr" aria-label=${strings.json}
        aria-invalid=${problem !== undefined} .value=${live(text)} @input=${typedText}></textarea>
      ${
        problem === undefined
          ? html`<ul class="issues">${issues(item, state).map(
              ({ path, message }) => html`<li><code>/${path.join('/')}</code> ${message}</li>`,
            )}</ul>`
          : html`<p class="iconed" role="alert">${icon('error', 'bad')}${problem}</p>`
      }`;
  }

  function problemOf(text: string): string | undefined {
    const read = parse(text);
    if (read.problem !== undefined) return formatText(strings.notJson, read.problem);
    return isJsonObject(read.value) ? undefined : strings.notObject;
  }

  function formSide(item: Item, state: State): Part {
    return form({
      field: field(item),
      value: state.value,
      drafts: state.drafts,
      issues: issues(item, state),
      strings: strings.form,
      setValue: (value, drafts) => change(item, { value, drafts }),
      setDraft: (path, draft) => change(item, { drafts: withDraft(state.drafts, path, draft) }),
      ...(item.kind === 'tool' ? {} : { completions: completing(item) }),
    });
  }

  const completing = (item: Item) => async (path: readonly (string | number)[], value: string) => {
    const [argument] = path;
    const others = Object.entries(stateOf(item).value ?? {}).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[0] !== argument,
    );
    return complete(item.key, String(argument), value, Object.fromEntries(others));
  };

  return {
    part(item: Item): Part {
      if (item.input === undefined) {
        return item.kind === 'resource' ? nothing : html`<p class="quiet">${strings.takesNothing}</p>`;
      }
      const state = stateOf(item);
      // What isn't JSON yet stays on its side: the form would show the value before.
      const toForm = (): void => {
        if (state.text !== undefined && problemOf(state.text) !== undefined) return;
        const { text: _, ...others } = state;
        states.set(item.key, { ...others, side: 'form' });
        change(item, {});
      };
      const tab = (side: State['side'], label: string, run: () => void): Part =>
        html`<button type="button" role="tab" data-key="side-${side}" aria-selected=${state.side === side}
          aria-controls="sides" @click=${run}>${label}</button>`;
      return html`<section class="arguments" aria-labelledby="arguments">
        <div class="bar"><h3 id="arguments">${strings.arguments}</h3>
          <div class="tabs" role="tablist" aria-labelledby="arguments">${tab('form', strings.formSide, toForm)}${tab(
            'json',
            strings.json,
            () => change(item, { side: 'json' }),
          )}</div></div>
        <div id="sides" role="tabpanel">${state.side === 'form' ? formSide(item, state) : jsonSide(item, state)}</div>
      </section>`;
    },
    /** In place of what is typed there. */
    fill({ key, side, value }: Typed): void {
      if (value === undefined) return;
      states.set(key, { side, value: value as Json, drafts: {} });
      keep({ key, side, value });
    },
    /** As they would be sent; `undefined`: they can't be yet. */
    valueOf(item: Item): Readonly<Record<string, unknown>> | undefined {
      if (item.input === undefined) return {};
      const { side, value, text, drafts } = stateOf(item);
      if (side === 'json' && text !== undefined && problemOf(text) !== undefined) return undefined;
      if (side === 'form' && draftIssues(drafts, strings.form).length > 0) return undefined;
      return isJsonObject(value) ? value : undefined;
    },
    issueCount(item: Item): number {
      if (item.input === undefined) return 0;
      const state = stateOf(item);
      const isText = state.side === 'json' && state.text !== undefined && problemOf(state.text) !== undefined;
      return isText ? 0 : issues(item, state).length;
    },
  };
}

function parse(text: string): { readonly value?: Json; readonly problem?: string } {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}
