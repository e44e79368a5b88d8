import { html, nothing } from 'lit/html.js';
import { formatText } from '../../editor/webview/formatText.ts';
import { markInvisibleCharacters } from '../../editor/webview/markInvisibleCharacters.ts';
import { button, icon, type PageTemplate, textSpan } from '../../editor/webview/templates.ts';
import type { CallView, InspectorItem } from '../pageSchemas.ts';
import type { InspectorTexts } from '../pageTexts.ts';
import type { InspectorState } from '../protocol.ts';
import { parseExact } from '../schema/exactJson.ts';
import { schemaPart } from './jsonPart.ts';
import { type LintIssuesView, lintIssuesPart } from './lintIssues.ts';
import { type ResponsePartContext, responsePart } from './response.ts';
import { serverIcon } from './serverIcon.ts';
import { problemCountPart } from './validationNotes.ts';

interface ItemDetailView extends ResponsePartContext {
  readonly item: InspectorItem;
  /** The last call. */
  readonly call: CallView | undefined;
  readonly arguments: PageTemplate;
  /** Number of issues in the arguments. */
  readonly issueCount: number;
  readonly lintIssues: LintIssuesView;
  readonly isConnected: boolean;
  /** Whether the item is a resource of a server with subscriptions. */
  readonly canSubscribe: boolean;
  readonly subscription: InspectorState['subscriptions'][number] | undefined;
  runCall(): void;
}

/** Draws the selected item: its facts, arguments, and last response. */
export function itemDetailPart(view: ItemDetailView): PageTemplate {
  const { texts, item, call, issueCount, isConnected, post } = view;
  const { name, title, description, facts } = item;
  const isRunning = call?.status === 'running';
  return html`<article aria-labelledby="item">
    <h2 id="item">${item.icon ? serverIcon(item.icon) : nothing}${textSpan(title ?? name)}${
      title === undefined || title === name ? nothing : html` <code class="quiet">${textSpan(name)}</code>`
    }</h2>
    ${description === undefined ? nothing : html`<p class="text" dir="auto">${markInvisibleCharacters(description)}</p>`}
    ${
      facts.length === 0
        ? nothing
        : html`<dl class="facts">${facts.map(({ label, value }) => html`<dt>${label}</dt><dd>${textSpan(value)}</dd>`)}</dl>`
    }
    ${lintIssuesPart(item.lintIssues, texts, view.lintIssues)}
    ${item.inputSchema === undefined ? nothing : schemaPart(texts.schema, item.inputSchema, undefined, texts)}${item.outputSchema === undefined && item.outputSchemaJson === undefined ? nothing : schemaPart(texts.outputSchema, item.outputSchema, item.outputSchemaJson, texts)}
    ${view.arguments}
    <p class="actions">
      <button type="button" class="action primary" data-key="call" ?disabled=${!isConnected}
        aria-disabled=${isRunning} @click=${() => view.runCall()}>${callLabel(item, texts)}</button>
      ${isRunning ? button(texts.cancel, { icon: 'debug-stop', key: 'cancel' }, () => post({ kind: 'cancelCall', key: item.key })) : nothing}
      ${subscribeButton(view)}
      ${problemCountPart(issueCount, texts)}
    </p>
    ${changesPart(view)}
    ${call === undefined ? nothing : responsePart({ ...view, itemKey: item.key, call, outputSchema: parseOutputSchema(item) })}
  </article>`;
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
function parseOutputSchema({ outputSchema, outputSchemaJson }: InspectorItem): unknown {
  if (outputSchemaJson === undefined) return outputSchema;
  if (lastOutput?.text !== outputSchemaJson)
    lastOutput = { text: outputSchemaJson, schema: parseExact(outputSchemaJson) };
  return lastOutput.schema;
}

function callLabel({ kind }: InspectorItem, texts: InspectorTexts): string {
  if (kind === 'tool') return texts.call;
  return kind === 'prompt' ? texts.get : texts.read;
}
