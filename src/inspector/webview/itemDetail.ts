import { html, nothing } from 'lit/html.js';
import { formatText } from '../../editor/webview/formatText.ts';
import { markInvisible } from '../../editor/webview/invisibleMarks.ts';
import { button, icon, type PageTemplate, textSpan } from '../../editor/webview/templates.ts';
import type { CallView, ContentBlock, InspectorItem } from '../pageSchemas.ts';
import type { InspectorTexts } from '../pageTexts.ts';
import type { InspectorState } from '../protocol.ts';
import { parseExact } from '../schema/exactJson.ts';
import { jsonTreePart } from './jsonTree.ts';
import { type LintIssuesView, lintIssuesPart } from './lintIssues.ts';
import type { MarkdownToggle } from './markdownToggle.ts';
import { problemCountPart } from './problemCount.ts';
import { responsePart } from './response.ts';
import { serverIcon } from './serverIcon.ts';

interface SubscriptionView {
  readonly current: InspectorState['subscriptions'][number] | undefined;
  toggle(isOn: boolean): void;
}

interface ItemDetailView {
  readonly strings: InspectorTexts;
  readonly language: string;
  readonly item: InspectorItem;
  /** The last call. */
  readonly call: CallView | undefined;
  readonly arguments: PageTemplate;
  readonly faults: LintIssuesView;
  /** Whether a request of the server waits for the user. */
  readonly isAsked: boolean;
  readonly issueCount: number;
  readonly mayCall: boolean;
  run(): void;
  cancel(): void;
  /** The subscription to the resource. Absent for other items and servers without subscriptions. */
  readonly subscription?: SubscriptionView;
  rich(index: number, block: ContentBlock): MarkdownToggle | undefined;
  resourceAt(uri: string | undefined): (() => void) | undefined;
  openBlock(index: number): void;
  copyBlock(index: number): void;
  saveBlock(index: number): void;
  openStructured(): void;
  saveTest(): void;
  /** Absent if the server has no logs on the service. */
  readonly showLogs?: () => void;
}

/** Draws the selected item: its facts, arguments, and last response. */
export function itemDetailPart(view: ItemDetailView): PageTemplate {
  const { strings, language, item, call, issueCount, mayCall, run, cancel } = view;
  const { name, title, description, facts } = item;
  const isRunning = call?.status === 'running';
  return html`<article aria-labelledby="item">
    <h2 id="item">${item.icon ? serverIcon(item.icon) : nothing}${textSpan(title ?? name)}${
      title === undefined || title === name ? nothing : html` <code class="quiet">${textSpan(name)}</code>`
    }</h2>
    ${description === undefined ? nothing : html`<p class="text" dir="auto">${markInvisible(description)}</p>`}
    ${
      facts.length === 0
        ? nothing
        : html`<dl class="facts">${facts.map(({ label, value }) => html`<dt>${label}</dt><dd>${textSpan(value)}</dd>`)}</dl>`
    }
    ${lintIssuesPart(item.lintIssues, strings, view.faults)}
    ${schemaPart(strings.schema, item.input, strings)}${schemaPart(strings.outputSchema, parseOutputSchema(item), strings)}
    ${view.arguments}
    <p class="actions">
      <button type="button" class="action primary" data-key="call" ?disabled=${!mayCall}
        aria-disabled=${isRunning} @click=${run}>${callLabel(item, strings)}</button>
      ${isRunning ? button(strings.cancel, { icon: 'debug-stop', key: 'cancel' }, cancel) : nothing}
      ${subscribeButton(view)}
      ${problemCountPart(issueCount, strings)}
    </p>
    ${changesPart(view)}
    ${call === undefined ? nothing : responsePart({ ...view, call, output: parseOutputSchema(item), language })}
  </article>`;
}

function subscribeButton({ strings, subscription, mayCall }: ItemDetailView): PageTemplate {
  if (!subscription) return nothing;
  const isOn = subscription.current?.isOn ?? false;
  const look = { icon: isOn ? 'bell-slash' : 'bell', key: 'subscribe', isDisabled: !mayCall };
  return button(isOn ? strings.unsubscribe : strings.subscribe, look, () => subscription.toggle(!isOn));
}

/** Draws the last change of a resource, or the reason that the subscription failed. */
function changesPart({ strings, language, subscription }: ItemDetailView): PageTemplate {
  const { changedAt, failure } = subscription?.current ?? {};
  const time = new Date(changedAt ?? 0).toLocaleTimeString(language, { timeStyle: 'medium' });
  return html`${
    failure === undefined
      ? nothing
      : html`<p class="iconed" role="alert">${icon('error', 'bad')}${textSpan(failure)}</p>`
  }${
    changedAt === undefined
      ? nothing
      : html`<p class="iconed quiet" role="status">${icon('info')}${formatText(strings.changedAt, time)}</p>`
  }`;
}

let lastOutput: { readonly text: string; readonly schema: unknown } | undefined;

/**
 * Returns the output schema of a tool with all digits of its numbers. Parsed once for each text, because the schema check
 * caches by object.
 */
function parseOutputSchema({ output, exactOutput }: InspectorItem): unknown {
  if (exactOutput === undefined) return output;
  if (lastOutput?.text !== exactOutput) lastOutput = { text: exactOutput, schema: parseExact(exactOutput) };
  return lastOutput.schema;
}

function callLabel({ kind }: InspectorItem, strings: InspectorTexts): string {
  if (kind === 'tool') return strings.call;
  return kind === 'prompt' ? strings.get : strings.read;
}

function schemaPart(title: string, schema: unknown, { form }: InspectorTexts): PageTemplate {
  if (schema === undefined) return nothing;
  return html`<details class="schema"><summary>${icon('chevron-right')}${title}</summary>${jsonTreePart(schema, { digits: form.otherDigits })}</details>`;
}
