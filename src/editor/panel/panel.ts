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
import { openHttpUrl } from './openHttpUrl.ts';
import { renderPageHtml } from './pageHtml.ts';
import { runRemedy } from './remedies.ts';

/** The remedies of the problems on a page, by section. A page without sections has only the key `page`. */
type RemediesBySection = Readonly<Record<string, readonly Remedy[]>>;

/** The state of a page, and the remedies that its buttons run. */
interface PanelView<State> {
  readonly state: State;
  readonly remedies?: RemediesBySection;
}

/** Minimum interval between two states that are sent to a page. A server or a service can send changes much faster. */
const minStateIntervalMs = 50;

/** The objects and functions that all panels need. */
export interface PanelDependencies {
  readonly extensionUri: vscode.Uri;
  readonly log: Log;
  readonly toProblem: ToProblem;
}

interface PanelOptions<P extends PageDefinition> {
  readonly protocol: PageProtocol<P>;
  /** The name of the page's script and style sheet in `dist`, without extension. */
  readonly name: string;
  /** The name of the tab's icon in `media/tabs`. Default: `name`. */
  readonly icon?: string;
  readonly texts: () => TextsOf<P>;
  /** Whether the page can show images that messages contain. It can't load other images. */
  readonly showsImages?: boolean;
  /** Whether the page can play audio that messages contain. It can't load other audio. */
  readonly playsAudio?: boolean;
  readonly view: () => PanelView<StateOf<P>>;
  /** Retries the failed operation. Called by the button *Try Again*, and after some remedies. */
  readonly retry: () => unknown;
  /** Handlers of messages from the page. Errors are shown as notifications. */
  readonly messageHandlers: {
    readonly [Kind in Exclude<keyof P['fromPage'] & string, 'remedy'>]: (
      message: MessageFields<P['fromPage'][Kind]>,
    ) => unknown;
  };
  /** Handlers of messages from the page that need a response. The page receives errors. */
  readonly requestHandlers: {
    readonly [Kind in RequestKind<P>]: (
      params: PageRequestParams<P, Kind>,
    ) => PageResponse<P, Kind> | Promise<PageResponse<P, Kind>>;
  };
  /** Called before the page gets its first state. `zone` is the IANA time zone of the user. */
  readonly onReady?: (zone: string) => void;
  /**
   * Called after the page was shown or hidden. VS Code destroys a hidden page, and creates it again when it's shown.
   */
  readonly onDidChangeVisibility?: (isVisible: boolean) => void;
}

/** Controls a page from the extension host. */
export interface Panel<P extends PageDefinition> {
  readonly isActive: boolean;
  readonly isVisible: boolean;
  title: string;
  readonly reveal: () => void;
  /** Sends the current state to the page. Frequent calls are combined. */
  readonly redraw: () => void;
  /** Sends a message to the page. Ignored if the page is hidden or doesn't have its first state. */
  readonly post: (message: MessageToPage<P>) => void;
  /** Sends a message to the page. If the page is hidden, sends the message as soon as the page is shown again. */
  readonly postWhenReady: (message: MessageToPage<P>) => void;
  /** Announces a text to screen readers. Ignored if the page is hidden. */
  readonly announce: (text: string) => void;
}

/** Shows a page in a webview panel, and exchanges messages with the page. */
export function createPanel<P extends PageDefinition>(
  webviewPanel: vscode.WebviewPanel,
  { extensionUri, log, toProblem }: PanelDependencies,
  options: PanelOptions<P>,
): Panel<P> {
  const { protocol, name, messageHandlers, requestHandlers } = options;
  let isReady = false;
  let isDisposed = false;
  let queuedMessages: readonly MessageToPage<P>[] = [];
  /** The remedies that the page shows. */
  let remedies: RemediesBySection | undefined = {};

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
    // Ignores an invalid zone.
    setUserTimeZone(zone);
    // Nothing is posted until the page has its first state.
    isReady = false;
    options.onReady?.(isTimeZone(zone) ? zone : getUserTimeZone());
    isReady = true;
    post({ kind: 'start', texts: options.texts(), state: view() });
    for (const message of queuedMessages) post(message);
    queuedMessages = [];
  }

  // The messages are typed as `never` for the handlers, because the compiler can't relate a kind to its message. The
  // protocol has validated them.
  async function handle(message: MessageFromPage<P>): Promise<void> {
    const common = message as CommonFromPage;
    if (common.kind === 'ready') start(common.zone);
    else if (common.kind === 'openLink') await openHttpUrl(common.url);
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
  const icon = (theme: 'light' | 'dark'): vscode.Uri =>
    vscode.Uri.joinPath(extensionUri, 'media', 'tabs', `${options.icon ?? name}-${theme}.svg`);
  webviewPanel.iconPath = { light: icon('light'), dark: icon('dark') };
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
      else queuedMessages = [...queuedMessages, message];
    },
    announce: (text) => post({ kind: 'announce', text }),
  };
}

/** Handles messages from a page. Shows errors as notifications. Logs each kind of invalid messages once. */
function receiveMessages<P extends PageDefinition>(
  webview: vscode.Webview,
  protocol: PageProtocol<P>,
  name: string,
  { log, toProblem }: Pick<PanelDependencies, 'log' | 'toProblem'>,
  handle: (message: MessageFromPage<P>) => Promise<void>,
): void {
  const invalidKinds = new Set<string>();
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
    if (!invalidKinds.has(kind)) log.warn(`Page ${name}: ignored an unreadable message of kind "${kind}".`);
    invalidKinds.add(kind);
  });
}

/** Loads a page into a panel: its script and style sheet in `dist`, and the icons. */
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
    loading: vscode.l10n.t('Loading...'),
    showsImages,
    playsAudio,
    script: uri(`${name}.js`),
    styles: [uri('codicon.css'), uri(`${name}.css`)],
  });
}
