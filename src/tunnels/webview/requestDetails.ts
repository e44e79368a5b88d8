import { html, nothing } from 'lit/html.js';
import { formatText } from '../../editor/webview/formatText.ts';
import { createJsonView } from '../../editor/webview/jsonView.ts';
import { icon, type PageTemplate, textSpan } from '../../editor/webview/templates.ts';
import { formatSize } from '../../editor/webview/units.ts';
import { toVisibleText } from '../../editor/webview/visibleText.ts';
import type { TunnelPageTexts } from '../page/pageTexts.ts';
import type { BodyView, HeadersView, RequestDetails } from '../page/protocol.ts';
import { hasFailed } from './requestRow.ts';

interface SelectedRequestOptions {
  readonly texts: TunnelPageTexts;
  readonly language: string;
  readonly read: (id: number) => Promise<RequestDetails | undefined>;
  /** Renders the buttons of a request. */
  readonly renderActions: (details: RequestDetails) => PageTemplate;
  /** Renders the editor of a request, or without an ID that of an earlier tunnel. `undefined`: it isn't open. */
  readonly renderEditor: (id: number | undefined) => PageTemplate | undefined;
  readonly onChange: () => void;
}

/** The selected request with its headers and bodies. */
export class SelectedRequest {
  readonly #options: SelectedRequestOptions;
  readonly #requestBody: ReturnType<typeof createJsonView>;
  readonly #responseBody: ReturnType<typeof createJsonView>;
  #id: number | undefined;
  #details: RequestDetails | undefined;
  #isDropped = false;
  #isReading = false;
  /** Whether the request has changed since it was read. */
  #isOutdated = false;

  constructor(options: SelectedRequestOptions) {
    const { jsonView: texts, request, response } = options.texts;
    this.#options = options;
    this.#requestBody = createJsonView({ texts, label: request, key: 'request-body' });
    this.#responseBody = createJsonView({ texts, label: response, key: 'response-body' });
  }

  get id(): number | undefined {
    return this.#id;
  }

  select(id: number | undefined): void {
    if (id !== this.#id) {
      this.#details = undefined;
      this.#isDropped = false;
    }
    this.#id = id;
    this.#options.onChange();
    this.read();
  }

  /** Reads the request, or reads it again after the current reading. */
  read(): void {
    this.#isOutdated = true;
    if (!this.#isReading) void this.#read();
  }

  async #read(): Promise<void> {
    this.#isReading = true;
    while (this.#isOutdated && this.#id !== undefined) {
      this.#isOutdated = false;
      const id = this.#id;
      const details = await this.#options.read(id).catch(() => undefined);
      if (id === this.#id) this.#show(details);
    }
    this.#isReading = false;
  }

  #show(details: RequestDetails | undefined): void {
    this.#details = details;
    this.#isDropped = details === undefined;
    this.#requestBody.show(details?.request.body.text ?? '');
    this.#responseBody.show(details?.response?.body.text ?? '');
    this.#options.onChange();
  }

  render(): PageTemplate {
    const { texts, renderActions, renderEditor } = this.#options;
    const editor = renderEditor(this.#id);
    if (editor && (this.#id === undefined || this.#isDropped))
      return html`<div class="details" data-key="details" tabindex="-1"><section class="part"><h2>${texts.requestToSend}</h2>${editor}</section></div>`;
    if (this.#id === undefined) return nothing;
    if (this.#isDropped)
      return html`<div class="details" data-key="details" tabindex="-1"><p class="quiet note">${texts.detailsDropped}</p></div>`;
    const details = this.#details;
    if (!details) return html`<div class="details" data-key="details" tabindex="-1" aria-busy="true"></div>`;
    const { request, response, failure, isOpen } = details;
    return html`<div class="details" data-key="details" tabindex="-1">
      <section class="part" aria-label=${texts.request}>
        <h2>${editor ? texts.requestToSend : texts.request}</h2>
        ${
          editor ??
          html`<p class="line">${textSpan(`${details.method} ${details.path}`)}</p>
            ${renderActions(details)}
            ${this.#renderHeaders(request.headers, 'request')}
            ${this.#renderBody(request.body, this.#requestBody.root)}`
        }
      </section>
      <section class="part" aria-label=${texts.response}>
        <h2>${texts.response}</h2>
        ${response ? html`<p class="line">${icon(hasFailed(response) ? 'error' : 'pass', hasFailed(response) ? 'bad' : 'good')}${response.hasRpcError ? `${response.status} · ${texts.rpcError}` : response.status}</p>` : nothing}
        ${failure === undefined ? nothing : html`<p class="line">${icon('warning', 'poor')}${textSpan(failure)}</p>`}
        ${response || failure !== undefined || !isOpen ? nothing : html`<p class="quiet">${texts.noResponseYet}</p>`}
        ${response ? this.#renderHeaders(response.headers, 'response') : nothing}
        ${response ? this.#renderBody(response.body, this.#responseBody.root) : nothing}
      </section>
    </div>`;
  }

  #renderHeaders(headers: HeadersView, key: string): PageTemplate {
    const { texts } = this.#options;
    if (headers.length === 0) return nothing;
    const label = headers.length === 1 ? texts.oneHeader : formatText(texts.headerCount, headers.length);
    return html`<details class="headers"><summary data-key=${`${key}-headers`}>${icon('chevron-right')}${label}</summary>
      <dl>${headers.map(({ name, value }) => html`<div><dt>${toVisibleText(name)}</dt><dd dir="auto">${toVisibleText(value)}</dd></div>`)}</dl>
    </details>`;
  }

  #renderBody({ size, text, isBinary, isCut, eventCount = 0 }: BodyView, view: HTMLElement): PageTemplate {
    const { texts, language } = this.#options;
    const note = (template: string): PageTemplate =>
      html`<p class="quiet note">${formatText(template, formatSize(size, language))}</p>`;
    if (size === 0) return note(texts.noBody);
    if (isBinary) return note(texts.binaryBody);
    if (text === undefined) return note(texts.bodyNotKept);
    const eventNote = eventCount === 1 ? texts.oneEvent : formatText(texts.eventCount, eventCount);
    return html`${isCut ? note(texts.cutBody) : nothing}${eventCount === 0 ? nothing : html`<p class="quiet note">${eventNote}</p>`}${view}`;
  }
}
