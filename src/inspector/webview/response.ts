import { html, nothing } from 'lit/html.js';
import { formatText } from '../../editor/webview/formatText.ts';
import { markInvisible } from '../../editor/webview/invisibleMarks.ts';
import { button, icon, type PageTemplate, textSpan } from '../../editor/webview/templates.ts';
import { formatDuration, formatSize } from '../../editor/webview/units.ts';
import { visibleText } from '../../editor/webview/visibleText.ts';
import type { JsonValue } from '../form/json.ts';
import { validateBySchema } from '../form/validateBySchema.ts';
import type { CallView, ContentBlock, ResponseProblem } from '../pageSchemas.ts';
import type { InspectorTexts } from '../pageTexts.ts';
import { exactDigitsAt, parseExactHolder } from '../schema/exactJson.ts';
import { jsonTreePart } from './jsonTree.ts';
import type { MarkdownToggle } from './markdownToggle.ts';
import { uncheckedPart } from './unchecked.ts';

/** Number of UTF-16 units from which a text can be opened as a document. */
const longTextLength = 1000;

interface ResponseView {
  readonly strings: InspectorTexts;
  readonly language: string;
  readonly call: CallView;
  /** Whether a request of the server waits for the user. */
  readonly isAsked: boolean;
  /** JSON Schema of the structured content, if the tool declares one. */
  readonly output: unknown;
  /** Returns the Markdown switch of a block. */
  rich(index: number, block: ContentBlock): MarkdownToggle | undefined;
  /** Returns a function that selects a listed resource; `undefined` if it isn't listed. */
  resourceAt(uri: string | undefined): (() => void) | undefined;
  openBlock(index: number): void;
  copyBlock(index: number): void;
  saveBlock(index: number): void;
  openStructured(): void;
  saveTest(): void;
  /** Absent if the server has no logs on the service. */
  readonly showLogs?: () => void;
}

/** Draws the progress of a call, its response, or the reason that there is none. */
export function responsePart(view: ResponseView): PageTemplate {
  const { strings, call } = view;
  const { status, failure, blocks } = call;
  return html`<section class="answer ${status}" aria-labelledby="answer" aria-busy=${status === 'running'}>
    <div class="bar"><h3 id="answer">${statusPart(view)}</h3>${
      view.showLogs && status !== 'running'
        ? button(strings.showLogs, { icon: 'output', className: 'link', key: 'show-logs' }, view.showLogs)
        : nothing
    }${
      status === 'answered'
        ? button(strings.saveTest, { icon: 'beaker', className: 'link', key: 'save-test' }, view.saveTest)
        : nothing
    }</div>
    ${failure === undefined ? nothing : html`<p>${textSpan(failure)}</p>`}
    ${progressPart(call)}
    ${problemsPart(call.problems)}
    ${blocks.map((block, index) =>
      blockPart(block, view, {
        rich: view.rich(index, block),
        show: block.kind === 'link' ? view.resourceAt(block.uri) : undefined,
        open: () => view.openBlock(index),
        copy: () => view.copyBlock(index),
        save: () => view.saveBlock(index),
      }),
    )}
    ${call.omitted === undefined ? nothing : html`<p class="quiet">${formatText(strings.omitted, call.omitted)}</p>`}
    ${structuredPart(view)}
    ${
      status === 'answered' && blocks.length === 0 && call.structured === undefined
        ? html`<p class="quiet">${strings.noContent}</p>`
        : nothing
    }
  </section>`;
}

function statusPart({ strings, language, call, isAsked }: ResponseView): PageTemplate {
  const { status, isError, durationMs, size } = call;
  const facts = [
    ...(durationMs === undefined ? [] : [formatDuration(durationMs, language)]),
    ...(size === undefined ? [] : [formatSize(size, language)]),
  ].join(' · ');
  const said = html` <small class="quiet">${facts}</small>`;
  if (status === 'running')
    return html`${icon('loading', 'codicon-modifier-spin')}${isAsked ? strings.waitingForAnswer : strings.running}`;
  if (status === 'cancelled') return html`${icon('circle-slash')}${strings.cancelled}${said}`;
  if (status === 'failed') return html`${icon('error', 'bad')}${strings.callFailed}${said}`;
  return isError
    ? html`${icon('warning', 'poor')}${strings.toolFailed}${said}`
    : html`${icon('pass', 'good')}${strings.answered}${said}`;
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

interface BlockActions {
  readonly rich: MarkdownToggle | undefined;
  /** Selects the linked resource. */
  readonly show: (() => void) | undefined;
  open(): void;
  copy(): void;
  save(): void;
}

function blockPart(
  block: ContentBlock,
  { strings, language }: Pick<ResponseView, 'strings' | 'language'>,
  { rich, show, open, copy, save }: BlockActions,
): PageTemplate {
  const { kind, role, text, isTruncated, data, uri, name, mimeType, note, bytes } = block;
  const size = bytes === undefined ? undefined : formatSize(bytes, language);
  const about = [name, uri, mimeType, size, note].filter((one) => one !== undefined).join(' · ');
  const saveButton =
    bytes === undefined ? nothing : button(strings.saveBlock, { icon: 'save', className: 'action' }, save);
  const whole = button(strings.openAsDocument, { icon: 'go-to-file', className: 'action' }, open);
  return html`<div class="block">
    ${role === undefined ? nothing : html`<p class="role quiet">${textSpan(role)}</p>`}
    ${about === '' ? nothing : html`<p class="iconed quiet">${icon(kind === 'link' ? 'link' : kind === 'text' ? 'info' : 'file')}${textSpan(about)}</p>`}
    ${problemsPart(block.problems)}
    ${show ? html`<p class="actions">${button(strings.showResource, { icon: 'arrow-right' }, show)}</p>` : nothing}
    ${data !== undefined && kind === 'image' ? html`<img src=${data} alt=${visibleText(name ?? strings.imageInResponse)}>` : nothing}
    ${data !== undefined && kind === 'audio' ? html`<audio controls src=${data}></audio>` : nothing}
    ${
      text === undefined
        ? bytes === undefined
          ? nothing
          : html`<p class="actions">${saveButton}</p>`
        : html`${rich?.part ?? html`<pre class="text" dir="auto" tabindex="0">${markInvisible(text)}</pre>`}${
            isTruncated ? html`<p class="quiet">${strings.isTruncated}</p>` : nothing
          }${rich?.isTooLarge ? html`<p class="quiet">${strings.markdownTooLarge}</p>` : nothing}<p class="actions">${button(strings.copyContent, { icon: 'copy' }, copy)}${
            rich
              ? button(rich.isOn ? strings.asText : strings.asMarkdown, { icon: 'markdown' }, rich.toggle)
              : nothing
          }${isTruncated || text.length > longTextLength ? whole : nothing}${saveButton}</p>`
    }
  </div>`;
}

const parsedStructured = new WeakMap<CallView, readonly [unknown]>();

/** Returns the structured content in an array that has its exact digits. Parsed once for each response. */
function structuredHolder(call: CallView): readonly [unknown] {
  const holder = parsedStructured.get(call) ?? parseExactHolder(call.structured ?? 'null');
  parsedStructured.set(call, holder);
  return holder;
}

/** A violation of the output schema is a problem of the server; the content is shown nevertheless. */
function structuredPart({ strings, call, output, openStructured }: ResponseView): PageTemplate {
  const { status, isError } = call;
  if (call.structured === undefined) {
    const isMissing = output !== undefined && status === 'answered' && !isError;
    return isMissing
      ? html`<p class="iconed">${icon('error', 'bad')}${strings.structuredContentMissing}</p>`
      : nothing;
  }
  const holder = structuredHolder(call);
  return html`<div class="structured"><h4>${strings.structured}</h4>
    ${output === undefined ? nothing : schemaCheckPart(output, holder, strings)}
    ${jsonTreePart(holder[0], { exact: exactDigitsAt(holder, 0) })}${button(strings.openAsDocument, { icon: 'go-to-file' }, openStructured)}</div>`;
}

function schemaCheckPart(output: unknown, holder: readonly [unknown], strings: InspectorTexts): PageTemplate {
  const { issues, isUnchecked } = validateBySchema(
    output,
    holder[0] as JsonValue,
    strings.form,
    exactDigitsAt(holder, 0),
  );
  if (isUnchecked) return uncheckedPart(strings.form);
  if (issues.length === 0)
    return html`<p class="iconed">${icon('pass', 'good')}${strings.matchesOutputSchema}</p>`;
  return html`<div class="misfit"><p class="iconed">${icon('error', 'bad')}${strings.violatesOutputSchema}</p>
    <ul>${issues.map(({ path, message }) => html`<li><code>${path.length === 0 ? '/' : visibleText(`/${path.join('/')}`)}</code> ${textSpan(message)}</li>`)}</ul></div>`;
}
