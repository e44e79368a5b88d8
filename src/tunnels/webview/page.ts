import { html, nothing, render } from 'lit/html.js';
import * as z from 'zod/mini';
import { coalesce } from '../../editor/webview/coalesce.ts';
import type { PageHandlers, PageHost } from '../../editor/webview/connect.ts';
import { findBox } from '../../editor/webview/findBox.ts';
import { formatText } from '../../editor/webview/formatText.ts';
import { createLiteralPattern } from '../../editor/webview/literalPattern.ts';
import type { MessageFields, PageStart } from '../../editor/webview/protocol.ts';
import { sashPart } from '../../editor/webview/sash.ts';
import { scrollToEndButton } from '../../editor/webview/scrollToEndButton.ts';
import { button, type PageTemplate, renderKeepingFocus } from '../../editor/webview/templates.ts';
import { emptyQuery, hasQueryText, type TextQuery } from '../../editor/webview/textQuery.ts';
import { omitUndefined } from '../../fields.ts';
import type { TunnelPageTexts } from '../page/pageTexts.ts';
import type { QrCode, RequestAction, RequestDetails, TunnelPage, TunnelPageState } from '../page/protocol.ts';
import { renderHead } from './head.ts';
import { SelectedRequest } from './requestDetails.ts';
import { editorStateSchema, RequestEditor } from './requestEditor.ts';
import { listenToRequestKeys } from './requestKeys.ts';
import { createRequestList, type RequestList } from './requestList.ts';
import { RequestRows } from './requestRows.ts';

/** The view state, which the page has again after it was hidden. */
const viewStateSchema = z.object({
  /** The ID of the selected request, and the generation of its tunnel. */
  selected: z.exactOptional(z.number()),
  generation: z.number(),
  isHighlighting: z.boolean(),
  query: z.object({ text: z.string(), isRegex: z.boolean(), isCaseSensitive: z.boolean() }),
  editor: editorStateSchema,
  listWidth: z.number(),
});

type ToPage = TunnelPage['toPage'];

const defaultListWidth = 50;

/** Creates the page of the tunnel. */
export function createPage(
  app: HTMLElement,
  start: PageStart<TunnelPage>,
  host: PageHost<TunnelPage>,
): PageHandlers<TunnelPage> {
  const page = new TunnelPageView(app, start, host);
  return {
    state: (state) => page.setState(state),
    rows: (batch) => page.addRows(batch),
    hits: (result) => page.setHits(result),
  };
}

class TunnelPageView {
  readonly #app: HTMLElement;
  readonly #texts: TunnelPageTexts;
  readonly #host: PageHost<TunnelPage>;
  readonly #formatNumber: (value: number) => string;
  readonly #rows = new RequestRows();
  readonly #list: RequestList;
  readonly #selected: SelectedRequest;
  readonly #editor: RequestEditor;
  #qrCode: QrCode | undefined;
  /** The width of the list beside the details, in percent of the page. */
  #listWidth = defaultListWidth;
  /** Draws at most once per frame, because requests arrive in bursts. */
  readonly #drawSoon = coalesce(() => this.#draw(), requestAnimationFrame);
  #state: TunnelPageState;
  #query: TextQuery = emptyQuery;
  #generation = 0;
  /** The number of the latest search, and of the latest result. */
  #searchNumber = 0;
  #resultNumber = 0;
  #problem: string | undefined;
  /** The ID of a request that the user has sent again. The new request is selected when it arrives. */
  #replayedId: number | undefined;
  /** Number of rows that were added below the view. */
  #rowsBelow = 0;

  constructor(app: HTMLElement, { texts, state }: PageStart<TunnelPage>, host: PageHost<TunnelPage>) {
    const language = document.documentElement.lang || 'en';
    this.#app = app;
    this.#texts = texts;
    this.#host = host;
    this.#state = state;
    this.#formatNumber = new Intl.NumberFormat(language).format;
    this.#selected = new SelectedRequest({
      texts,
      language,
      read: async (id) => (await host.request('readDetails', { exchangeId: id })).details,
      renderActions: (details) => this.#renderActions(details),
      renderEditor: (id) => (this.#isEditing(id) ? this.#editor.render(this.#generation) : undefined),
      onChange: () => this.#drawSoon(),
    });
    this.#editor = new RequestEditor({
      texts,
      host,
      onChange: () => {
        this.#save();
        this.#drawSoon();
      },
      onClose: () => {
        this.#draw();
        this.#focus('editAndReplay');
      },
      onSend: (replayOf) => {
        this.#replayedId = replayOf;
      },
    });
    this.#list = createRequestList({
      texts,
      language,
      rows: this.#rows,
      highlight: () => this.#createHighlight(),
      onSelect: (id) => {
        this.#selected.select(id);
        this.#save();
      },
      onMove: () => this.#drawScrollToEndButton(),
    });
    listenToRequestKeys({
      list: this.#list,
      find: (isForward) => this.#find(isForward),
      focusFilter: () => this.#focusFilter(),
      focusDetails: () => this.#focus('details'),
      clearFilter: () => {
        if (this.#query.text !== '') this.#setQuery({ ...this.#query, text: '' });
        this.#list.grid.focus({ preventScroll: true });
      },
    });
    app.after(host.liveRegion);
    this.#restore();
    this.#draw();
  }

  setState(state: TunnelPageState): void {
    const { keepsBodies, status } = this.#state;
    this.#state = state;
    // The bodies and the buttons depend on them.
    if (keepsBodies !== state.keepsBodies || status !== state.status) this.#selected.read();
    this.#drawSoon();
  }

  addRows(batch: MessageFields<ToPage['rows']>): void {
    // Rows of an earlier search have no hits of the current one, which is about to arrive.
    const { isNew, removedRows, addedRows } = this.#rows.apply(batch);
    if (isNew && this.#generation !== batch.generation) this.#clearSelection();
    this.#generation = batch.generation;
    if (isNew) this.#rowsBelow = 0;
    else if (!this.#list.isAtEnd) this.#rowsBelow += addedRows;
    this.#list.update(false, removedRows);
    if (batch.rows.some(({ id }) => id === this.#selected.id)) this.#selected.read();
    const replay = batch.rows.find(({ replayOf }) => replayOf !== undefined && replayOf === this.#replayedId);
    if (replay) {
      this.#replayedId = undefined;
      this.#list.show(replay.id);
    }
    this.#drawSoon();
  }

  setHits({ number, hits, problem }: MessageFields<ToPage['hits']>): void {
    if (number !== this.#searchNumber) return;
    this.#resultNumber = number;
    this.#problem = problem;
    // An invalid pattern hides nothing.
    this.#rows.setHits(problem === undefined ? hits : undefined);
    this.#rowsBelow = 0;
    this.#list.invalidate();
    this.#list.update(true);
    this.#drawSoon();
  }

  /** Whether the editor is open for a request, or without an ID for a request of an earlier tunnel. */
  #isEditing(id: number | undefined): boolean {
    const { openKey } = this.#editor;
    if (openKey?.generation !== this.#generation) return openKey !== undefined && id === undefined;
    return openKey.exchangeId === id;
  }

  async #edit(exchangeId: number): Promise<void> {
    await this.#editor.open({ generation: this.#generation, exchangeId });
    this.#draw();
    this.#focus('request-text');
  }

  #focus(key: string): void {
    this.#app.querySelector<HTMLElement>(`[data-key="${key}"]`)?.focus();
  }

  async #toggleQrCode(): Promise<void> {
    const isShown = this.#qrCode !== undefined && this.#qrCode.url === this.#state.publicUrl;
    this.#qrCode = isShown ? undefined : (await this.#host.request('readQrCode', {})).qrCode;
    this.#drawSoon();
  }

  #clearSelection(): void {
    this.#list.clearSelection();
    this.#selected.select(undefined);
  }

  #restore(): void {
    const saved = viewStateSchema.safeParse(this.#host.savedState).data;
    if (!saved) return;
    this.#generation = saved.generation;
    this.#rows.isHighlighting = saved.isHighlighting;
    this.#editor.restore(saved.editor);
    this.#listWidth = saved.listWidth;
    if (saved.selected !== undefined) this.#list.show(saved.selected);
    if (saved.query.text !== '') this.#setQuery(saved.query);
  }

  #save(): void {
    this.#host.save(
      omitUndefined({
        selected: this.#selected.id,
        generation: this.#generation,
        isHighlighting: this.#rows.isHighlighting,
        query: this.#query,
        editor: this.#editor.state,
        listWidth: this.#listWidth,
      }),
    );
  }

  #setQuery(query: TextQuery): void {
    this.#query = query;
    this.#searchNumber++;
    this.#host.post({ kind: 'find', query, number: this.#searchNumber });
    if (!hasQueryText(query)) {
      this.#resultNumber = this.#searchNumber;
      this.#problem = undefined;
      this.#rows.setHits(undefined);
      this.#list.invalidate();
      this.#list.update(true);
    }
    this.#save();
    this.#drawSoon();
  }

  #setHighlighting(isHighlighting: boolean): void {
    this.#rows.isHighlighting = isHighlighting;
    this.#rowsBelow = 0;
    this.#list.update(true);
    this.#save();
    this.#drawSoon();
  }

  #find(isForward: boolean): void {
    const hit = this.#rows.findNextHit(this.#list.active, isForward);
    if (hit !== undefined) this.#list.show(hit);
  }

  #focusFilter(): void {
    const input = this.#app.querySelector<HTMLInputElement>('[data-key="find"]');
    input?.focus();
    input?.select();
  }

  /** Returns the pattern for the searched text. The matches of a regular expression aren't highlighted. */
  #createHighlight(): RegExp | undefined {
    const { text, isRegex, isCaseSensitive } = this.#query;
    return isRegex ? undefined : createLiteralPattern([text.trim().slice(0, 1000)], isCaseSensitive);
  }

  /** Draws the button that scrolls to the end, with the number of new rows below the view. */
  #drawScrollToEndButton(): void {
    const isAtEnd = this.#list.isAtEnd || this.#rows.length === 0;
    if (isAtEnd) this.#rowsBelow = 0;
    const newCount = isAtEnd ? undefined : this.#rowsBelow;
    const { find } = this.#texts;
    render(
      scrollToEndButton(newCount, find, this.#formatNumber, () => this.#list.scrollToEnd()),
      this.#list.scrollToEndElement,
    );
  }

  #draw(): void {
    const head = renderHead({
      state: this.#state,
      texts: this.#texts,
      qrCode: this.#qrCode,
      toggleQrCode: () => void this.#toggleQrCode(),
      post: this.#host.post,
    });
    const page = html`${head}
      <main aria-label=${this.#texts.requests}>${this.#renderToolbar()}
        ${this.#renderRequests()}
      </main>`;
    // The buttons of a request, and its editor, disappear when another request is selected.
    const isInDetails = document.activeElement?.closest('.details') != null;
    renderKeepingFocus(this.#app, isInDetails ? '[data-key="details"]' : 'h1', () => render(page, this.#app));
  }

  #renderRequests(): PageTemplate {
    const details = this.#selected.render();
    const sash = sashPart({
      label: this.#texts.listWidth,
      key: 'list-width',
      isVertical: true,
      value: this.#listWidth,
      min: 20,
      max: 80,
      defaultValue: defaultListWidth,
      getPercent: ({ clientX }) => (clientX / this.#app.clientWidth) * 100,
      setValue: (width) => {
        this.#listWidth = width;
        this.#save();
        this.#draw();
      },
    });
    return html`<div class="both" .style=${`--list-width: ${this.#listWidth}%`}>${this.#list.root}${details === nothing ? nothing : sash}${details}</div>`;
  }

  #renderActions({ id, actions }: RequestDetails): PageTemplate {
    const texts = this.#texts;
    const run = (action: RequestAction): void => {
      if (action === 'editAndReplay') {
        void this.#edit(id);
        return;
      }
      if (action === 'replay') this.#replayedId = id;
      this.#host.post({ kind: 'runOnRequest', action, exchangeId: id });
    };
    const looks: Readonly<Record<RequestAction, { readonly icon: string; readonly hint?: string }>> = {
      replay: { icon: 'debug-rerun', hint: texts.replayHint },
      cancel: { icon: 'debug-stop' },
      editAndReplay: { icon: 'edit', hint: texts.editHint },
      callInInspector: { icon: 'inspect' },
      copyCurl: { icon: 'terminal', hint: texts.curlHint },
    };
    return html`<p class="actions">${actions.map((action) =>
      button(texts.requestActions[action], { ...looks[action], key: action }, () => run(action)),
    )}</p>`;
  }

  #renderToolbar(): PageTemplate {
    const texts = this.#texts;
    const { count, droppedCount, hitCount, isHighlighting } = this.#rows;
    const { keepsBodies } = this.#state;
    const box = findBox(
      {
        texts: texts.find,
        query: this.#query,
        isHighlighting,
        problem: this.#problem,
        isSearching: this.#resultNumber !== this.#searchNumber,
        hits: hitCount,
        activeHit: this.#rows.getHitNumber(this.#list.active),
        formatNumber: this.#formatNumber,
      },
      {
        changeQuery: (change) => this.#setQuery(change(this.#query)),
        setHighlighting: (isOn) => this.#setHighlighting(isOn),
        find: (isForward) => this.#find(isForward),
      },
    );
    return html`<div class="bar toolbar">
      <h2>${texts.requests} <span class="quiet count">${this.#formatNumber(count)}</span></h2>
      ${droppedCount === 0 ? nothing : html`<span class="quiet">${formatText(texts.droppedCount, this.#formatNumber(droppedCount))}</span>`}
      ${button(
        texts.keepBodies,
        {
          className: 'tool',
          icon: keepsBodies ? 'check' : 'circle-slash',
          key: 'keep-bodies',
          hint: texts.keepBodiesHint,
          isPressed: keepsBodies,
        },
        () => this.#host.post({ kind: 'setKeepsBodies', keepsBodies: !keepsBodies }),
      )}
      ${box}
    </div>`;
  }
}
