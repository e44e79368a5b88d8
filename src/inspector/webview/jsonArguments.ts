import { live } from 'lit/directives/live.js';
import { html, nothing } from 'lit/html.js';
import { formatText } from '../../editor/webview/formatText.ts';
import { button, icon, type PageTemplate } from '../../editor/webview/templates.ts';
import type { ValueIssue } from '../form/fieldDraft.ts';
import type { InspectorTexts } from '../pageTexts.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../schema/json.ts';
import { findRoundedNumbers } from '../schema/roundedNumbers.ts';
import { changedDigitsPart } from './validationNotes.ts';

/** Parsed arguments, or the reason that a text isn't valid. */
export type ParsedArguments = { readonly value: JsonObject } | { readonly problem: string };

export function parseJsonArguments(text: string, strings: InspectorTexts): ParsedArguments {
  let value: JsonValue;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { problem: formatText(strings.notJson, error instanceof Error ? error.message : String(error)) };
  }
  if (!isJsonObject(value)) return { problem: strings.notObject };
  const tooLarge = findRoundedNumbers(text).find(({ sentText }) => sentText === undefined);
  return tooLarge
    ? { problem: formatText(strings.form.issueAt, tooLarge.text, strings.form.largeNumber) }
    : { value };
}

interface JsonArgumentsView {
  readonly strings: InspectorTexts;
  readonly text: string;
  /** Reason that the text isn't valid. */
  readonly problem: string | undefined;
  readonly issues: readonly ValueIssue[];
  onInput(text: string): void;
  onFocusOut(event: FocusEvent): void;
  /** Opens the text as a document in the editor. */
  openAsDocument(): void;
}

/** Draws the JSON editor of arguments. */
export function jsonArgumentsPart({
  strings,
  text,
  problem,
  issues,
  onInput,
  onFocusOut,
  openAsDocument,
}: JsonArgumentsView): PageTemplate {
  const list = issues.map(({ path, message }) => html`<li><code>/${path.join('/')}</code> ${message}</li>`);
  return html`<div data-place="" @focusout=${onFocusOut}><p class="actions">${button(strings.editJson, { icon: 'go-to-file', key: 'edit-json' }, openAsDocument)}</p>
    <textarea class="json-text" data-key="json" rows="12" spellcheck="false" dir="ltr" aria-label=${strings.json}
      aria-invalid=${problem !== undefined} .value=${live(text)}
      @input=${({ target }: Event) => onInput((target as HTMLTextAreaElement).value)}></textarea>
    ${problem === undefined ? changedDigitsPart(text, strings.form) : problemPart(problem)}${
      list.length === 0 ? nothing : html`<ul class="issues">${list}</ul>`
    }</div>`;
}

export function problemPart(problem: string): PageTemplate {
  return html`<p class="iconed" role="alert">${icon('error', 'bad')}<span>${problem}</span></p>`;
}
