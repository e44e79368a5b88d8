import { keyed } from 'lit/directives/keyed.js';
import { html, nothing, render } from 'lit/html.js';
import { coalesce } from '../../editor/webview/coalesce.ts';
import type { PageHandlers, PageHost } from '../../editor/webview/connect.ts';
import type { PageStart } from '../../editor/webview/protocol.ts';
import { type PageTemplate, renderKeepingFocus } from '../../editor/webview/templates.ts';
import type { CallView, InspectorItem } from '../pageSchemas.ts';
import type { InspectorPage } from '../protocol.ts';
import { isWaitingForUser } from '../serverRequests/pendingRequest.ts';
import { createArguments } from './arguments.ts';
import { serverComparisonPart } from './comparison.ts';
import { focusFirstInvalid } from './formFocus.ts';
import { inspectorHeadPart } from './head.ts';
import { itemDetailPart } from './itemDetail.ts';
import { listingPart } from './listing.ts';
import { defaultListingWidth, listingSash } from './listingSash.ts';
import { createMarkdownToggles } from './markdownToggle.ts';
import { createMessages, defaultMessagesHeight } from './messages.ts';
import { createServerRequestsPart } from './serverRequests.ts';
import { type InspectorViewState, readInspectorViewState } from './viewState.ts';

/** Creates the inspector page of a server: its listing, the selected item, and the messages. */
export function createPage(
  app: HTMLElement,
  { strings, state: first }: PageStart<InspectorPage>,
  { post, request, savedState, save, liveRegion, announce }: PageHost<InspectorPage>,
): PageHandlers<InspectorPage> {
  let state = first;
  let look = readInspectorViewState(savedState);
  const language = document.documentElement.lang || 'en';
  const calls = new Map<string, CallView>();
  const rich = createMarkdownToggles(() => draw());
  const args = createArguments({
    strings,
    typed: first.drafts,
    draw: () => draw(),
    keep: (typed) => post({ kind: 'typed', typed }),
    edit: (typed) => post({ kind: 'editJson', typed }),
    complete: (key, argument, value, others) => request('complete', { key, argument, value, others }),
  });
  /** Draws at most once per frame, because messages arrive in bursts. */
  const drawSoon = coalesce(() => draw(), requestAnimationFrame);
  const messages = createMessages({
    strings,
    language,
    app,
    draw: drawSoon,
    replaying: first.replay,
    post,
    say: announce,
    open: () => look.areMessagesOpen || change({ areMessagesOpen: true }),
    hasUrl: first.process === undefined,
    lines: (indexes, query) => request('lines', { indexes, query }),
    message: (index, query) => request('message', { index, query }),
    find: (wanted, from) => request('find', { ...wanted, from }),
    act: (kind, index) =>
      post(kind === 'open' ? { kind: 'openMessage', index } : { kind: 'copyMessage', index, as: kind }),
  });
  const asksPart = createServerRequestsPart({
    strings,
    say: announce,
    draw: () => draw(),
    act: (kind, id) => post({ kind, id }),
    answer: (id, action, content) => post({ kind: 'answerAsk', id, action, content }),
  });

  /** Key of the item whose response is scrolled into view when it's drawn. */
  let isCalling: string | undefined;
  let isAnswerShown = true;

  function change(changes: Partial<InspectorViewState>): void {
    look = { ...look, ...changes };
    save({ ...look, identity: state.identity });
    draw();
  }

  function call(item: InspectorItem): void {
    // A double click means one call. *Cancel* is beside the button.
    if (calls.get(item.key)?.status === 'running') return;
    const value = args.valueOf(item);
    const isWrong = args.tried(item);
    if (isWrong) {
      draw();
      focusFirstInvalid(app.querySelector('.arguments') ?? app);
    }
    if (value === undefined) return;
    // The focused field stays in view.
    isCalling = isWrong ? undefined : item.key;
    post({ kind: 'call', key: item.key, args: value });
  }

  const itemAt = (key: string | undefined): InspectorItem | undefined =>
    state.groups.flatMap(({ items }) => items).find((item) => item.key === key);

  const resources = () => state.groups.flatMap(({ kind, items }) => (kind === 'resource' ? items : []));

  function select(selected: string, more: Partial<InspectorViewState> = {}): void {
    change({ ...more, selected });
    app.querySelector('.detail')?.scrollTo({ top: 0 });
  }

  /** Time of the last seen change of each resource. */
  const seen = new Map<string, number>();

  function changedKeys(): ReadonlySet<string> {
    const changed = state.subscriptions.flatMap(({ key, changedAt }) => {
      if (changedAt === undefined) return [];
      if (key === look.selected) seen.set(key, changedAt);
      return seen.get(key) === changedAt ? [] : [key];
    });
    return new Set(changed);
  }

  const comparison = (): PageTemplate =>
    state.comparison
      ? serverComparisonPart(state.comparison, strings, () => post({ kind: 'closeComparison' }))
      : nothing;

  const faultsLook = () => ({
    isOpen: look.areFaultsOpen ?? false,
    toggle: (areFaultsOpen: boolean) => change({ areFaultsOpen }),
  });

  function selectedPart(): PageTemplate {
    const item = itemAt(look.selected);
    if (!item) {
      const isThere = state.phase === 'connected';
      return isThere ? html`<p class="invitation quiet">${strings.selectItem}</p>` : nothing;
    }
    // Another item starts with all its parts collapsed.
    const part = itemDetailPart({
      strings,
      language,
      item,
      call: calls.get(item.key),
      isAsked: state.pendingRequests.some(isWaitingForUser),
      faults: faultsLook(),
      arguments: args.part(item),
      issueCount: args.issueCount(item),
      mayCall: state.phase === 'connected',
      run: () => call(item),
      cancel: () => post({ kind: 'cancel', key: item.key }),
      ...(state.canSubscribe &&
        item.kind === 'resource' && {
          subscription: {
            current: state.subscriptions.find(({ key }) => key === item.key),
            toggle: (isOn: boolean) => post({ kind: 'subscribe', key: item.key, isOn }),
          },
        }),
      resourceAt: (uri) => {
        const found = resources().find((one) => one.uri === uri);
        return found && (() => select(found.key, { filter: '' }));
      },
      rich: (index, block) => rich(`${item.key} ${index}`, block),
      saveBlock: (index) => post({ kind: 'saveBlock', key: item.key, index }),
      copyBlock: (index) => post({ kind: 'copyBlock', key: item.key, index }),
      openBlock: (index) => post({ kind: 'openBlock', key: item.key, index }),
      ...(state.identity.environmentId !== undefined && {
        showLogs: () => post({ kind: 'showLogs', key: item.key }),
      }),
      saveTest: () => post({ kind: 'saveTest', key: item.key }),
      openStructured: () => post({ kind: 'openStructured', key: item.key }),
    });
    return html`${keyed(item.key, part)}`;
  }

  function draw(): void {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      const item = itemAt(look.selected);
      if (!item || state.phase !== 'connected') return;
      event.preventDefault();
      call(item);
    };
    const page = html`${inspectorHeadPart(state, strings, { post, language, isOpen: look.areStepsOpen, toggle: (areStepsOpen) => change({ areStepsOpen }), faults: faultsLook(), select: (key) => select(key, { filter: '' }) })}
      ${state.pendingRequests.length === 0 ? nothing : asksPart(state.pendingRequests, state.rejectedRequestCount)}
      <div class="middle" .style=${`--offers: ${look.offersWidth ?? defaultListingWidth}%`}>
        ${listingPart({
          strings,
          groups: state.groups,
          filter: look.filter,
          selected: look.selected,
          changed: changedKeys(),
          isKnown: state.phase === 'connected',
          end: listingSash({
            strings,
            app,
            value: look.offersWidth,
            set: (offersWidth) => change({ offersWidth }),
          }),
          setFilter: (filter) => change({ filter }),
          select: (selected) => select(selected),
        })}
        <main class="detail" @keydown=${onKey}>${comparison()}${selectedPart()}</main>
      </div>
      ${messages.part({
        isOpen: look.areMessagesOpen,
        toggle: (areMessagesOpen) => change({ areMessagesOpen }),
        height: look.messagesHeight ?? defaultMessagesHeight,
        ...(state.logLevel && { logging: state.logLevel }),
        setHeight: (messagesHeight) => change({ messagesHeight }),
      })}`;
    renderKeepingFocus(app, 'h1', () => render(page, app));
    messages.afterDraw();
    if (!isAnswerShown) app.querySelector('.answer')?.scrollIntoView({ block: 'nearest' });
    isAnswerShown = true;
  }

  /** Announces the end of a call to screen readers. */
  function tell({ status, isError }: CallView): void {
    if (status === 'answered') announce(isError ? strings.toolFailed : strings.answered);
    if (status === 'failed') announce(strings.callFailed);
    if (status === 'cancelled') announce(strings.cancelled);
  }

  app.after(liveRegion);
  change({});

  return {
    state(next) {
      state = next;
      messages.setReplayState(next.replay);
      drawSoon();
    },
    call({ call: view }) {
      const isNew = isCalling === view.key && isCalling === look.selected;
      const before = calls.get(view.key)?.status;
      calls.set(view.key, view);
      if (before === 'running' && view.status !== 'running') tell(view);
      drawSoon();
      if (!isNew) return;
      if (view.status !== 'running') isCalling = undefined;
      isAnswerShown = false;
    },
    messages: (now) => messages.grow(now),
    sent: ({ index }) => messages.selectSent(index),
    typed({ typed: { key, text } }) {
      const item = itemAt(key);
      if (item && text !== undefined) args.written(item, text);
    },
    select({ typed }) {
      args.fill(typed);
      select(typed.key, { filter: '' });
    },
  };
}
