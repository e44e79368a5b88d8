import './jitless.ts';
import { element } from './dom.ts';
import type {
  AnswerOf,
  FromPage,
  PageParts,
  Protocol,
  RequestKind,
  RequestOf,
  Said,
  Start,
  StateOf,
  ToEvery,
  ToPage,
} from './protocol.ts';
import { createCaller } from './requests.ts';

/** How a page reaches its host, and what else is the same for all pages. */
export interface PageHost<P extends PageParts> {
  readonly post: (message: FromPage<P>) => void;
  readonly request: <Kind extends RequestKind<P>>(
    kind: Kind,
    asked: RequestOf<P, Kind>,
  ) => Promise<AnswerOf<P, Kind>>;
  /** IANA; that of the person. */
  readonly timeZone: string;
  /** What `save` was given last; the editor keeps it. */
  readonly kept: unknown;
  readonly save: (kept: unknown) => void;
  /** For screen readers: `say` speaks through it. */
  readonly spoken: HTMLElement;
  readonly say: (text: string) => void;
}

/** What a page does with what its host says. */
export type PageHandlers<P extends PageParts> = {
  readonly [Kind in keyof P['toPage'] & string]: (message: Said<P['toPage'][Kind]>) => void;
} & { readonly state: (state: StateOf<P>) => void };

type Other<P extends PageParts> =
  | ({ readonly kind: 'start' } & Start<P>)
  | { readonly kind: 'state'; readonly state: StateOf<P> };

/** Connects a page to its host: `create` draws it into `app` when it has its texts and its first state. */
export function connectPage<P extends PageParts>(
  protocol: Protocol<P>,
  create: (app: HTMLElement, start: Start<P>, host: PageHost<P>) => PageHandlers<P>,
): void {
  const vscode = acquireVsCodeApi();
  const app = document.getElementById('app') ?? document.body;
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const post = (message: unknown): void => vscode.postMessage(message);
  const caller = createCaller(protocol, post);
  const spoken = element('div', 'unseen', { role: 'status' });
  const say = (text: string): void => {
    // The same words again are told again.
    spoken.textContent = '';
    spoken.textContent = text;
  };
  const host: PageHost<P> = {
    ...{ post, request: caller.request, timeZone, spoken, say },
    kept: vscode.getState(),
    save: (kept) => void vscode.setState(kept),
  };
  let handlers: Readonly<Record<string, ((message: never) => void) | undefined>> | undefined;
  window.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const message = protocol.readToPage(data) as ToEvery | Other<P> | undefined;
    if (message?.kind === 'reply') caller.settle(message);
    else if (message?.kind === 'said') say(message.text);
    else if (message?.kind === 'start') handlers ??= create(app, message, host);
    else if (message?.kind === 'state') handlers?.['state']?.(message.state as never);
    else if (message) handlers?.[(message as ToPage<P>).kind]?.(message as never);
  });
  window.addEventListener('pagehide', caller.dispose);
  post({ kind: 'ready', zone: timeZone });
}
