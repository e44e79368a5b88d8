import { html, nothing } from 'lit/html.js';
import { formatText } from '../../editor/webview/formatText.ts';
import { markInvisibleCharacters } from '../../editor/webview/markInvisibleCharacters.ts';
import { button, icon, type PageTemplate, textSpan } from '../../editor/webview/templates.ts';
import type { CallView, InspectorItem } from '../pageSchemas.ts';
import type { InspectorTexts } from '../pageTexts.ts';
import type { InspectorState } from '../protocol.ts';
import { parseExact } from '../schema/exactJson.ts';
import type { ValuePath } from '../schema/pointer.ts';
import type { ArgumentsIssueSummary } from './argumentsEditor.ts';
import { schemaPart } from './jsonPart.ts';
import { type LintIssuesView, lintIssuesPart } from './lintIssues.ts';
import { getItemTitle } from './listing.ts';
import { type ResponsePartContext, responsePart } from './response.ts';
import { serverIcon } from './serverIcon.ts';
import { emptyFieldsPart, problemCountPart } from './validationNotes.ts';

interface ItemDetailView extends ResponsePartContext {
  readonly item: InspectorItem;
  /** The last call. */
  readonly call: CallView | undefined;
  readonly arguments: PageTemplate;
  readonly issueSummary: ArgumentsIssueSummary;
  readonly lintIssues: LintIssuesView;
  readonly isConnected: boolean;
  /** Whether the item is a resource of a server with subscriptions. */
  readonly canSubscribe: boolean;
  readonly subscription: InspectorState['subscriptions'][number] | undefined;
  runCall(): void;
  /** Focuses a field of the arguments. */
  focusField(path: ValuePath): void;
}

/** Draws the selected item: its head with the button that calls it, its arguments, and beside or below them its last response. */
export function itemDetailPart(view: ItemDetailView): PageTemplate {
  const { texts, item, call } = view;
  return html`<article class="selected-item" aria-labelledby="item">
    ${itemHeadPart(view)}
    <div class="item-body">
      <div class="request-side">${requestPart(view)}</div>
      <div class="response-side">${changesPart(view)}${
        call === undefined
          ? html`<p class="response-hint quiet">${texts.responseHint}</p>`
          : responsePart({ ...view, itemKey: item.key, call, outputSchema: parseOutputSchema(item) })
      }${detailsPart(view)}</div>
    </div>
  </article>`;
}

/** Draws the head, which stays visible while the parts below are scrolled. */
function itemHeadPart(view: ItemDetailView): PageTemplate {
  const { texts, item, call, issueSummary, isConnected, post } = view;
  const { name } = item;
  const title = getItemTitle(item);
  // The name of a tool is what clients see. The title of a resource is what people see.
  const heading = title ?? (item.kind === 'tool' ? name : (item.title ?? name));
  const isRunning = call?.status === 'running';
  return html`<div class="item-head">
    <h2 id="item">${item.icon ? serverIcon(item.icon) : nothing}${textSpan(heading)}${
      title === undefined ? nothing : html` <code class="quiet">${textSpan(name)}</code>`
    }</h2>
    <div class="actions">
      ${emptyFieldsPart(issueSummary.emptyFields, texts, view.focusField)}
      ${problemCountPart(issueSummary.problemCount, texts)}
      ${subscribeButton(view)}
      ${isRunning ? button(item.kind === 'tool' ? texts.cancelCall : texts.cancel, { icon: 'debug-stop', key: 'cancel' }, () => post({ kind: 'cancelCall', key: item.key })) : nothing}
      <button type="button" class="action primary" data-key="call" title=${texts.callHint} ?disabled=${!isConnected}
        aria-disabled=${isRunning} @click=${() => view.runCall()}>${callLabel(item, texts)}</button>
    </div>
  </div>`;
}

function requestPart(view: ItemDetailView): PageTemplate {
  const { description, facts } = view.item;
  return html`${description === undefined ? nothing : html`<p class="text" dir="auto">${markInvisibleCharacters(description)}</p>`}
    ${
      facts.length === 0
        ? nothing
        : html`<dl class="facts">${facts.map(({ label, value }) => html`<dt>${label}</dt><dd>${textSpan(value)}</dd>`)}</dl>`
    }
    ${view.arguments}`;
}

/** Draws what the user needs less often than the response: the potential problems and the schemas. */
function detailsPart(view: ItemDetailView): PageTemplate {
  const { texts, item, post } = view;
  const { inputSchema, outputSchema, outputSchemaJson } = item;
  return html`${lintIssuesPart(item.lintIssues, texts, view.lintIssues, () => post({ kind: 'findInWorkspace', key: item.key }))}
    ${inputSchema === undefined ? nothing : schemaPart(texts.schema, inputSchema, undefined, texts)}
    ${
      outputSchema === undefined && outputSchemaJson === undefined
        ? nothing
        : schemaPart(texts.outputSchema, outputSchema, outputSchemaJson, texts)
    }`;
}

function subscribeButton(view: ItemDetailView): PageTemplate {
  const { texts, item, canSubscribe, subscription, isConnected, post } = view;
  if (!canSubscribe) return nothing;
  const isOn = subscription?.isActive ?? false;
  return button(
    isOn ? texts.unsubscribe : texts.subscribe,
    { icon: isOn ? 'bell-slash' : 'bell', key: 'subscribe', isDisabled: !isConnected },
    () => post({ kind: 'subscribe', key: item.key, isActive: !isOn }),
  );
}

/** Draws the last change of a resource, or the reason that the subscription failed. */
function changesPart({ texts, language, canSubscribe, subscription }: ItemDetailView): PageTemplate {
  const { changedAt, failure } = (canSubscribe && subscription) || {};
  const time = new Date(changedAt ?? 0).toLocaleTimeString(language, { timeStyle: 'medium' });
  return html`${
    failure === undefined
      ? nothing
      : html`<p class="iconed" role="alert">${icon('error', 'bad')}${textSpan(failure)}</p>`
  }${
    changedAt === undefined
      ? nothing
      : html`<p class="iconed quiet" role="status">${icon('info')}${formatText(texts.changedAt, time)}</p>`
  }`;
}

let lastOutput: { readonly text: string; readonly schema: unknown } | undefined;

/**
 * Returns the output schema of a tool with all digits of its numbers. Returns the same object for the same text, because
 * the validation caches results by schema object.
 */
export function parseOutputSchema({ outputSchema, outputSchemaJson }: InspectorItem): unknown {
  if (outputSchemaJson === undefined) return outputSchema;
  if (lastOutput?.text !== outputSchemaJson)
    lastOutput = { text: outputSchemaJson, schema: parseExact(outputSchemaJson) };
  return lastOutput.schema;
}

function callLabel({ kind }: InspectorItem, texts: InspectorTexts): string {
  if (kind === 'tool') return texts.call;
  return kind === 'prompt' ? texts.get : texts.read;
}
