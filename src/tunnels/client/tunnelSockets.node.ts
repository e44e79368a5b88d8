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
  /** Resolves when no socket is connected and several attempts in a row have failed. */
  readonly hasFailed: Promise<void>;
  close(): void;
}

/**
 * Opens sockets and keeps their number. A socket that carried a request is replaced at once. After a socket was refused,
 * or closed without a valid request, one socket at a time is opened, with a random delay that increases with each failure.
 */
export function openTunnelSockets(options: TunnelSocketOptions): TunnelSockets {
  const { host, port, id, count, timing } = options;
  const sockets = new Set<Socket>();
  let isClosed = false;
  let connected = 0;
  let failures = 0;
  let retryTimer: NodeJS.Timeout | undefined;
  const { promise: hasFailed, resolve: fail } = Promise.withResolvers<void>();

  const setConnected = (change: 1 | -1): void => {
    connected += change;
    options.onCount(connected);
  };

  /** Opens the missing sockets, or one of them later if the last one failed. */
  const fill = (): void => {
    if (isClosed) return;
    if (failures === 0) {
      while (sockets.size < count) open();
    } else if (sockets.size === 0 && failures >= maxFailures) {
      fail();
    } else if (sockets.size < count && retryTimer === undefined) {
      retryTimer = setTimeout(
        () => {
          retryTimer = undefined;
          open();
        },
        getReconnectDelay(timing, failures - 1),
      );
    }
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
      if (options.hasServed(socket)) return succeed();
      failures++;
      fill();
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
