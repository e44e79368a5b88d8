import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { TunnelTicket } from '../../api/tunnels.ts';
import type { ReplayedRequest } from '../requests/replay.ts';
import { checkTunnel, type TunnelReach } from './checkTunnel.node.ts';
import { createForwarder, type Forwarder, type ForwarderOptions } from './forwarder.node.ts';
import { RegistrationError, registerTunnel, type TunnelGrant } from './registerTunnel.node.ts';
import { openTunnelSockets } from './tunnelSockets.node.ts';
import type { InterruptionReason, TunnelState } from './tunnelState.ts';
import { defaultTunnelTiming, getReconnectDelay, type TunnelTiming } from './tunnelTiming.ts';

interface TunnelOptions extends Omit<ForwarderOptions, 'checkToken'> {
  /** Returns a ticket. Rejects if the user can't get one. */
  readonly getTicket: (signal: AbortSignal) => Promise<TunnelTicket>;
  readonly onState: (state: TunnelState) => void;
  readonly timing?: TunnelTiming;
}

/** An open tunnel from a public URL to a server on this machine. */
export interface Tunnel {
  readonly state: TunnelState;
  /** Opens an interrupted tunnel without a further delay, or a displaced one, which displaces the other one. */
  reopen(): void;
  /** Sends a request to the local server again, also while the tunnel is interrupted. */
  replay(request: ReplayedRequest): void;
  /** Ends an open exchange without the rest of its response. */
  cancel(exchangeId: number): void;
  close(): void;
}

/** Why a tunnel is no longer open. `unexplained`: the tunnel host doesn't report whether another tunnel has displaced it. */
type TunnelEnd = InterruptionReason | 'displaced' | 'unexplained';

/** Opens a tunnel, and opens it again after each interruption until it's closed. */
export function openTunnel(options: TunnelOptions): Tunnel {
  const { timing = defaultTunnelTiming } = options;
  const abort = new AbortController();
  const checkToken = `hosted-mcp-tunnel ${randomUUID()}`;
  const forwarder = createForwarder({ ...options, checkToken });
  let state: TunnelState = { kind: 'opening' };
  let ticket: TunnelTicket | undefined;
  let endWait = (): void => {};
  let failures = 0;

  const setState = (next: TunnelState): void => {
    if (abort.signal.aborted) return;
    state = next;
    options.onState(next);
  };

  const interrupt = async (reason: InterruptionReason, message?: string): Promise<void> => {
    const delayMs = getReconnectDelay(timing, failures);
    failures++;
    const nextAttemptAt = Date.now() + delayMs;
    setState({ kind: 'interrupted', reason, nextAttemptAt, ...(message !== undefined && { message }) });
    await Promise.race([delay(delayMs, undefined, { signal: abort.signal }), waitForReopening()]);
  };

  /** Resolves when the tunnel is reopened or closed. */
  const waitForReopening = (): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    endWait = resolve;
    return promise;
  };

  /** Gets a ticket unless there is one, and opens the tunnel. A rejected ticket is forgotten. */
  const register = async (): Promise<{ readonly grant: TunnelGrant; readonly tunnelHost: string }> => {
    const usedTicket = ticket ?? (await options.getTicket(abort.signal));
    try {
      const grant = await registerTunnel(usedTicket, abort.signal);
      ticket = usedTicket;
      return { grant, tunnelHost: usedTicket.tunnelHost };
    } catch (error) {
      if (error instanceof RegistrationError && error.isTicketRejected) ticket = undefined;
      throw error;
    }
  };

  const run = async (): Promise<void> => {
    let shortTunnels = 0;
    while (!abort.signal.aborted) {
      const registered = await register().catch(async (error: unknown) => {
        if (!(error instanceof RegistrationError)) throw error;
        await interrupt('hostUnavailable', error.message);
        return undefined;
      });
      if (!registered) continue;
      const { grant } = registered;
      const openedAt = Date.now();
      const end = await holdTunnel({
        ...registered,
        checkToken,
        timing,
        signal: abort.signal,
        forwarder,
        onOpen() {
          setState({ kind: 'open', publicUrl: grant.publicUrl, since: Date.now() });
        },
      });
      const wasShort = Date.now() - openedAt < timing.displacedMs;
      if (!wasShort) failures = 0;
      shortTunnels = wasShort && end === 'unexplained' ? shortTunnels + 1 : 0;
      if (end === 'displaced' || shortTunnels > 1) {
        shortTunnels = 0;
        setState({ kind: 'displaced', publicUrl: grant.publicUrl });
        await waitForReopening();
        setState({ kind: 'opening' });
      } else await interrupt(end === 'unexplained' ? 'socketsClosed' : end);
    }
  };

  const close = (error?: unknown): void => {
    if (abort.signal.aborted) return;
    setState({ kind: 'closed', ...(error !== undefined && { error }) });
    abort.abort();
    endWait();
    forwarder.close();
  };

  void run().catch(close);
  return {
    get state() {
      return state;
    },
    reopen: () => endWait(),
    replay: (request) => forwarder.replay(request),
    cancel: (exchangeId) => forwarder.cancel(exchangeId),
    close: () => close(),
  };
}

interface HoldOptions {
  readonly grant: TunnelGrant;
  readonly tunnelHost: string;
  readonly checkToken: string;
  readonly timing: TunnelTiming;
  readonly signal: AbortSignal;
  readonly forwarder: Forwarder;
  /** Called when the first socket is connected. */
  readonly onOpen: () => void;
}

/** Keeps the sockets of a tunnel open. Resolves once the tunnel is no longer open. Rejects if the signal is aborted. */
async function holdTunnel(options: HoldOptions): Promise<TunnelEnd> {
  const { grant, tunnelHost, checkToken, timing, signal, forwarder } = options;
  let isOpen = false;
  let connectedCount = 0;
  const sockets = openTunnelSockets({
    host: grant.socketHost,
    port: grant.socketPort,
    id: grant.id,
    count: grant.maxSocketCount,
    timing,
    onSocket: (socket) => forwarder.accept(socket),
    hasServed: (socket) => forwarder.hasServed(socket),
    onCount(connected) {
      connectedCount = connected;
      if (connected > 0 && !isOpen) options.onOpen();
      isOpen ||= connected > 0;
    },
  });
  const held = new AbortController();
  const isEnded = AbortSignal.any([signal, held.signal]);
  const check = async (): Promise<TunnelReach> => {
    const { requestCount } = forwarder;
    const reach = await checkTunnel(grant, {
      tunnelHost,
      token: checkToken,
      hasOwnSockets: connectedCount > 0,
      timeoutMs: timing.checkTimeoutMs,
      signal: isEnded,
    });
    // The tunnel host delays a check while all sockets carry other requests, such as event streams.
    const isDelayed = connectedCount > 0 && (forwarder.isBusy || forwarder.requestCount > requestCount);
    return reach !== 'other' && isDelayed ? 'this' : reach;
  };
  const closed = async (): Promise<TunnelEnd> => {
    await sockets.hasFailed;
    const reach = await check();
    if (reach === 'other') return 'displaced';
    return reach === 'unknown' ? 'unexplained' : 'socketsClosed';
  };
  try {
    return await Promise.race([closed(), watchReach(check, timing, isEnded), watchClock(timing, isEnded)]);
  } finally {
    held.abort();
    sockets.close();
  }
}

/** Checks the public URL at intervals. Resolves once it doesn't reach this tunnel twice in a row. */
async function watchReach(
  check: () => Promise<TunnelReach>,
  { tickMs, checkIntervalMs }: TunnelTiming,
  signal: AbortSignal,
): Promise<TunnelEnd> {
  for (let misses = 0; misses < 2; ) {
    await delay(misses > 0 ? tickMs : checkIntervalMs, undefined, { signal });
    const reach = await check();
    if (reach === 'other') return 'displaced';
    misses = reach === 'this' ? 0 : misses + 1;
  }
  return 'unreachable';
}

/** Resolves after the machine was asleep. */
async function watchClock({ tickMs, sleepMs }: TunnelTiming, signal: AbortSignal): Promise<TunnelEnd> {
  for (let last = Date.now(); Date.now() - last < sleepMs; ) {
    last = Date.now();
    await delay(tickMs, undefined, { signal });
  }
  return 'asleep';
}
