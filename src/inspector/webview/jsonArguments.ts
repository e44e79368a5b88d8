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

export function parseJsonArguments(text: string, texts: InspectorTexts): ParsedArguments {
  let value: JsonValue;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { problem: formatText(texts.notJson, error instanceof Error ? error.message : String(error)) };
  }
  if (!isJsonObject(value)) return { problem: texts.notObject };
  const tooLarge = findRoundedNumbers(text).find(({ sentText }) => sentText === undefined);
  return tooLarge
    ? { problem: formatText(texts.form.issueAt, tooLarge.text, texts.form.largeNumber) }
    : { value };
}

interface JsonArgumentsView {
  readonly texts: InspectorTexts;
  readonly text: string;
  /** Reason that the text isn't valid. */
  readonly problem: string | undefined;
  readonly issues: readonly ValueIssue[];
  onInput(text: string): void;
  onFocusOut(event: FocusEvent): void;
  /** Opens the text as a document in the editor. */
  openAsDocument(): void;
}

/** Draws the text area in which the user edits arguments as JSON. */
export function jsonArgumentsPart({
  texts,
  text,
  problem,
  issues,
  onInput,
  onFocusOut,
  openAsDocument,
}: JsonArgumentsView): PageTemplate {
  const issueItems = issues.map(
    ({ path, message }) => html`<li><code>/${path.join('/')}</code> ${message}</li>`,
  );
  return html`<div data-place="" @focusout=${onFocusOut}><p class="actions">${button(texts.editJson, { icon: 'go-to-file', key: 'edit-json' }, openAsDocument)}</p>
    <textarea class="json-text" data-key="json" rows="12" spellcheck="false" dir="ltr" aria-label=${texts.json}
      aria-invalid=${problem !== undefined} .value=${live(text)}
      @input=${({ target }: Event) => onInput((target as HTMLTextAreaElement).value)}></textarea>
    ${problem === undefined ? changedDigitsPart(text, texts.form) : problemPart(problem)}${
      issueItems.length === 0 ? nothing : html`<ul class="issues">${issueItems}</ul>`
    }</div>`;
}

export function problemPart(problem: string): PageTemplate {
  return html`<p class="iconed" role="alert">${icon('error', 'bad')}<span>${problem}</span></p>`;
}
