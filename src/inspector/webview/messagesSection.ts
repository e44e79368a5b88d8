import { html, nothing, render } from 'lit/html.js';
import type { PageHost } from '../../editor/webview/connect.ts';
import { createLiteralPattern } from '../../editor/webview/literalPattern.ts';
import { sashPart } from '../../editor/webview/sash.ts';
import { scrollToEndButton } from '../../editor/webview/scrollToEndButton.ts';
import type { PageTemplate } from '../../editor/webview/templates.ts';
import { emptyQuery, hasQueryText } from '../../editor/webview/textQuery.ts';
import type { OutgoingMessage } from '../mcpConnection.ts';
import { allMessages, isActiveMessageFilter, type MessageKind } from '../messageFilter.ts';
import { canModifyServer, parseOutgoingMessage, toOutgoingMessage } from '../outgoingMessage.ts';
import type { MessageLine } from '../pageSchemas.ts';
import type { InspectorTexts } from '../pageTexts.ts';
import type { InspectorPage } from '../protocol.ts';
import type { ReplayState } from '../replayState.ts';
import type { LogLevelState } from './logLevel.ts';
import { messageBar } from './messageBar.ts';
import { messageDetails } from './messageDetails.ts';
import { createMessageDrafts, type MessageDrafts } from './messageDrafts.ts';
import { messageEditor } from './messageEditor.ts';
import { MessageFinder } from './messageFinder.ts';
import { listenToMessageKeys, type MessageKeyActions } from './messageKeys.ts';
import { createMessageLineCache, type MessageLineCache } from './messageLineCache.ts';
import { createMessageList, type MessageList } from './messageList.ts';
import { isInvalidToolMessage } from './outputValidation.ts';
import { createResponseValidator } from './responseValidator.ts';
import { SelectedMessage } from './selectedMessage.ts';

interface MessagesOptions {
  readonly texts: InspectorTexts;
  readonly language: string;
  readonly app: HTMLElement;
  readonly host: PageHost<InspectorPage>;
  readonly replay: ReplayState;
  /** Whether the server is reached over HTTP. */
  readonly hasUrl: boolean;
  /** Draws the whole page. */
  readonly draw: () => void;
  /** Expands the section. */
  readonly open: () => void;
  /** Returns the output schema of a tool; `undefined` if the server doesn't list the tool, or the tool has none. */
  readonly findOutputSchema: (tool: string) => unknown;
}

interface MessagesView {
  readonly isOpen: boolean;
  readonly toggle: (isOpen: boolean) => void;
  /** Height in percent of the page. */
  readonly height: number;
  readonly setHeight: (height: number) => void;
  /** Absent if the server doesn't support `logging/setLevel`. */
  readonly logging?: LogLevelState;
}

/** The numbers of messages in a session. */
interface MessageCounts {
  /** Number of all messages, including dropped ones. */
  readonly count: number;
  /** Index of the oldest message that isn't dropped. */
  readonly firstIndex: number;
  readonly kindCounts: Readonly<Record<MessageKind, number>>;
  readonly methods: readonly string[];
  /** The longest time between a request and its response, in milliseconds. */
  readonly slowestMs: number;
}

const outcomeTexts = {
  answered: 'answered',
  sent: 'sent',
  failed: 'callFailed',
  canceled: 'canceled',
} as const;

/** Default height in percent of the page. */
export const defaultMessagesHeight = 46;

/** The messages of a session: the list, its filter, and the selected message, which can be sent again. */
export class MessagesSection implements MessageKeyActions {
  readonly list: MessageList;
  readonly #options: MessagesOptions;
  readonly #formatNumber: (value: number) => string;
  readonly #search: MessageFinder;
  readonly #lines: MessageLineCache;
  readonly #selected: SelectedMessage;
  readonly #drafts: MessageDrafts;
  #replay: ReplayState;
  #kindCounts: Readonly<Record<MessageKind, number>> = { request: 0, answer: 0, error: 0, notification: 0 };
  #methods: readonly string[] = [];
  #rowCount = 0;
  /** The longest time between a request and its response, in milliseconds. */
  #slowestMs = 0;
  /** Number of rows that were added below the view. */
  #rowsBelow = 0;
  /** Index of a message that is selected as soon as it becomes a row. */
  #awaitedIndex: number | undefined;
  /** Whether the message editor gets the focus when it's drawn. */
  #isEditorOpening = false;

  constructor(options: MessagesOptions) {
    const { texts, language, host, draw } = options;
    this.#options = options;
    this.#replay = options.replay;
    this.#formatNumber = new Intl.NumberFormat(language).format;
    this.#search = new MessageFinder(
      (query, from) => host.request('findMessages', { ...query, from }),
      (isNewQuery, removedRows) => this.#onRowsChange(isNewQuery, removedRows),
    );
    this.#lines = createMessageLineCache(
      (indexes) => host.request('getMessageLines', { indexes, query: this.#search.query }),
      () => this.list.draw(),
    );
    const readJson = async (index: number): Promise<string | undefined> =>
      (await host.request('getMessage', { index, query: emptyQuery })).json;
    this.#selected = new SelectedMessage({
      texts,
      readMessage: (index) => host.request('getMessage', { index, query: this.#search.query }),
      highlight: (matches) => this.#createHighlight(matches),
      validate: (line, json) => {
        const isInvalid = this.#isInvalid(line, json);
        this.#lines.setInvalid(line.index, isInvalid);
        this.list.draw();
        return isInvalid;
      },
      onLine: (line) => {
        this.#lines.add(line);
        this.list.draw();
      },
      onChange: draw,
    });
    this.#drafts = createMessageDrafts({
      drafts: options.replay.drafts,
      readJson,
      save: (draft) => host.post({ kind: 'saveMessageDraft', ...draft }),
      onChange: draw,
    });
    this.list = createMessageList({
      texts,
      language,
      rows: this.#search,
      lines: this.#lines,
      getSlowestMs: () => this.#slowestMs,
      highlight: (matches) => this.#createHighlight(matches),
      validate: createResponseValidator({
        lines: this.#lines,
        hasOutputSchema: (tool) => options.findOutputSchema(tool) !== undefined,
        readJson,
        isInvalid: (line, json) => this.#isInvalid(line, json),
        onInvalid: () => this.list.draw(),
      }),
      onSelect: (index) => {
        this.#awaitedIndex = undefined;
        this.#selected.select(index);
      },
      onMove: () => this.#drawScrollToEndButton(),
    });
    listenToMessageKeys(this);
  }

  part({ isOpen, toggle, height, setHeight, logging }: MessagesView): PageTemplate {
    const { texts, host } = this.#options;
    const sash = sashPart({
      label: texts.messagesHeight,
      key: 'messages-height',
      isVertical: false,
      value: height,
      min: 12,
      max: 80,
      defaultValue: defaultMessagesHeight,
      getPercent: ({ clientY }) => ((innerHeight - clientY) / innerHeight) * 100,
      setValue: setHeight,
    });
    const bar = messageBar({
      texts,
      isOpen,
      toggle,
      search: this.#search,
      activeHit: this.#search.getHitNumber(this.list.active),
      counts: this.#kindCounts,
      methods: this.#methods,
      formatNumber: this.#formatNumber,
      updateSearch: (change) => this.#updateSearch(change),
      find: (isForward) => this.find(isForward),
      post: host.post,
      ...(logging && { logging }),
    });
    return html`<section class="messages" aria-labelledby="messages">
        ${isOpen ? sash : nothing}
        ${bar}
        <div class="both" ?hidden=${!isOpen} .style=${`height: ${height}vh`}>${this.list.root}${this.#detailsPart()}</div>
      </section>`;
  }

  /** Focuses a new message editor. Called after the page is drawn. */
  afterDraw(): void {
    if (!this.#isEditorOpening) return;
    const input = this.#options.app.querySelector<HTMLElement>('[data-key="written"]');
    if (!input) return;
    this.#isEditorOpening = false;
    input.focus();
  }

  /** Adds new messages, and removes dropped ones. */
  setCounts({ count, firstIndex, kindCounts, methods, slowestMs }: MessageCounts): void {
    this.#kindCounts = kindCounts;
    this.#methods = methods;
    this.#lines.invalidateOpenRequests();
    if (slowestMs !== this.#slowestMs) this.list.invalidate();
    this.#slowestMs = slowestMs;
    this.#search.setCounts(count, firstIndex);
    this.#selected.loadResponse();
  }

  /** Selects a message that was sent again. */
  selectSent(index: number): void {
    this.list.show(index);
    if (this.#search.indexOf(index) < 0) this.#awaitedIndex = index;
  }

  setReplay(next: ReplayState): void {
    const previous = this.#replay;
    const { texts, host } = this.#options;
    this.#replay = next;
    if (previous.isRunning && next.outcome) host.announce(texts[outcomeTexts[next.outcome]]);
    if (next.editedIndex !== undefined && next.editedIndex !== previous.editedIndex)
      this.#isEditorOpening = true;
  }

  getSection(): HTMLElement | undefined {
    return this.#options.app.querySelector<HTMLElement>('.messages') ?? undefined;
  }

  /** Goes to the next or previous hit. */
  find(isForward: boolean): void {
    const hit = this.#search.findNextHit(this.list.active, isForward);
    if (hit !== undefined) this.list.show(hit);
  }

  nextError(isForward: boolean): void {
    void this.#goToError(isForward);
  }

  /** Removes the filter, and highlights the searched text. */
  showInContext(): void {
    this.#updateSearch({ filter: allMessages, isHighlighting: hasQueryText(this.#search.query) });
  }

  focusResponse(): void {
    this.#focusElement('pair');
  }

  focusFilter(): void {
    this.#options.open();
    const input = this.#options.app.querySelector<HTMLInputElement>('[data-key="find"]');
    input?.focus();
    input?.select();
  }

  clearFilter(): void {
    const { query, filter } = this.#search;
    if (query.text !== '' || isActiveMessageFilter(filter)) {
      this.#updateSearch({ filter: allMessages, query: { ...query, text: '' } });
    }
    this.list.grid.focus({ preventScroll: true });
  }

  focusDetails(): void {
    this.#focusElement('message');
  }

  copy(indexes: readonly number[]): void {
    this.#options.host.post({ kind: 'copyMessages', indexes });
  }

  replay(): void {
    const { index, json, line } = this.#selected;
    const message = json !== undefined && line?.direction === 'sent' ? toOutgoingMessage(json) : undefined;
    if (index === undefined || !message) return;
    // A message that can modify the server is sent only with the button.
    if (this.#canModifyServer(message)) this.#focusElement('replay');
    else this.#options.host.post({ kind: 'replay', index });
  }

  #onRowsChange(isNewQuery: boolean, removedRows = 0): void {
    const { length, isSearching } = this.#search;
    if (isNewQuery) this.#rowsBelow = 0;
    else if (!this.list.isAtEnd && !isSearching) this.#rowsBelow += length - this.#rowCount + removedRows;
    this.#rowCount = length;
    this.list.update(!isSearching && this.#awaitedIndex === undefined && isNewQuery, removedRows);
    if (this.#awaitedIndex !== undefined && this.#search.indexOf(this.#awaitedIndex) >= 0)
      this.list.show(this.#awaitedIndex);
    this.#options.draw();
  }

  #updateSearch(change: Parameters<MessageFinder['update']>[0]): void {
    const wasRegex = this.#search.query.isRegex;
    this.#search.update(change);
    if (!change.query) return;
    if (wasRegex || this.#search.query.isRegex) this.#lines.invalidate();
    this.list.invalidate();
    this.list.draw();
    void this.#selected.load();
  }

  /** Returns the pattern for the searched text. `matches` are the matches of a regular expression. */
  #createHighlight(matches: readonly string[] | undefined): RegExp | undefined {
    const { text, isRegex, isCaseSensitive } = this.#search.query;
    return isRegex
      ? createLiteralPattern(matches ?? [], true)
      : createLiteralPattern([text.trim().slice(0, 1000)], isCaseSensitive);
  }

  /** Draws the button that scrolls to the end, with the number of new rows below the view. */
  #drawScrollToEndButton(): void {
    const isAtEnd = this.list.isAtEnd || this.#search.length === 0;
    if (isAtEnd) this.#rowsBelow = 0;
    const { findMessages } = this.#options.texts;
    const count = isAtEnd ? undefined : this.#rowsBelow;
    const button = scrollToEndButton(count, findMessages, this.#formatNumber, () => this.list.scrollToEnd());
    render(button, this.list.scrollToEndElement);
  }

  async #goToError(isForward: boolean): Promise<void> {
    const errors = await this.#findErrors();
    const from = this.list.active ?? (isForward ? -1 : this.#search.messageCount);
    const rows = errors?.filter((index) => this.#search.indexOf(index) >= 0);
    const next = isForward ? rows?.find((index) => index > from) : rows?.findLast((index) => index < from);
    if (next !== undefined) this.list.show(next);
  }

  /** Returns the indexes of the errors that match the filter; `undefined` if the host failed. */
  async #findErrors(): Promise<readonly number[] | undefined> {
    const errors: number[] = [];
    const filter = { ...this.#search.filter, kinds: ['error' as const] };
    const query = { filter, query: emptyQuery, areRowsWanted: true };
    for (let from = this.#search.firstIndex; from < this.#search.messageCount; ) {
      const slice = await this.#options.host
        .request('findMessages', { ...query, from })
        .catch(() => undefined);
      if (!slice) return undefined;
      errors.push(...slice.rows);
      from = slice.to;
    }
    return errors.sort((one, other) => one - other);
  }

  #isInvalid(request: MessageLine, responseJson: string): boolean {
    const { texts, findOutputSchema } = this.#options;
    return isInvalidToolMessage(request, responseJson, findOutputSchema(request.subject ?? ''), texts.form);
  }

  #canModifyServer(message: OutgoingMessage): boolean {
    return canModifyServer(message, this.#replay.readOnlyTools);
  }

  #focusElement(key: string): void {
    this.getSection()?.querySelector<HTMLElement>(`[data-key="${key}"]`)?.focus();
  }

  #detailsPart(): PageTemplate {
    const { texts, hasUrl, host } = this.#options;
    const { index, line, json, text, pairText, hasInvalidResponse } = this.#selected;
    const { editedIndex } = this.#replay;
    if (index === undefined && editedIndex === undefined) return nothing;
    return html`<div class="details">${editedIndex === undefined ? nothing : this.#editorPart(editedIndex)}${
      index === undefined
        ? nothing
        : messageDetails({
            texts,
            index,
            hasUrl,
            line: line ?? this.#lines.getLine(index),
            text,
            pairText,
            hasInvalidResponse,
            canReplay: json !== undefined,
            replay: this.#replay,
            isEditing: editedIndex !== undefined,
            post: host.post,
          })
    }</div>`;
  }

  #editorPart(index: number): PageTemplate {
    const { texts, host } = this.#options;
    const text = this.#drafts.getText(index);
    if (text === undefined) return nothing;
    return messageEditor({
      texts,
      text,
      isRunning: this.#replay.isRunning,
      isChanged: this.#drafts.isChanged(index),
      post: host.post,
      setText: (next) => this.#drafts.setText(index, next),
      reset: () => this.#drafts.reset(index),
      sendByKey: () => this.#sendByKey(text),
    });
  }

  #sendByKey(text: string): void {
    const { message } = parseOutgoingMessage(text);
    if (!message || this.#replay.isRunning) return;
    // A message that can modify the server is sent only with the button.
    if (this.#canModifyServer(message)) this.#focusElement('send-written');
    else this.#options.host.post({ kind: 'sendMessage', text });
  }
}
