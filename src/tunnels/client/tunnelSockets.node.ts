import { connect, type Socket } from 'node:net';
import { getReconnectDelay, type TunnelTiming } from './tunnelTiming.ts';

/** Time until the tunnel host must accept a connection, in milliseconds. */
const connectTimeoutMs = 10_000;
/** Number of consecutive failures without a connected socket after which the sockets are given up. */
const maxFailures = 3;

interface TunnelSocketOptions {
  readonly host: string;
  readonly port: number;
  /** The ID of the tunnel, which is sent first on each socket. */
  readonly id: string;
  /** Number of sockets. */
  readonly count: number;
  readonly timing: TunnelTiming;
  /** Takes over a connected socket. */
  readonly onSocket: (socket: Socket) => void;
  /** Whether a valid request has arrived on a socket. */
  readonly hasServed: (socket: Socket) => boolean;
  /** Called when the number of connected sockets changes. */
  readonly onCount: (connected: number) => void;
}

/** Sockets to a tunnel host. Each carries requests until the tunnel host closes it, and is then replaced. */
export interface TunnelSockets {
  /** Resolves when no socket is connected, and several attempts in a row have failed or the limit is reached. */
  readonly hasFailed: Promise<void>;
  close(): void;
}

/**
 * Opens sockets and keeps their number. A socket that carried a request is replaced at once, because a tunnel host closes
 * most sockets after one request. After a socket was refused, or closed without a valid request, one socket at a time is
 * opened, with a random delay that increases with each failure, until one carries a request or remains open. Because each
 * request ends this delay, these sockets also have a limit per minute: otherwise, a tunnel host that drops all sockets
 * again and again while requests arrive would get all of them again each time.
 */
export function openTunnelSockets(options: TunnelSocketOptions): TunnelSockets {
  const { host, port, id, count, timing } = options;
  const sockets = new Set<Socket>();
  /** The limit of all sockets that don't replace one that carried a request. */
  const limit = createRateLimit(count, timing.reopenMs);
  let isClosed = false;
  let connected = 0;
  let failures = 0;
  let retryTimer: NodeJS.Timeout | undefined;
  const { promise: hasFailed, resolve: fail } = Promise.withResolvers<void>();

  const setConnected = (change: 1 | -1): void => {
    connected += change;
    options.onCount(connected);
  };

  /** Opens the missing sockets within the limit, or one of them if the last one failed, and the others later. */
  const fill = (): void => {
    if (isClosed) return;
    // With the limit reached, further attempts would take too long to find out that the tunnel no longer exists.
    if (sockets.size === 0 && (failures >= maxFailures || (failures > 0 && limit.getWaitMs() > 0))) fail();
    while (failures === 0 && sockets.size < count && limit.take()) open();
    if (sockets.size >= count || retryTimer !== undefined) return;
    const backoffMs = failures === 0 ? 0 : getReconnectDelay(timing, failures - 1);
    retryTimer = setTimeout(retry, Math.max(backoffMs, limit.getWaitMs()));
  };

  const retry = (): void => {
    retryTimer = undefined;
    if (failures > 0 && limit.take()) open();
    else fill();
  };

  const succeed = (): void => {
    failures = 0;
    clearTimeout(retryTimer);
    retryTimer = undefined;
    fill();
  };

  const open = (): void => {
    const socket = connect({ host, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: 30_000 });
    sockets.add(socket);
    let isConnected = false;
    let timer = setTimeout(() => socket.destroy(), connectTimeoutMs);
    // Errors are followed by `close`.
    socket.on('error', () => undefined);
    socket.once('connect', () => {
      isConnected = true;
      clearTimeout(timer);
      timer = setTimeout(succeed, timing.acceptedMs);
      setConnected(1);
      socket.write(`${id}\n`);
      options.onSocket(socket);
    });
    socket.once('close', () => {
      clearTimeout(timer);
      sockets.delete(socket);
      if (isConnected) setConnected(-1);
      if (isClosed) return;
      if (options.hasServed(socket)) {
        open();
        succeed();
      } else {
        failures++;
        fill();
      }
    });
  };

  fill();
  return {
    hasFailed,
    close() {
      isClosed = true;
      clearTimeout(retryTimer);
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Creates a limit on events: a number of them at once, and one more after each interval, in milliseconds. */
function createRateLimit(burst: number, intervalMs: number) {
  let available = burst;
  let updatedAt = performance.now();
  const update = (): void => {
    const now = performance.now();
    available = Math.min(burst, available + (now - updatedAt) / intervalMs);
    updatedAt = now;
  };
  return {
    /** Counts an event. Returns `false` if it must wait. */
    take(): boolean {
      update();
      if (available < 1) return false;
      available--;
      return true;
    },
    /** Returns the time until the next event, in milliseconds. */
    getWaitMs(): number {
      update();
      return Math.ceil(Math.max(0, 1 - available) * intervalMs);
    },
  };
}
