import { html, nothing } from 'lit/html.js';
import type { PageHost } from '../../editor/webview/connect.ts';
import { formatText } from '../../editor/webview/formatText.ts';
import { markInvisibleCharacters } from '../../editor/webview/markInvisibleCharacters.ts';
import { button, icon, type PageTemplate, textSpan } from '../../editor/webview/templates.ts';
import { formatDuration, formatSize } from '../../editor/webview/units.ts';
import { toVisibleText } from '../../editor/webview/visibleText.ts';
import { validateBySchema } from '../form/validateBySchema.ts';
import type { CallView, ContentBlock, ResponseProblem } from '../pageSchemas.ts';
import type { InspectorTexts } from '../pageTexts.ts';
import type { InspectorPage } from '../protocol.ts';
import { getExactDigitsAt, parseExactInArray } from '../schema/exactJson.ts';
import type { JsonValue } from '../schema/json.ts';
import { jsonTreePart } from './jsonTree.ts';
import type { MarkdownToggle, MarkdownToggles } from './markdownToggle.ts';
import { uncheckedPart } from './validationNotes.ts';

/** Number of UTF-16 units from which a text can be opened as a document. */
const longTextLength = 1000;

/** The data and actions that the responses of all items share. */
export interface ResponsePartContext {
  readonly strings: InspectorTexts;
  readonly language: string;
  readonly post: PageHost<InspectorPage>['post'];
  /** Whether a request of the server waits for the user. */
  readonly isWaitingForUser: boolean;
  /** Whether the server has logs on the service. */
  readonly hasLogs: boolean;
  readonly markdownToggles: MarkdownToggles;
  /** Returns the key of a listed resource; `undefined` if it isn't listed. */
  findResource(uri: string | undefined): string | undefined;
  /** Selects an item. */
  select(key: string): void;
}

interface ResponseView extends ResponsePartContext {
  /** Key of the called item. */
  readonly itemKey: string;
  readonly call: CallView;
  /** JSON Schema of the structured content; `undefined` if the tool doesn't declare one. */
  readonly outputSchema: unknown;
}

/** Draws the progress of a call, its response, or the reason that there is none. */
export function responsePart(view: ResponseView): PageTemplate {
  const { strings, call, itemKey, hasLogs, post } = view;
  const { status, failure, blocks } = call;
  const logsButton = button(strings.showLogs, { icon: 'output', className: 'link', key: 'show-logs' }, () =>
    post({ kind: 'showLogs', key: itemKey }),
  );
  const saveTestButton = button(
    strings.saveTest,
    { icon: 'beaker', className: 'link', key: 'save-test' },
    () => post({ kind: 'saveTest', key: itemKey }),
  );
  return html`<section class="answer ${status}" aria-labelledby="answer" aria-busy=${status === 'running'}>
    <div class="bar"><h3 id="answer">${statusPart(view)}</h3>${hasLogs && status !== 'running' ? logsButton : nothing}${status === 'answered' ? saveTestButton : nothing}</div>
    ${failure === undefined ? nothing : html`<p>${textSpan(failure)}</p>`}
    ${progressPart(call)}
    ${problemsPart(call.problems)}
    ${blocks.map((block, index) => blockPart(block, index, view))}
    ${call.omittedCount === undefined ? nothing : html`<p class="quiet">${formatText(strings.omittedItems, call.omittedCount)}</p>`}
    ${structuredPart(view)}
    ${
      status === 'answered' && blocks.length === 0 && call.structuredJson === undefined
        ? html`<p class="quiet">${strings.noContent}</p>`
        : nothing
    }
  </section>`;
}

function statusPart({ strings, language, call, isWaitingForUser }: ResponseView): PageTemplate {
  const { status, isError, durationMs, size } = call;
  const facts = [
    ...(durationMs === undefined ? [] : [formatDuration(durationMs, language)]),
    ...(size === undefined ? [] : [formatSize(size, language)]),
  ].join(' · ');
  const factsSpan = html` <small class="quiet">${facts}</small>`;
  if (status === 'running')
    return html`${icon('loading', 'codicon-modifier-spin')}${isWaitingForUser ? strings.waitingForAnswer : strings.running}`;
  if (status === 'canceled') return html`${icon('circle-slash')}${strings.canceled}${factsSpan}`;
  if (status === 'failed') return html`${icon('error', 'bad')}${strings.callFailed}${factsSpan}`;
  return isError
    ? html`${icon('warning', 'poor')}${strings.toolFailed}${factsSpan}`
    : html`${icon('pass', 'good')}${strings.answered}${factsSpan}`;
}

function progressPart({ status, progress }: CallView): PageTemplate {
  if (status !== 'running' || !progress) return nothing;
  const { done, total, message } = progress;
  const bar =
    total === undefined
      ? html`<span class="quiet">${done}</span>`
      : html`<progress value=${done} max=${total}></progress><span class="quiet">${done} / ${total}</span>`;
  return html`<p class="progress">${bar}${message === undefined ? nothing : textSpan(message)}</p>`;
}

/** Draws the problems of a response, which is shown nevertheless. */
function problemsPart(problems: readonly ResponseProblem[] = []): PageTemplate {
  if (problems.length === 0) return nothing;
  return html`<ul class="problems">${problems.map(
    ({ message, path }) =>
      html`<li class="iconed">${icon('error', 'bad')}<span>${textSpan(message)} <code class="quiet">${textSpan(path)}</code></span></li>`,
  )}</ul>`;
}

/** Draws a content block with its facts, its content, and its buttons. */
function blockPart(block: ContentBlock, index: number, view: ResponseView): PageTemplate {
  const { strings, itemKey, post } = view;
  const { kind, role, text, data, uri, name, byteCount } = block;
  const facts = blockFacts(block, view.language);
  const resourceKey = kind === 'link' ? view.findResource(uri) : undefined;
  const factsIcon = kind === 'link' ? 'link' : kind === 'text' ? 'info' : 'file';
  const saveButton =
    byteCount === undefined
      ? nothing
      : button(strings.saveBlock, { icon: 'save', className: 'action' }, () =>
          post({ kind: 'saveBlock', key: itemKey, index }),
        );
  return html`<div class="block">
    ${role === undefined ? nothing : html`<p class="role quiet">${textSpan(role)}</p>`}
    ${facts === '' ? nothing : html`<p class="iconed quiet">${icon(factsIcon)}${textSpan(facts)}</p>`}
    ${problemsPart(block.problems)}
    ${
      resourceKey === undefined
        ? nothing
        : html`<p class="actions">${button(strings.showResource, { icon: 'arrow-right' }, () => view.select(resourceKey))}</p>`
    }
    ${data !== undefined && kind === 'image' ? html`<img src=${data} alt=${toVisibleText(name ?? strings.imageInResponse)}>` : nothing}
    ${data !== undefined && kind === 'audio' ? html`<audio controls src=${data}></audio>` : nothing}
    ${text === undefined ? saveActions(saveButton) : blockTextPart(block, text, index, view, saveButton)}
  </div>`;
}

const saveActions = (saveButton: PageTemplate): PageTemplate =>
  saveButton === nothing ? nothing : html`<p class="actions">${saveButton}</p>`;

function blockFacts({ name, uri, mimeType, byteCount, note }: ContentBlock, language: string): string {
  const size = byteCount === undefined ? undefined : formatSize(byteCount, language);
  return [name, uri, mimeType, size, note].filter((fact) => fact !== undefined).join(' · ');
}

/** Draws the text of a block as plain text or Markdown, and the buttons of the block. */
function blockTextPart(
  block: ContentBlock,
  text: string,
  index: number,
  { strings, itemKey, markdownToggles, post }: ResponseView,
  saveButton: PageTemplate,
): PageTemplate {
  const { isTruncated } = block;
  const toggle = markdownToggles(`${itemKey} ${index}`, block);
  const copyButton = button(strings.copyContent, { icon: 'copy' }, () =>
    post({ kind: 'copyBlock', key: itemKey, index }),
  );
  const openButton =
    isTruncated || text.length > longTextLength
      ? button(strings.openAsDocument, { icon: 'go-to-file', className: 'action' }, () =>
          post({ kind: 'openBlock', key: itemKey, index }),
        )
      : nothing;
  return html`${toggle?.part ?? html`<pre class="text" dir="auto" tabindex="0">${markInvisibleCharacters(text)}</pre>`}${
    isTruncated ? html`<p class="quiet">${strings.textTruncated}</p>` : nothing
  }${toggle?.isTooLarge ? html`<p class="quiet">${strings.markdownTooLarge}</p>` : nothing}<p class="actions">${copyButton}${
    toggle ? markdownButton(toggle, strings) : nothing
  }${openButton}${saveButton}</p>`;
}

const markdownButton = ({ isOn, toggle }: MarkdownToggle, strings: InspectorTexts): PageTemplate =>
  button(isOn ? strings.showAsText : strings.showAsMarkdown, { icon: 'markdown' }, toggle);

const parsedStructured = new WeakMap<CallView, readonly [unknown]>();

/** Returns the structured content in an array that has its exact digits. Parsed once for each response. */
function structuredHolder(call: CallView): readonly [unknown] {
  const holder = parsedStructured.get(call) ?? parseExactInArray(call.structuredJson ?? 'null');
  parsedStructured.set(call, holder);
  return holder;
}

/** A violation of the output schema is a problem of the server; the content is shown nevertheless. */
function structuredPart({ strings, call, itemKey, outputSchema, post }: ResponseView): PageTemplate {
  const { status, isError } = call;
  if (call.structuredJson === undefined) {
    const isMissing = outputSchema !== undefined && status === 'answered' && !isError;
    return isMissing
      ? html`<p class="iconed">${icon('error', 'bad')}${strings.structuredContentMissing}</p>`
      : nothing;
  }
  const holder = structuredHolder(call);
  return html`<div class="structured"><h4>${strings.structuredContent}</h4>
    ${outputSchema === undefined ? nothing : schemaCheckPart(outputSchema, holder, strings)}
    ${jsonTreePart(holder[0], { exact: getExactDigitsAt(holder, 0) })}${button(strings.openAsDocument, { icon: 'go-to-file' }, () => post({ kind: 'openStructured', key: itemKey }))}</div>`;
}

function schemaCheckPart(output: unknown, holder: readonly [unknown], strings: InspectorTexts): PageTemplate {
  const { issues, isUnchecked } = validateBySchema(
    output,
    holder[0] as JsonValue,
    strings.form,
    getExactDigitsAt(holder, 0),
  );
  if (isUnchecked) return uncheckedPart(strings.form);
  if (issues.length === 0)
    return html`<p class="iconed">${icon('pass', 'good')}${strings.matchesOutputSchema}</p>`;
  return html`<div class="misfit"><p class="iconed">${icon('error', 'bad')}${strings.violatesOutputSchema}</p>
    <ul>${issues.map(({ path, message }) => html`<li><code>${path.length === 0 ? '/' : toVisibleText(`/${path.join('/')}`)}</code> ${textSpan(message)}</li>`)}</ul></div>`;
}
