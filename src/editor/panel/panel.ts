import * as vscode from 'vscode';
import type { Log } from '../log.ts';
import { showError } from '../message.ts';
import type { Remedy, ToProblem } from '../problem.ts';
import { getUserTimeZone, setUserTimeZone } from '../userTimeZone.ts';
import { coalesce, createThrottledSchedule } from '../webview/coalesce.ts';
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
  type TextsOf,
} from '../webview/protocol.ts';
import { createReply } from '../webview/requests.ts';
import { isTimeZone } from '../webview/timeZone.ts';
import { renderPageHtml } from './pageHtml.ts';
import { runRemedy } from './remedies.ts';

/** The content of a page. `remedies` are those of its problems, by section, or by `page` if there are no sections. */
interface PanelView<State> {
  readonly state: State;
  readonly remedies?: Readonly<Record<string, readonly Remedy[]>>;
}

/**
 * Minimum interval between two states of a page in ms, because a server or a service can send hundreds of changes in
 * that time.
 */
const minStateIntervalMs = 50;

/** The dependencies of all panels. */
export interface PanelDependencies {
  readonly extensionUri: vscode.Uri;
  readonly log: Log;
  readonly toProblem: ToProblem;
}

interface PanelOptions<P extends PageDefinition> {
  readonly protocol: PageProtocol<P>;
  /** The name of its script and its style sheet in `dist`. */
  readonly name: string;
  readonly texts: () => TextsOf<P>;
  /** The page shows images from messages. It can't load any others. */
  readonly showsImages?: boolean;
  /** The page plays audio from messages. It can't load any other. */
  readonly playsAudio?: boolean;
  readonly view: () => PanelView<StateOf<P>>;
  /** Repeats the operation that failed. */
  readonly retry: () => unknown;
  /** The handlers of messages from the page. An error is shown as a notification. */
  readonly messageHandlers: {
    readonly [Kind in Exclude<keyof P['fromPage'] & string, 'remedy'>]: (
      message: MessageFields<P['fromPage'][Kind]>,
    ) => unknown;
  };
  readonly requestHandlers: {
    readonly [Kind in RequestKind<P>]: (
      params: PageRequestParams<P, Kind>,
    ) => PageResponse<P, Kind> | Promise<PageResponse<P, Kind>>;
  };
  /** Called before the page gets its first state. `zone` is its IANA time zone. */
  readonly onReady?: (zone: string) => void;
  /** Called after the page was shown or hidden. A hidden page doesn't exist. */
  readonly onDidChangeVisibility?: (isVisible: boolean) => void;
}

/** The part of a page in the extension host. */
export interface Panel<P extends PageDefinition> {
  readonly isActive: boolean;
  readonly isVisible: boolean;
  title: string;
  reveal(): void;
  /** Sends the current state to the page. Frequent calls are combined. */
  readonly redraw: () => void;
  /** Sends a message to the page, if it exists. */
  readonly post: (message: MessageToPage<P>) => void;
  /** Sends a message to the page, or to the next one if it doesn't exist. */
  postWhenReady(message: MessageToPage<P>): void;
  /** Announces a text to screen readers. */
  announce(text: string): void;
}

/**
 * Shows a page in a webview panel, and exchanges messages with it. The page doesn't exist while the panel is hidden.
 */
export function createPanel<P extends PageDefinition>(
  webviewPanel: vscode.WebviewPanel,
  { extensionUri, log, toProblem }: PanelDependencies,
  options: PanelOptions<P>,
): Panel<P> {
  const { protocol, name, messageHandlers, requestHandlers } = options;
  let isReady = false;
  let isDisposed = false;
  let queued: readonly MessageToPage<P>[] = [];
  /** The remedies that the page shows. */
  let remedies: PanelView<unknown>['remedies'] = {};

  const post = (message: MessageToPage<P>): void => {
    if (isReady && !isDisposed) void webviewPanel.webview.postMessage(message);
  };
  const view = (): StateOf<P> => {
    const current = options.view();
    ({ remedies } = current);
    return current.state;
  };
  const redraw = coalesce(() => {
    if (isReady && !isDisposed) post({ kind: 'state', state: view() });
  }, createThrottledSchedule(minStateIntervalMs));

  function start(zone: string): void {
    setUserTimeZone(zone);
    // Nothing is posted until the page has its first state.
    isReady = false;
    options.onReady?.(isTimeZone(zone) ? zone : getUserTimeZone());
    isReady = true;
    post({ kind: 'start', texts: options.texts(), state: view() });
    for (const message of queued) post(message);
    queued = [];
  }

  async function handle(message: MessageFromPage<P>): Promise<void> {
    const common = message as CommonFromPage;
    if (common.kind === 'ready') start(common.zone);
    else if (common.kind === 'remedy') {
      await runRemedy(remedies?.[common.section ?? 'page']?.[common.index], options.retry);
    } else if ('id' in message && message.kind in requestHandlers) {
      const respondTo = requestHandlers[message.kind as RequestKind<P>];
      post(await createReply(Number(message.id), () => respondTo(message as never)));
    } else await messageHandlers[message.kind as keyof typeof messageHandlers](message as never);
  }

  receiveMessages(webviewPanel.webview, protocol, name, { log, toProblem }, handle);
  webviewPanel.onDidChangeViewState(() => {
    if (!webviewPanel.visible) isReady = false;
    options.onDidChangeVisibility?.(webviewPanel.visible);
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
    announce: (text) => post({ kind: 'announce', text }),
  };
}

/** Handles messages of a page. Errors are shown as notifications, and each unreadable kind is logged once. */
function receiveMessages<P extends PageDefinition>(
  webview: vscode.Webview,
  protocol: PageProtocol<P>,
  name: string,
  { log, toProblem }: Pick<PanelDependencies, 'log' | 'toProblem'>,
  handle: (message: MessageFromPage<P>) => Promise<void>,
): void {
  const unreadableKinds = new Set<string>();
  webview.onDidReceiveMessage((raw: unknown) => {
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
    if (!unreadableKinds.has(kind))
      log.warn(`Page ${name}: ignored an unreadable message of kind "${kind}".`);
    unreadableKinds.add(kind);
  });
}

/** Loads the page `name` into a panel: its script and its style sheet in `dist`, and the icons. */
function showPage(
  { webview, title }: vscode.WebviewPanel,
  extensionUri: vscode.Uri,
  name: string,
  { showsImages = false, playsAudio = false }: { showsImages?: boolean; playsAudio?: boolean },
): void {
  const dist = vscode.Uri.joinPath(extensionUri, 'dist');
  const uri = (file: string) => String(webview.asWebviewUri(vscode.Uri.joinPath(dist, file)));
  webview.options = { enableScripts: true, localResourceRoots: [dist] };
  webview.html = renderPageHtml({
    nonce: crypto.randomUUID(),
    cspSource: webview.cspSource,
    language: vscode.env.language,
    title,
    showsImages,
    playsAudio,
    script: uri(`${name}.js`),
    styles: [uri('codicon.css'), uri(`${name}.css`)],
  });
}
