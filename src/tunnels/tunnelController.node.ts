import * as vscode from 'vscode';
import { isApiError } from '../api/errors.ts';
import type { TunnelTicket } from '../api/tunnels.ts';
import { getClientForService } from '../auth/clientForService.ts';
import type { FeatureContext } from '../context.ts';
import { Disposable } from '../editor/disposable.ts';
import { RegistrationError } from './client/registerTunnel.node.ts';
import { openTunnel, type Tunnel } from './client/tunnel.node.ts';
import type { TunnelState } from './client/tunnelState.ts';
import { describeForwardFailure } from './describeTunnel.ts';
import type { LocalServer } from './localServer.ts';
import type { ReplayedRequest } from './requests/replay.ts';
import { RequestLog } from './requests/requestLog.ts';

/** The tunnel of this window. */
export interface OpenedTunnel {
  readonly server: LocalServer;
  readonly state: TunnelState;
}

/** The end of a tunnel that the user didn't close. Without `error`, the user signed out or selected another service. */
export interface TunnelEnd {
  readonly server: LocalServer;
  readonly error?: unknown;
}

/** The service and the account of a tunnel. */
interface TunnelOwner {
  readonly baseUrl: string;
  readonly accountId: string | undefined;
}

/** Kinds of errors of the service that can disappear without the user. */
const temporaryErrors = ['network', 'timeout', 'server', 'rateLimited'] as const;

/** Opens and closes the tunnel of this window. There is at most one, because the tunnels of a user share one URL. */
export class TunnelController extends Disposable {
  readonly #context: Pick<FeatureContext, 'connection' | 'log'>;
  readonly #onDidChange = this.register(new vscode.EventEmitter<void>());
  readonly #onDidEnd = this.register(new vscode.EventEmitter<TunnelEnd>());
  #tunnel: Tunnel | undefined;
  #server: LocalServer | undefined;
  #owner: TunnelOwner | undefined;
  #requests = new RequestLog(true);
  readonly onDidChange = this.#onDidChange.event;
  /** Fires after the tunnel was closed without a request of the user. */
  readonly onDidEnd = this.#onDidEnd.event;

  constructor(context: Pick<FeatureContext, 'connection' | 'log'>) {
    super();
    this.#context = context;
    this.register(context.connection.onDidChange(() => void this.#checkOwner()));
    this.register({ dispose: () => this.close() });
  }

  /** The tunnel, or `undefined` if there is none. */
  get current(): OpenedTunnel | undefined {
    return this.#tunnel && this.#server && { server: this.#server, state: this.#tunnel.state };
  }

  /** The requests of the tunnel, and of earlier ones to the same port. They remain after it was closed. */
  get requests(): RequestLog {
    return this.#requests;
  }

  /**
   * Opens a tunnel with a ticket that was just issued, in place of an existing one. Resolves with the public URL.
   * Rejects if the service issues no further ticket, or if the tunnel is closed first. Aborting the signal closes it.
   */
  async open(server: LocalServer, ticket: TunnelTicket, signal: AbortSignal): Promise<string> {
    const owner = await readOwner(this.#context.connection);
    signal.throwIfAborted();
    // Nothing is awaited until the new tunnel is set, so that each tunnel is closed by the next one.
    this.close();
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const { port } = server;
    let unusedTicket: TunnelTicket | undefined = ticket;
    // The requests of a tunnel to the same port remain listed.
    const isSamePort = this.#server?.port === port;
    const requests = isSamePort ? this.#requests : new RequestLog(this.#requests.keepsBodies);
    const tunnel = openTunnel({
      localPort: port,
      lastId: requests.lastId,
      keepsBodies: () => requests.keepsBodies,
      onExchange: (exchange) => requests.update(exchange),
      describeFailure: (failure) => describeForwardFailure(failure, port),
      getTicket: async (abort) => {
        const next = unusedTicket ?? (await this.#getTicket(owner, abort));
        unusedTicket = undefined;
        return next;
      },
      onState: (state) => {
        if (state.kind === 'open') resolve(state.publicUrl);
        if (state.kind === 'closed') reject(state.error ?? new vscode.CancellationError());
        if (tunnel === this.#tunnel) this.#handleState(state);
      },
    });
    this.#tunnel = tunnel;
    this.#server = server;
    this.#owner = owner;
    this.#requests = requests;
    this.#onDidChange.fire();
    signal.addEventListener('abort', () => tunnel.close());
    return promise;
  }

  /** Sends a request to the local server again. Does nothing after the tunnel was closed. */
  replay(request: ReplayedRequest): void {
    this.#tunnel?.replay(request);
  }

  /** Ends an open request without the rest of its response. */
  cancel(exchangeId: number): void {
    this.#tunnel?.cancel(exchangeId);
  }

  /** Opens an interrupted or displaced tunnel again. */
  reopen(): void {
    this.#tunnel?.reopen();
  }

  close(): void {
    const tunnel = this.#tunnel;
    this.#tunnel = undefined;
    if (!tunnel) return;
    tunnel.close();
    this.#context.log.info('tunnel: closed');
    this.#onDidChange.fire();
  }

  #handleState(state: TunnelState): void {
    this.#context.log.info(formatLogLine(state));
    const server = this.#server;
    if (state.kind === 'closed') this.#tunnel = undefined;
    this.#onDidChange.fire();
    if (state.kind === 'closed' && server && state.error !== undefined)
      this.#onDidEnd.fire({ server, error: state.error });
  }

  /** Gets a further ticket without prompting. */
  async #getTicket({ baseUrl }: TunnelOwner, signal: AbortSignal): Promise<TunnelTicket> {
    try {
      const client = await getClientForService(this.#context.connection, baseUrl);
      return await client.tunnels.getTicket({ signal });
    } catch (error) {
      const isTemporary = isApiError(error) && temporaryErrors.some((kind) => kind === error.kind);
      throw isTemporary ? new RegistrationError(error.message) : error;
    }
  }

  /** Closes the tunnel if the user has signed out or changed the service. */
  async #checkOwner(): Promise<void> {
    const owner = this.#owner;
    if (!this.#tunnel || !owner) return;
    const now = await readOwner(this.#context.connection);
    if (owner !== this.#owner || (now.baseUrl === owner.baseUrl && now.accountId === owner.accountId)) return;
    const server = this.#server;
    this.close();
    if (server) this.#onDidEnd.fire({ server });
  }
}

async function readOwner(connection: Pick<FeatureContext['connection'], 'baseUrl' | 'account'>) {
  const account = await connection.account('user');
  return { baseUrl: connection.baseUrl ?? '', accountId: account?.accountId };
}

function formatLogLine(state: TunnelState): string {
  if (state.kind === 'open') return `tunnel: open, ${state.publicUrl}`;
  if (state.kind === 'interrupted') return `tunnel: interrupted, ${state.message ?? state.reason}`;
  return `tunnel: ${state.kind}`;
}
