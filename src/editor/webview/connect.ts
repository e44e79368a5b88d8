import { createElement } from './dom.ts';
import { listenToLinks } from './links.ts';
import type {
  CommonToPage,
  MessageFields,
  MessageFromPage,
  MessageToPage,
  PageDefinition,
  PageProtocol,
  PageRequestParams,
  PageResponse,
  PageStart,
  RequestKind,
  StateOf,
} from './protocol.ts';
import { createRequester } from './requests.ts';

/** The functions and the data that every page receives. */
export interface PageHost<P extends PageDefinition> {
  readonly post: (message: MessageFromPage<P>) => void;
  readonly request: <Kind extends RequestKind<P>>(
    kind: Kind,
    params: PageRequestParams<P, Kind>,
  ) => Promise<PageResponse<P, Kind>>;
  /** The IANA time zone of the user. */
  readonly timeZone: string;
  /** The last state that the page passed to `save`. The editor keeps it while the page is hidden. */
  readonly savedState: unknown;
  readonly save: (state: unknown) => void;
  /** The live region for screen readers, whose text `announce` sets. */
  readonly liveRegion: HTMLElement;
  readonly announce: (text: string) => void;
}

/** The handlers of messages from the host. */
export type PageHandlers<P extends PageDefinition> = {
  readonly [Kind in keyof P['toPage'] & string]: (message: MessageFields<P['toPage'][Kind]>) => void;
} & { readonly state: (state: StateOf<P>) => void };

type StateMessage<P extends PageDefinition> =
  | ({ readonly kind: 'start' } & PageStart<P>)
  | { readonly kind: 'state'; readonly state: StateOf<P> };

/** Connects a page to the extension host. `create` is called with the texts and the first state. */
export function connectPage<P extends PageDefinition>(
  protocol: PageProtocol<P>,
  create: (app: HTMLElement, start: PageStart<P>, host: PageHost<P>) => PageHandlers<P>,
): void {
  const vscode = acquireVsCodeApi();
  const app = document.getElementById('app') ?? document.body;
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const post = (message: unknown): void => vscode.postMessage(message);
  const requester = createRequester(protocol, post);
  const liveRegion = createElement('div', 'unseen', { role: 'status' });
  const announce = (text: string): void => {
    // Without an empty text in between, screen readers wouldn't announce the same text again.
    liveRegion.textContent = '';
    liveRegion.textContent = text;
  };
  const host: PageHost<P> = {
    post,
    request: requester.request,
    timeZone,
    liveRegion,
    announce,
    savedState: vscode.getState(),
    save: (state) => void vscode.setState(state),
  };
  let handlers: Readonly<Record<string, ((message: never) => void) | undefined>> | undefined;
  window.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const message = protocol.readToPage(data) as CommonToPage | StateMessage<P> | undefined;
    if (message?.kind === 'reply') requester.settle(message);
    else if (message?.kind === 'announce') announce(message.text);
    else if (message?.kind === 'start') {
      handlers ??= create(app, message, host);
      showIconsWithFont();
    } else if (message?.kind === 'state') handlers?.['state']?.(message.state as never);
    else if (message) handlers?.[(message as MessageToPage<P>).kind]?.(message as never);
  });
  window.addEventListener('pagehide', requester.dispose);
  listenToLinks((url) => post({ kind: 'openLink', url }));
  post({ kind: 'ready', zone: timeZone });
}

/**
 * Shows the icons when their font is loaded. Without the font, they stay hidden. A font that a page requests before its first
 * content would delay its load event, and the editor sends no message before that event.
 */
function showIconsWithFont(): void {
  void document.fonts.load('16px codicon').then(
    () => document.documentElement.classList.add('has-icons'),
    () => undefined,
  );
}
