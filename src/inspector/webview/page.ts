import { keyed } from 'lit/directives/keyed.js';
import { html, nothing, render } from 'lit/html.js';
import * as z from 'zod/mini';
import { coalesce } from '../../editor/webview/coalesce.ts';
import type { PageHandlers, PageHost } from '../../editor/webview/connect.ts';
import type { PageStart } from '../../editor/webview/protocol.ts';
import { sashPart } from '../../editor/webview/sash.ts';
import { type PageTemplate, renderKeepingFocus } from '../../editor/webview/templates.ts';
import type { CallView, InspectorItem } from '../pageSchemas.ts';
import type { InspectorTexts } from '../pageTexts.ts';
import type { InspectorPage, InspectorState } from '../protocol.ts';
import { encodePointer, type ValuePath } from '../schema/pointer.ts';
import { isWaitingForUser } from '../serverRequests/pendingRequestSchema.ts';
import { ArgumentsEditor } from './argumentsEditor.ts';
import { focusField, focusFirstInvalid } from './formFocus.ts';
import { inspectorHeadPart } from './head.ts';
import { itemDetailPart, parseOutputSchema } from './itemDetail.ts';
import type { LintIssuesView } from './lintIssues.ts';
import { listingPart } from './listing.ts';
import { createMarkdownToggles } from './markdownToggle.ts';
import { defaultMessagesHeight, MessagesSection } from './messagesSection.ts';
import { isInvalidResponse } from './outputValidation.ts';
import { overviewPart } from './overview.ts';
import { serverComparisonPart } from './serverComparison.ts';
import { ServerRequests } from './serverRequests.ts';

/** View state of an inspector page. The editor writes it to disk, so it contains no data of the server or the user except names. */
const viewStateSchema = z.object({
  /** Key of the selected item. */
  selected: z.exactOptional(z.string()),
  filter: z.string(),
  areMessagesOpen: z.boolean(),
  areStepsOpen: z.boolean(),
  /** Whether lint issues are expanded. Absent if the user hasn't expanded or collapsed them. */
  areFaultsOpen: z.exactOptional(z.boolean()),
  /** Height of the messages in percent of the page. Absent if the user hasn't changed it. */
  messagesHeight: z.exactOptional(z.number()),
  /** Width of the listing in percent of the page. Absent if the user hasn't changed it. */
  offersWidth: z.exactOptional(z.number()),
});
type InspectorViewState = z.infer<typeof viewStateSchema>;

const defaultViewState: InspectorViewState = { filter: '', areMessagesOpen: false, areStepsOpen: false };

/** Default width of the listing, in percent of the page. */
const defaultListingWidth = 30;

/** Creates the inspector page of a server: its listing, the selected item, and the messages. */
export function createPage(
  app: HTMLElement,
  start: PageStart<InspectorPage>,
  host: PageHost<InspectorPage>,
): PageHandlers<InspectorPage> {
  const page = new InspectorPageView(app, start, host);
  return {
    state: (state) => page.setState(state),
    call: ({ call }) => page.setCall(call),
    messages: (counts) => page.messages.setCounts(counts),
    messageSent: ({ index }) => page.messages.selectSent(index),
    setArguments: ({ draft: { key, text } }) => page.setArgumentsText(key, text),
    select: ({ draft }) => page.selectWithArguments(draft),
  };
}

class InspectorPageView {
  readonly messages: MessagesSection;
  readonly #app: HTMLElement;
  readonly #texts: InspectorTexts;
  readonly #host: PageHost<InspectorPage>;
  readonly #language = document.documentElement.lang || 'en';
  readonly #arguments: ArgumentsEditor;
  readonly #serverRequests: ServerRequests;
  readonly #markdownToggles = createMarkdownToggles(() => this.#draw());
  /** Draws at most once per frame, because messages arrive in bursts. */
  readonly #drawSoon = coalesce(() => this.#draw(), requestAnimationFrame);
  /** The last call of each item by its key. */
  readonly #calls = new Map<string, CallView>();
  /** Time of the last change of each resource that the user has seen, by its key. */
  readonly #seenChanges = new Map<string, number>();
  #state: InspectorState;
  #view: InspectorViewState;
  /** Key of the item whose response is scrolled into view when it's drawn. */
  #callingKey: string | undefined;
  #isResponseInView = true;

  constructor(app: HTMLElement, { texts, state }: PageStart<InspectorPage>, host: PageHost<InspectorPage>) {
    const draw = (): void => this.#draw();
    this.#app = app;
    this.#texts = texts;
    this.#host = host;
    this.#state = state;
    this.#view = viewStateSchema.safeParse(host.savedState).data ?? defaultViewState;
    this.#arguments = new ArgumentsEditor(texts, state.drafts, host, draw);
    this.#serverRequests = new ServerRequests(texts, host, draw);
    this.messages = new MessagesSection({
      texts,
      language: this.#language,
      app,
      host,
      replay: state.replay,
      hasUrl: state.process === undefined,
      draw: this.#drawSoon,
      open: () => this.#view.areMessagesOpen || this.#changeView({ areMessagesOpen: true }),
      findOutputSchema: (tool) => this.#findOutputSchema(tool),
    });
    app.after(host.liveRegion);
    this.#changeView({});
  }

  setState(state: InspectorState): void {
    this.#state = state;
    this.messages.setReplay(state.replay);
    this.#drawSoon();
  }

  setCall(call: CallView): void {
    const isAwaited = this.#callingKey === call.key && this.#callingKey === this.#view.selected;
    const previous = this.#calls.get(call.key);
    this.#calls.set(call.key, call);
    if (previous?.status === 'running' && call.status !== 'running') this.#announce(call);
    this.#drawSoon();
    if (!isAwaited) return;
    if (call.status !== 'running') this.#callingKey = undefined;
    this.#isResponseInView = false;
  }

  /** Applies a text that the user entered in a document of the editor. */
  setArgumentsText(key: string, text: string | undefined): void {
    const item = this.#findItem(key);
    if (item && text !== undefined) this.#arguments.setText(item, text);
  }

  selectWithArguments(draft: Parameters<ArgumentsEditor['setArguments']>[0]): void {
    this.#arguments.setArguments(draft);
    this.#select(draft.key, { filter: '' });
  }

  #changeView(changes: Partial<InspectorViewState>): void {
    this.#view = { ...this.#view, ...changes };
    this.#host.save({ ...this.#view, identity: this.#state.identity });
    this.#draw();
  }

  #select(key: string, changes: Partial<InspectorViewState> = {}): void {
    this.#changeView({ ...changes, selected: key });
    for (const part of this.#app.querySelectorAll('.item-body, .request-side')) part.scrollTo({ top: 0 });
  }

  #showOverview(): void {
    const { selected: _, ...view } = this.#view;
    this.#view = view;
    this.#changeView({});
  }

  #findItem(key: string | undefined): InspectorItem | undefined {
    return this.#state.groups.flatMap(({ items }) => items).find((item) => item.key === key);
  }

  #findResource(uri: string | undefined): string | undefined {
    const resources = this.#state.groups.flatMap(({ kind, items }) => (kind === 'resource' ? items : []));
    return resources.find((resource) => resource.uri === uri)?.key;
  }

  #findOutputSchema(tool: string): unknown {
    const tools = this.#state.groups.flatMap(({ kind, items }) => (kind === 'tool' ? items : []));
    const item = tools.find(({ name }) => name === tool);
    return item && parseOutputSchema(item);
  }

  #runCall(item: InspectorItem): void {
    // A double click must not call twice. To call again, the user can select *Cancel* first.
    if (this.#calls.get(item.key)?.status === 'running') return;
    const argumentValues = this.#arguments.getArguments(item);
    const isInvalid = this.#arguments.revealIssues(item);
    if (isInvalid) {
      this.#draw();
      focusFirstInvalid(this.#app.querySelector('.arguments') ?? this.#app);
    }
    if (argumentValues === undefined) return;
    // The response isn't scrolled into view if an invalid field has the focus.
    this.#callingKey = isInvalid ? undefined : item.key;
    this.#host.post({ kind: 'call', key: item.key, args: argumentValues });
  }

  #focusField(item: InspectorItem, path: ValuePath): void {
    this.#arguments.showForm(item);
    focusField(this.#app.querySelector('.arguments') ?? this.#app, encodePointer(path));
  }

  /** Announces the end of a call to screen readers. */
  #announce(call: CallView): void {
    const { key, status, isError } = call;
    const { toolFailed, invalidResponse, answered, callFailed, canceled, form } = this.#texts;
    const item = this.#findItem(key);
    const isInvalid = isInvalidResponse(call, item && parseOutputSchema(item), form);
    if (status === 'answered')
      this.#host.announce(isError ? toolFailed : isInvalid ? invalidResponse : answered);
    if (status === 'failed') this.#host.announce(callFailed);
    if (status === 'canceled') this.#host.announce(canceled);
  }

  /** Returns the keys of resources that changed since the user last selected them. */
  #changedKeys(): ReadonlySet<string> {
    const keys = this.#state.subscriptions.flatMap(({ key, changedAt }) => {
      if (changedAt === undefined) return [];
      if (key === this.#view.selected) this.#seenChanges.set(key, changedAt);
      return this.#seenChanges.get(key) === changedAt ? [] : [key];
    });
    return new Set(keys);
  }

  #draw(): void {
    const { phase, groups, pendingRequests, rejectedRequestCount } = this.#state;
    const hasListing = phase !== 'failed' || groups.some(({ items }) => items.length > 0);
    const width = this.#view.offersWidth ?? defaultListingWidth;
    const page = html`${this.#headPart()}
      ${pendingRequests.length === 0 ? nothing : this.#serverRequests.part(pendingRequests, rejectedRequestCount)}
      <div class="middle ${hasListing ? '' : 'unlisted'}" .style=${`--listing-width: ${width}%`}>
        ${hasListing ? this.#listingPart(width) : nothing}
        <main class="detail" @keydown=${(event: KeyboardEvent) => this.#onDetailKey(event)}>${this.#comparisonPart()}${this.#selectedItemPart()}</main>
      </div>
      ${this.#messagesPart()}`;
    renderKeepingFocus(this.#app, 'h1', () => render(page, this.#app));
    this.messages.afterDraw();
    if (!this.#isResponseInView) this.#app.querySelector('.response')?.scrollIntoView({ block: 'nearest' });
    this.#isResponseInView = true;
  }

  /** Calls the selected item on Ctrl+Enter. */
  #onDetailKey(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    const item = this.#findItem(this.#view.selected);
    if (!item || this.#state.phase !== 'connected') return;
    event.preventDefault();
    this.#runCall(item);
  }

  #headPart(): PageTemplate {
    return inspectorHeadPart(this.#state, this.#texts, {
      language: this.#language,
      isOpen: this.#view.areStepsOpen,
      post: this.#host.post,
      toggle: (areStepsOpen) => this.#changeView({ areStepsOpen }),
    });
  }

  #lintIssuesView(): LintIssuesView {
    return {
      isOpen: this.#view.areFaultsOpen,
      toggle: (areFaultsOpen) => this.#changeView({ areFaultsOpen }),
    };
  }

  /** `width` is the width of the listing in percent of the page. */
  #listingPart(width: number): PageTemplate {
    const sash = sashPart({
      label: this.#texts.listingWidth,
      key: 'offers-width',
      isVertical: true,
      value: width,
      setValue: (offersWidth) => this.#changeView({ offersWidth }),
      min: 15,
      max: 70,
      defaultValue: defaultListingWidth,
      getPercent: ({ clientX }) => (clientX / this.#app.clientWidth) * 100,
    });
    return listingPart({
      texts: this.#texts,
      groups: this.#state.groups,
      filter: this.#view.filter,
      selected: this.#view.selected,
      changedKeys: this.#changedKeys(),
      areListsLoaded: this.#state.phase === 'connected',
      sash: sash,
      setFilter: (filter) => this.#changeView({ filter }),
      select: (key) => this.#select(key),
      showOverview: () => this.#showOverview(),
    });
  }

  #comparisonPart(): PageTemplate {
    const { comparison } = this.#state;
    if (!comparison) return nothing;
    return serverComparisonPart(comparison, this.#texts, this.#host.post);
  }

  #selectedItemPart(): PageTemplate {
    const { phase, pendingRequests, canSubscribe, subscriptions, identity } = this.#state;
    const isConnected = phase === 'connected';
    const item = this.#findItem(this.#view.selected);
    if (!item) return isConnected ? this.#overviewPart() : nothing;
    const part = itemDetailPart({
      texts: this.#texts,
      language: this.#language,
      post: this.#host.post,
      item,
      call: this.#calls.get(item.key),
      arguments: this.#arguments.part(item),
      issueSummary: this.#arguments.getIssueSummary(item),
      lintIssues: this.#lintIssuesView(),
      isConnected,
      isWaitingForUser: pendingRequests.some(isWaitingForUser),
      canSubscribe: canSubscribe && item.kind === 'resource',
      subscription: subscriptions.find(({ key }) => key === item.key),
      hasLogs: identity.environmentId !== undefined,
      markdownToggles: this.#markdownToggles,
      findResource: (uri) => this.#findResource(uri),
      select: (key) => this.#select(key, { filter: '' }),
      runCall: () => this.#runCall(item),
      focusField: (path) => this.#focusField(item, path),
    });
    // When another item is selected, its parts are collapsed again.
    return html`${keyed(item.key, part)}`;
  }

  #overviewPart(): PageTemplate {
    return overviewPart(this.#state, {
      texts: this.#texts,
      markdownToggles: this.#markdownToggles,
      post: this.#host.post,
      select: (key) => this.#select(key, { filter: '' }),
    });
  }

  #messagesPart(): PageTemplate {
    const { logLevel } = this.#state;
    return this.messages.part({
      isOpen: this.#view.areMessagesOpen,
      toggle: (areMessagesOpen) => this.#changeView({ areMessagesOpen }),
      height: this.#view.messagesHeight ?? defaultMessagesHeight,
      setHeight: (messagesHeight) => this.#changeView({ messagesHeight }),
      ...(logLevel && { logging: logLevel }),
    });
  }
}
