import { html, nothing } from 'lit/html.js';
import type { PageHost } from '../../editor/webview/connect.ts';
import { formatText } from '../../editor/webview/formatText.ts';
import { markInvisibleCharacters } from '../../editor/webview/markInvisibleCharacters.ts';
import { button, icon, type PageTemplate, textSpan } from '../../editor/webview/templates.ts';
import { formatDuration, formatSize } from '../../editor/webview/units.ts';
import { toVisibleText } from '../../editor/webview/visibleText.ts';
import type { ValidationResult } from '../form/validateBySchema.ts';
import type { CallView, ContentBlock, ResponseProblem } from '../pageSchemas.ts';
import type { InspectorTexts } from '../pageTexts.ts';
import type { InspectorPage } from '../protocol.ts';
import { jsonPart } from './jsonPart.ts';
import type { MarkdownToggle, MarkdownToggles } from './markdownToggle.ts';
import { isInvalidResponse, validateOutput } from './outputValidation.ts';
import { uncheckedPart } from './validationNotes.ts';

/** Number of UTF-16 units above which a text can be opened as a document. */
const longTextLength = 1000;

/** The data and actions that the responses of all items share. */
export interface ResponsePartContext {
  readonly texts: InspectorTexts;
  readonly language: string;
  readonly post: PageHost<InspectorPage>['post'];
  /** Whether a request of the server waits for the user. */
  readonly isWaitingForUser: boolean;
  /** Whether the server has logs on the service. */
  readonly hasLogs: boolean;
  readonly markdownToggles: MarkdownToggles;
  /** Returns the key of a resource. `undefined` if the server doesn't list it. */
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
  const { texts, call, itemKey, hasLogs, post } = view;
  const { status, failure, blocks } = call;
  const logsButton = button(texts.showLogs, { icon: 'output', className: 'link', key: 'show-logs' }, () =>
    post({ kind: 'showLogs', key: itemKey }),
  );
  const saveTestButton = button(texts.saveTest, { icon: 'beaker', className: 'link', key: 'save-test' }, () =>
    post({ kind: 'saveTest', key: itemKey }),
  );
  return html`<section class="response ${status}" aria-labelledby="response" aria-busy=${status === 'running'}>
    <div class="bar"><h3 id="response">${statusPart(view)}</h3>${hasLogs && status !== 'running' ? logsButton : nothing}${status === 'answered' ? saveTestButton : nothing}</div>
    ${failure === undefined ? nothing : html`<p>${textSpan(failure)}</p>`}
    ${progressPart(call)}
    ${problemsPart(call.problems)}
    ${outputProblemsPart(view)}
    ${blocks.map((block, index) => blockPart(block, index, view))}
    ${call.omittedCount === undefined ? nothing : html`<p class="quiet">${formatText(texts.omittedItems, call.omittedCount)}</p>`}
    ${structuredPart(view)}
    ${
      status === 'answered' && blocks.length === 0 && call.structuredJson === undefined
        ? html`<p class="quiet">${texts.noContent}</p>`
        : nothing
    }
  </section>`;
}

function statusPart({ texts, language, call, outputSchema, isWaitingForUser }: ResponseView): PageTemplate {
  const { status, isError, durationMs, size } = call;
  const facts = [
    ...(durationMs === undefined ? [] : [formatDuration(durationMs)]),
    ...(size === undefined ? [] : [formatSize(size, language)]),
  ].join(' · ');
  const factsSpan = html` <small class="quiet">${facts}</small>`;
  if (status === 'running')
    return html`${icon('loading', 'codicon-modifier-spin')}${isWaitingForUser ? texts.waitingForAnswer : texts.running}`;
  if (status === 'canceled') return html`${icon('circle-slash')}${texts.canceled}${factsSpan}`;
  if (status === 'failed') return html`${icon('error', 'bad')}${texts.callFailed}${factsSpan}`;
  if (isError) return html`${icon('warning', 'poor')}${texts.toolFailed}${factsSpan}`;
  return isInvalidResponse(call, outputSchema, texts.form)
    ? html`${icon('warning', 'poor')}${texts.invalidResponse}${factsSpan}`
    : html`${icon('pass', 'good')}${texts.answered}${factsSpan}`;
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

/** Draws the problems of a response, in addition to its content. */
function problemsPart(problems: readonly ResponseProblem[] = []): PageTemplate {
  if (problems.length === 0) return nothing;
  return html`<ul class="problems">${problems.map(
    ({ message, path }) =>
      html`<li class="iconed">${icon('warning', 'poor')}<span>${textSpan(message)} <code class="quiet">${textSpan(path)}</code></span></li>`,
  )}</ul>`;
}

/** Draws a content block with its facts, its content, and its buttons. */
function blockPart(block: ContentBlock, index: number, view: ResponseView): PageTemplate {
  const { texts, itemKey, post } = view;
  const { kind, role, text, data, uri, name, byteCount } = block;
  const facts = blockFacts(block, view.language);
  const resourceKey = kind === 'link' ? view.findResource(uri) : undefined;
  const factsIcon = kind === 'link' ? 'link' : kind === 'text' ? 'info' : 'file';
  const saveButton =
    byteCount === undefined
      ? nothing
      : button(texts.saveBlock, { icon: 'save', className: 'action' }, () =>
          post({ kind: 'saveBlock', key: itemKey, index }),
        );
  return html`<div class="block">
    ${role === undefined ? nothing : html`<p class="role quiet">${textSpan(role)}</p>`}
    ${facts === '' ? nothing : html`<p class="iconed quiet">${icon(factsIcon)}${textSpan(facts)}</p>`}
    ${problemsPart(block.problems)}
    ${
      resourceKey === undefined
        ? nothing
        : html`<p class="actions">${button(texts.showResource, { icon: 'arrow-right' }, () => view.select(resourceKey))}</p>`
    }
    ${data !== undefined && kind === 'image' ? html`<img src=${data} alt=${toVisibleText(name ?? texts.imageInResponse)}>` : nothing}
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
  { texts, itemKey, markdownToggles, post }: ResponseView,
  saveButton: PageTemplate,
): PageTemplate {
  const { isTruncated } = block;
  const toggle = markdownToggles(`${itemKey} ${index}`, block);
  const copyButton = button(texts.copyContent, { icon: 'copy' }, () =>
    post({ kind: 'copyBlock', key: itemKey, index }),
  );
  const openButton =
    isTruncated || text.length > longTextLength
      ? button(texts.openAsDocument, { icon: 'go-to-file', className: 'action' }, () =>
          post({ kind: 'openBlock', key: itemKey, index }),
        )
      : nothing;
  return html`${toggle?.part ?? (isJsonText(text) && isTruncated !== true ? jsonPart(text, texts.json, texts) : html`<pre class="text" dir="auto" tabindex="0">${markInvisibleCharacters(text)}</pre>`)}${
    isTruncated ? html`<p class="quiet">${texts.textTruncated}</p>` : nothing
  }${toggle?.isTooLarge ? html`<p class="quiet">${texts.markdownTooLarge}</p>` : nothing}<p class="actions">${copyButton}${
    toggle ? markdownButton(toggle, texts) : nothing
  }${openButton}${saveButton}</p>`;
}

/** Whether a text might be a JSON object or array. */
const isJsonText = (text: string): boolean => /^\s*[[{]/.test(text);

const markdownButton = ({ isOn, toggle }: MarkdownToggle, texts: InspectorTexts): PageTemplate =>
  button(isOn ? texts.showAsText : texts.showAsMarkdown, { icon: 'markdown' }, toggle);

/** Draws how the structured content differs from the output schema. */
function outputProblemsPart({ texts, call, outputSchema }: ResponseView): PageTemplate {
  const output = validateOutput(call, outputSchema, texts.form);
  if (output === 'missing')
    return html`<p class="iconed">${icon('warning', 'poor')}${texts.structuredContentMissing}</p>`;
  if (!output || output.issues.length === 0) return nothing;
  return html`<div class="schema-violations"><p class="iconed">${icon('warning', 'poor')}${texts.violatesOutputSchema}</p>
    <ul>${output.issues.map(({ path, message }) => html`<li><code>${path.length === 0 ? '/' : toVisibleText(`/${path.join('/')}`)}</code> ${textSpan(message)}</li>`)}</ul></div>`;
}

/** Draws the structured content, and whether it matches the output schema. */
function structuredPart({ texts, call, itemKey, outputSchema, post }: ResponseView): PageTemplate {
  if (call.structuredJson === undefined) return nothing;
  const output = validateOutput(call, outputSchema, texts.form);
  return html`<div class="structured"><h4>${texts.structuredContent}</h4>
    ${output === undefined || output === 'missing' ? nothing : matchPart(output, texts)}
    ${jsonPart(call.structuredJson, texts.structuredContent, texts)}${button(texts.openAsDocument, { icon: 'go-to-file' }, () => post({ kind: 'openStructured', key: itemKey }))}</div>`;
}

function matchPart({ issues, isUnchecked }: ValidationResult, texts: InspectorTexts): PageTemplate {
  if (isUnchecked) return uncheckedPart(texts.form);
  return issues.length === 0
    ? html`<p class="iconed">${icon('pass', 'good')}${texts.matchesOutputSchema}</p>`
    : nothing;
}
