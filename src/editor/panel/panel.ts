import type * as vscode from 'vscode';
import type { Log } from '../log.ts';
import { showError } from '../message.ts';
import type { Remedy, ToProblem } from '../problem.ts';
import { getUserTimeZone, setUserTimeZone } from '../userTimeZone.ts';
import { atMostEvery, coalesce } from '../webview/coalesce.ts';
import {
  type CommonFromPage,
  getMessageKind,
  type MessageFields,
  type MessageFromPage,
  type MessageToPage,
  type PageDefinition,
  type PageProtocol,
  type PageRequestParams,
  type PageResponse,
  type RequestKind,
  type StateOf,
  type StringsOf,
} from '../webview/protocol.ts';
import { createReply } from '../webview/requests.ts';
import { isTimeZone } from '../webview/timeZone.ts';
import { runRemedy } from './remedies.ts';
import { showPage } from './showPage.ts';

/** What a panel shows now. `remedies`: the ways out of its problems, by section; of a page without sections, by `page`. */
interface PanelView<State> {
  readonly state: State;
  readonly remedies?: Readonly<Record<string, readonly Remedy[]>>;
}

/** Milliseconds between two states of a page at least: a server or a service may change a hundred times in one. */
const redrawMs = 50;

/** What panels of all kinds need. */
export interface PanelDeps {
  readonly extensionUri: vscode.Uri;
  readonly log: Log;
  readonly toProblem: ToProblem;
}

interface PanelOptions<P extends PageDefinition> {
  readonly protocol: PageProtocol<P>;
  /** Of its script and its style sheet in `dist`. */
  readonly name: string;
  readonly strings: () => StringsOf<P>;
  /** Pictures come to it in messages; from elsewhere it loads none. */
  readonly showsImages?: boolean;
  /** The same of sounds. */
  readonly playsAudio?: boolean;
  readonly view: () => PanelView<StateOf<P>>;
  /** Does again what failed. */
  readonly retry: () => unknown;
  /** What is done with each message of the page. What fails is told once, as a message. */
  readonly on: {
    readonly [Kind in Exclude<keyof P['fromPage'] & string, 'remedy'>]: (
      message: MessageFields<P['fromPage'][Kind]>,
    ) => unknown;
  };
  readonly respond: {
    readonly [Kind in RequestKind<P>]: (
      params: PageRequestParams<P, Kind>,
    ) => PageResponse<P, Kind> | Promise<PageResponse<P, Kind>>;
  };
  /** The page is there; it gets its first state after that. `zone`: IANA. */
  readonly onReady?: (zone: string) => void;
  /** Hidden, the page is gone. */
  readonly onVisibility?: (isVisible: boolean) => void;
}

/** The host side of a page. */
export interface Panel<P extends PageDefinition> {
  readonly isActive: boolean;
  readonly isVisible: boolean;
  title: string;
  reveal(): void;
  /** There is something else to show. Changes come in bursts; the last one counts. */
  readonly redraw: () => void;
  /** To the page that is there, else to none. */
  readonly post: (message: MessageToPage<P>) => void;
  /** The same, but a page that comes gets it as well. */
  postWhenReady(message: MessageToPage<P>): void;
  /** Tells it to a screen reader. */
  announce(text: string): void;
}

/** Shows a page in the panel, and carries messages. The page is gone while the panel is hidden. */
export function createPanel<P extends PageDefinition>(
  webviewPanel: vscode.WebviewPanel,
  { extensionUri, log, toProblem }: PanelDeps,
  options: PanelOptions<P>,
): Panel<P> {
  const { protocol, name, on, respond } = options;
  const unreadable = new Set<string>();
  let isReady = false;
  let isDisposed = false;
  let queued: readonly MessageToPage<P>[] = [];
  /** As they were shown last. */
  let remedies: PanelView<unknown>['remedies'] = {};

  const post = (message: MessageToPage<P>): void => {
    if (isReady && !isDisposed) void webviewPanel.webview.postMessage(message);
  };
  const view = (): StateOf<P> => {
    const shown = options.view();
    ({ remedies } = shown);
    return shown.state;
  };
  const redraw = coalesce(() => {
    if (isReady && !isDisposed) post({ kind: 'state', state: view() });
  }, atMostEvery(redrawMs));

  function ready(zone: string): void {
    setUserTimeZone(zone);
    // What it keeps for the page goes after the first state.
    isReady = false;
    options.onReady?.(isTimeZone(zone) ? zone : getUserTimeZone());
    isReady = true;
    post({ kind: 'start', strings: options.strings(), state: view() });
    for (const message of queued) post(message);
    queued = [];
  }

  async function handle(message: MessageFromPage<P>): Promise<void> {
    const every = message as CommonFromPage;
    if (every.kind === 'ready') ready(every.zone);
    else if (every.kind === 'remedy') {
      await runRemedy(remedies?.[every.section ?? 'page']?.[every.index], options.retry);
    } else if ('id' in message && message.kind in respond) {
      const respondTo = respond[message.kind as RequestKind<P>];
      post(await createReply(Number(message.id), () => respondTo(message as never)));
    } else await on[message.kind as keyof typeof on](message as never);
  }

  webviewPanel.webview.onDidReceiveMessage((raw: unknown) => {
    const message = protocol.readFromPage(raw);
    if (message) {
      handle(message).catch((error: unknown) => {
        const problem = toProblem(error);
        if (!problem) return;
        log.error(`Page ${name}: ${problem.message}`);
        void showError(problem.message);
      });
      return;
    }
    const kind = getMessageKind(raw);
    if (!unreadable.has(kind)) log.warn(`Page ${name}: ignored an unreadable message of kind "${kind}".`);
    unreadable.add(kind);
  });
  webviewPanel.onDidChangeViewState(() => {
    if (!webviewPanel.visible) isReady = false;
    options.onVisibility?.(webviewPanel.visible);
  });
  webviewPanel.onDidDispose(() => {
    isDisposed = true;
  });
  showPage(webviewPanel, extensionUri, name, options);

  return {
    get isActive() {
      return webviewPanel.active;
    },
    get isVisible() {
      return webviewPanel.visible;
    },
    get title() {
      return webviewPanel.title;
    },
    set title(title) {
      webviewPanel.title = title;
    },
    reveal: () => webviewPanel.reveal(),
    redraw,
    post,
    postWhenReady(message) {
      if (isReady) post(message);
      else queued = [...queued, message];
    },
    announce: (text) => post({ kind: 'said', text }),
  };
}
