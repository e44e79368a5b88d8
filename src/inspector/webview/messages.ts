import { html, nothing, render } from 'lit/html.js';
import { createLiteralPattern } from '../../editor/webview/literalPattern.ts';
import { scrollToEndButton } from '../../editor/webview/scrollToEndButton.ts';
import type { PageTemplate } from '../../editor/webview/templates.ts';
import { emptyQuery, hasQueryText, type TextQuery } from '../../editor/webview/textQuery.ts';
import type { McpLogLevel } from '../logLevel.ts';
import {
  allMessages,
  isActiveMessageFilter,
  type MessageFilter,
  type MessageKind,
  type MessageQuery,
} from '../messageFilter.ts';
import {
  canModifyServer,
  type EditedMessage,
  parseOutgoingMessage,
  toOutgoingMessage,
} from '../outgoingMessage.ts';
import type { MessageLine } from '../pageSchemas.ts';
import type { InspectorTexts } from '../pageTexts.ts';
import type { ReplayState } from '../replayState.ts';
import type { Logging } from './logLevel.ts';
import { messageBar } from './messageBar.ts';
import { type MessageAction, messageDetails } from './messageDetails.ts';
import { createMessageDrafts } from './messageDrafts.ts';
import { messageEditor } from './messageEditor.ts';
import { createMessageFind } from './messageFind.ts';
import { listenToMessageKeys } from './messageKeys.ts';
import { createMessageLineCache } from './messageLineCache.ts';
import { createMessageList } from './messageList.ts';
import { sashPart } from './sash.ts';
import { createSelectedMessage } from './selectedMessage.ts';

type Send =
  | { readonly kind: 'replay'; readonly index: number }
  | { readonly kind: 'sendWritten'; readonly text: string }
  | { readonly kind: 'cancelReplay' }
  | { readonly kind: 'setLogLevel'; readonly level: McpLogLevel }
  | { readonly kind: 'draft'; readonly index: number; readonly text: string }
  | { readonly kind: 'edit'; readonly index?: number }
  | { readonly kind: 'copyMessages'; readonly indexes: readonly number[] };

interface MessagesDeps {
  readonly strings: InspectorTexts;
  readonly language: string;
  /** Where the page is. */
  readonly app: HTMLElement;
  readonly replaying: ReplayState;
  readonly draw: () => void;
  readonly lines: (indexes: readonly number[], query: TextQuery) => Promise<readonly MessageLine[]>;
  readonly message: (
    index: number,
    query: TextQuery,
  ) => Promise<{ readonly json?: string; readonly line?: MessageLine }>;
  readonly find: (
    wanted: MessageQuery,
    from: number,
  ) => Promise<{
    readonly rows: readonly number[];
    readonly hits: readonly number[];
    readonly to: number;
    readonly problem?: string;
  }>;
  readonly act: (act: MessageAction, index: number) => void;
  readonly post: (send: Send) => void;
  readonly say: (text: string) => void;
  readonly open: () => void;
  /** It is reached over HTTP. */
  readonly hasUrl: boolean;
}

interface MessagesView {
  readonly isOpen: boolean;
  readonly toggle: (isOpen: boolean) => void;
  /** Percent of the page. */
  readonly height: number;
  readonly setHeight: (height: number) => void;
  /** Absent: the server doesn't support `logging/setLevel`. */
  readonly logging?: Logging;
}

const outcomeTexts = {
  answered: 'answered',
  sent: 'sent',
  failed: 'callFailed',
  cancelled: 'cancelled',
} as const;

/** Percent of the page at first. */
export const defaultMessagesHeight = 36;

/** The messages of a session: the list, what it is narrowed to, and the one that is selected, which may be sent again. */
export function createMessages(deps: MessagesDeps) {
  const { strings, language, app, draw, post } = deps;
  const { format: number } = new Intl.NumberFormat(language);
  let { replaying } = deps;
  let counts: Readonly<Record<MessageKind, number>> = { request: 0, answer: 0, error: 0, notification: 0 };
  let methods: readonly string[] = [];
  /** Rows that came below the view since its end was last seen. */
  let below = 0;
  let length = 0;
  /** It is shown once it is a row. */
  let awaited: number | undefined;
  /** The text to be edited takes the focus once it is there. */
  let isOpening = false;

  const found = createMessageFind({ find: deps.find, changed: onFound });
  const mark = (matches: readonly string[] | undefined): RegExp | undefined => {
    const { text, isRegex, isCaseSensitive } = found.query;
    return isRegex
      ? createLiteralPattern(matches ?? [], true)
      : createLiteralPattern([text.trim().slice(0, 1000)], isCaseSensitive);
  };
  const lines = createMessageLineCache(
    (indexes) => deps.lines(indexes, found.query),
    () => list.draw(),
  );
  const selected = createSelectedMessage({
    strings,
    mark,
    changed: draw,
    message: (index) => deps.message(index, found.query),
    learn(line) {
      lines.learn(line);
      list.draw();
    },
  });
  const writing = createMessageDrafts({
    drafts: replaying.drafts,
    changed: draw,
    json: async (index) => (await deps.message(index, emptyQuery)).json,
    keep: (draft) => post({ kind: 'draft', ...draft }),
  });
  const list = createMessageList({
    strings,
    language,
    lines,
    mark,
    rows: found,
    select(index) {
      awaited = undefined;
      selected.select(index);
    },
    onMove: drawBelow,
  });

  function drawBelow(): void {
    const isAtEnd = list.isAtEnd || found.length === 0;
    if (isAtEnd) below = 0;
    const button = scrollToEndButton(isAtEnd ? undefined : below, strings.findMessages, number, () =>
      list.toEnd(),
    );
    render(button, list.below);
  }

  function onFound(isNew: boolean, gone = 0): void {
    if (isNew) below = 0;
    else if (!list.isAtEnd && !found.isSearching) below += found.length - length + gone;
    ({ length } = found);
    list.changed(!found.isSearching && awaited === undefined && isNew, gone);
    if (awaited !== undefined && found.rowOf(awaited) >= 0) list.show(awaited);
    draw();
  }

  function narrow(change: Parameters<typeof found.update>[0]): void {
    const wasRegex = found.query.isRegex;
    found.update(change);
    if (change.query) {
      if (wasRegex || found.query.isRegex) lines.invalidate();
      list.redraw();
      selected.load();
    }
  }

  const mayChangeIt = (written: EditedMessage): boolean => canModifyServer(written, replaying.readOnlyTools);
  const focusOn = (key: string) => app.querySelector<HTMLElement>(`.messages [data-key="${key}"]`)?.focus();

  async function nextError(isForward: boolean): Promise<void> {
    const errors: number[] = [];
    const filter: MessageFilter = { ...found.filter, kinds: ['error'] };
    const wanted = { filter, query: emptyQuery, areRowsWanted: true };
    for (let at = found.first; at < found.count; ) {
      const slice = await deps.find(wanted, at).catch(() => undefined);
      if (!slice) return;
      errors.push(...slice.rows);
      at = slice.to;
    }
    const from = list.active ?? (isForward ? -1 : found.count);
    const shown = errors.filter((index) => found.rowOf(index) >= 0);
    const next = isForward ? shown.find((index) => index > from) : shown.findLast((index) => index < from);
    if (next !== undefined) list.show(next);
  }

  function find(isForward: boolean): void {
    const hit = found.nextHit(list.active, isForward);
    if (hit !== undefined) list.show(hit);
  }

  function showPair(): void {
    const { pair } = selected.line ?? {};
    if (pair !== undefined) list.show(pair);
  }

  listenToMessageKeys({
    list,
    find,
    showPair,
    section: () => app.querySelector<HTMLElement>('.messages') ?? undefined,
    nextError: (isForward) => void nextError(isForward),
    showInContext: () => narrow({ filter: allMessages, isHighlighting: hasQueryText(found.query) }),
    focusFilter() {
      deps.open();
      const input = app.querySelector<HTMLInputElement>('[data-key="find"]');
      input?.focus();
      input?.select();
    },
    clearFilter() {
      const { query, filter } = found;
      if (query.text !== '' || isActiveMessageFilter(filter))
        narrow({ filter: allMessages, query: { ...query, text: '' } });
      list.grid.focus({ preventScroll: true });
    },
    focusDetails: () => focusOn('message'),
    copy: (indexes) => post({ kind: 'copyMessages', indexes }),
    replay() {
      const { index, json, line } = selected;
      const written = json !== undefined && line?.direction === 'sent' ? toOutgoingMessage(json) : undefined;
      if (index === undefined || !written) return;
      // What changes something is sent by the button alone.
      if (mayChangeIt(written)) focusOn('replay');
      else post({ kind: 'replay', index });
    },
  });

  function detailsPart(): PageTemplate {
    const { index } = selected;
    const { editing } = replaying;
    if (index === undefined && editing === undefined) return nothing;
    return html`<div class="details">${editing === undefined ? nothing : editorPart(editing)}${
      index === undefined
        ? nothing
        : messageDetails({
            hasUrl: deps.hasUrl,
            strings,
            index,
            replaying,
            showPair,
            line: selected.line ?? lines.at(index),
            text: selected.text,
            pairText: selected.pairText,
            mayReplay: selected.json !== undefined,
            act: (act) => deps.act(act, index),
            replay: () => post({ kind: 'replay', index }),
            cancel: () => post({ kind: 'cancelReplay' }),
            edit: () => post({ kind: 'edit', index }),
          })
    }</div>`;
  }

  function editorPart(index: number): PageTemplate {
    const text = writing.text(index);
    if (text === undefined) return nothing;
    const send = (): void => post({ kind: 'sendWritten', text });
    return messageEditor({
      strings,
      text,
      send,
      isRunning: replaying.isRunning,
      isChanged: writing.isChanged(index),
      setText: (typed) => writing.setText(index, typed),
      sendByKey() {
        const { message } = parseOutgoingMessage(text);
        if (!message || replaying.isRunning) return;
        if (mayChangeIt(message)) focusOn('send-written');
        else send();
      },
      cancel: () => post({ kind: 'cancelReplay' }),
      reset: () => writing.reset(index),
      close: () => post({ kind: 'edit' }),
    });
  }

  return {
    part({ isOpen, toggle, height, setHeight, logging }: MessagesView): PageTemplate {
      const setLevel = (level: McpLogLevel): void => post({ kind: 'setLogLevel', level });
      const bar = { strings, isOpen, toggle, found, counts, methods, number, narrow, find };
      return html`<section class="messages" aria-labelledby="messages">
        ${isOpen ? sashPart({ label: strings.messagesHeight, key: 'messages-height', isVertical: false, value: height, min: 12, max: 80, initial: defaultMessagesHeight, percentAt: ({ clientY }) => ((innerHeight - clientY) / innerHeight) * 100, set: setHeight }) : nothing}
        ${messageBar({ ...bar, nth: found.hitNumber(list.active), ...(logging && { logging: { ...logging, setLevel } }) })}
        <div class="both" ?hidden=${!isOpen} .style=${`height: ${height}vh`}>${list.root}${detailsPart()}</div>
      </section>`;
    },
    grow(now: {
      readonly count: number;
      readonly first: number;
      readonly kinds: typeof counts;
      readonly methods: readonly string[];
    }) {
      ({ kinds: counts, methods } = now);
      found.grow(now.count, now.first);
      selected.grown();
    },
    /** One was sent again: it is selected. */
    selectSent(index: number): void {
      list.show(index);
      if (found.rowOf(index) < 0) awaited = index;
    },
    setReplayState(next: ReplayState): void {
      const wasEditing = replaying.editing;
      const wasRunning = replaying.isRunning;
      replaying = next;
      if (wasRunning && next.outcome) deps.say(strings[outcomeTexts[next.outcome]]);
      if (next.editing !== undefined && next.editing !== wasEditing) isOpening = true;
    },
    /** The page was drawn. */
    afterDraw(): void {
      if (!isOpening) return;
      const input = app.querySelector<HTMLElement>('[data-key="written"]');
      if (!input) return;
      isOpening = false;
      input.focus();
    },
  };
}
