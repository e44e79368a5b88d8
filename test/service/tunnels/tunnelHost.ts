import { randomUUID } from 'node:crypto';
import {
  Agent,
  createServer as createHttpServer,
  type IncomingMessage,
  request as requestHttp,
  type Server,
  type ServerResponse,
} from 'node:http';
import {
  type AddressInfo,
  createServer as createTcpServer,
  type Socket,
  type Server as TcpServer,
} from 'node:net';
import { pipeline } from 'node:stream';

/** Time after which a tunnel whose sockets are closed is forgotten, in milliseconds. */
const abandonedMs = 1000;
/** Time after which a tunnel without a first socket is forgotten, in milliseconds. Its client can be slow to start. */
const unusedMs = 10_000;
/** The time without sockets is measured in steps of this length, in milliseconds. */
const stepMs = 100;

/** Faults of the tunnel host, in effect until they are removed. */
export interface TunnelHostFaults {
  /** The status of registrations, in place of opening a tunnel. */
  registrationStatus?: number;
  /** The delay before the response to a registration, in milliseconds. */
  registrationDelayMs?: number;
  /** The body of the response to a registration, in place of opening a tunnel. */
  registrationBody?: string;
  /** Whether the connections of registrations are reset. */
  resetsRegistrations?: boolean;
  /** Bytes that are sent on each socket when it connects, before it's closed. */
  greeting?: string;
  /** Whether sockets are closed when they connect. */
  rejectsSockets?: boolean;
  /** Whether the sockets of tunnels get no request while the tunnel lasts, as after a lost network connection. */
  isHalfOpen?: boolean;
  /** Whether the number of a tunnel's sockets isn't reported. */
  hidesSocketCounts?: boolean;
  /** The delay before a request is sent to the tunnel, in milliseconds. */
  requestDelayMs?: number;
}

interface TunnelHostOptions {
  /** Whether a ticket opens a tunnel for a subdomain. */
  readonly isValidTicket: (subdomain: string, ticket: string) => boolean;
  /** Maximum number of sockets of a tunnel. */
  readonly maxSocketCount?: number;
  /** Whether registrations return an IP address for the sockets. */
  readonly returnsIp?: boolean;
  readonly port?: number;
}

/**
 * A tunnel host on loopback addresses. The public URL of a subdomain is a port of its own, because not every system
 * resolves names below `localhost`.
 */
export interface TunnelHost {
  /** The host name with its port. */
  readonly name: string;
  readonly faults: TunnelHostFaults;
  /** The number of registrations, of sockets, of sockets that got a request, and of public requests so far. */
  readonly counts: { registrations: number; sockets: number; usedSockets: number; requests: number };
  /** Returns the number of sockets of tunnels that are connected. */
  countSockets(): number;
  /** Closes the sockets of all tunnels, which remain registered. */
  dropSockets(): void;
  /** Forgets all tunnels, as a restart does. */
  restart(): void;
  close(): Promise<void>;
}

const closedError = new Error('The tunnel is closed.');

type SocketCallback = (error: Error | null, socket: Socket) => void;

/** The agent of one tunnel, whose connections are the sockets that its client has opened. */
class TunnelAgent extends Agent {
  readonly id = randomUUID();
  readonly tunnelSockets = new Set<Socket>();
  /** Runs out if no socket connects in time. */
  abandonTimer: NodeJS.Timeout | undefined;
  readonly #idle: Socket[] = [];
  readonly #onEnd: (() => void)[] = [];
  #isDestroyed = false;
  readonly #waiting: SocketCallback[] = [];

  readonly #counts: { usedSockets: number };

  constructor(counts: { usedSockets: number }) {
    super({ keepAlive: true, maxFreeSockets: 1 });
    this.#counts = counts;
  }

  add(socket: Socket): void {
    this.tunnelSockets.add(socket);
    socket.once('close', () => {
      this.tunnelSockets.delete(socket);
      if (this.#idle.includes(socket)) this.#idle.splice(this.#idle.indexOf(socket), 1);
    });
    const next = this.#waiting.shift();
    if (next) this.#use(socket, next);
    else this.#idle.push(socket);
  }

  #use(socket: Socket, callback: SocketCallback): void {
    this.#counts.usedSockets++;
    callback(null, socket);
  }

  override createConnection: Agent['createConnection'] = (_, callback) => {
    // A request on a socket that is being closed would get neither a response nor an error.
    let socket = this.#idle.shift();
    while (socket?.destroyed) socket = this.#idle.shift();
    if (!callback) return undefined;
    if (this.#isDestroyed) callback(closedError, undefined as never);
    else if (socket) this.#use(socket, callback as SocketCallback);
    else this.#waiting.push(callback as SocketCallback);
    return undefined;
  };

  /** Calls a function once the tunnel ends. */
  wait(onEnd: () => void): void {
    this.#onEnd.push(onEnd);
  }

  override destroy(): void {
    for (const onEnd of this.#onEnd.splice(0)) onEnd();
    this.#isDestroyed = true;
    for (const socket of this.tunnelSockets) socket.destroy();
    for (const callback of this.#waiting.splice(0)) callback(closedError, undefined as never);
    super.destroy();
  }
}

type Tunnels = Map<string, TunnelAgent>;

/**
 * Forgets a tunnel after a time without sockets, so that requests to its public URL don't wait for one. If this process is
 * delayed, sockets of the client are accepted only after expired timers. Between two steps, they can be accepted.
 */
function removeLater(tunnels: Tunnels, tunnel: TunnelAgent, delayMs: number): void {
  clearTimeout(tunnel.abandonTimer);
  const wait = (restMs: number): void => {
    if (tunnel.tunnelSockets.size > 0) return;
    if (restMs > 0) tunnel.abandonTimer = setTimeout(() => wait(restMs - stepMs), stepMs).unref();
    else {
      tunnel.destroy();
      for (const [subdomain, one] of tunnels) if (one === tunnel) tunnels.delete(subdomain);
    }
  };
  wait(delayMs);
}

/** Sends the number of sockets that appear to be connected, which includes half-open ones. */
function sendStatus(tunnels: Tunnels, id: string, response: ServerResponse): void {
  const tunnel = [...tunnels.values()].find((candidate) => candidate.id === id);
  if (!tunnel) response.writeHead(404).end();
  else response.end(JSON.stringify({ connectedSockets: tunnel.tunnelSockets.size }));
}

/** Starts a tunnel host. A newer tunnel of a subdomain displaces the older one. */
export async function startTunnelHost(options: TunnelHostOptions): Promise<TunnelHost> {
  const { maxSocketCount = 10 } = options;
  const tunnels: Tunnels = new Map();
  const faults: TunnelHostFaults = {};
  const counts = { registrations: 0, sockets: 0, usedSockets: 0, requests: 0 };
  const openSockets = new Set<Socket>();

  const socketServer = createTcpServer((socket) => {
    counts.sockets++;
    socket.on('error', () => undefined);
    openSockets.add(socket);
    socket.once('close', () => openSockets.delete(socket));
    if (faults.rejectsSockets) return void socket.destroy();
    if (faults.greeting !== undefined) return void socket.resume().end(faults.greeting);
    void readLine(socket).then((id) => {
      const tunnel = [...tunnels.values()].find((candidate) => candidate.id === id);
      if (!tunnel || tunnel.tunnelSockets.size >= maxSocketCount) return void socket.destroy();
      clearTimeout(tunnel.abandonTimer);
      tunnel.add(socket);
      socket.once('close', () => removeLater(tunnels, tunnel, abandonedMs));
    });
  });

  const publicServers = new Map<string, Server>();
  /** Returns the server with the public URL of a subdomain, which keeps its port. */
  const startPublicServer = async (subdomain: string): Promise<Server> => {
    const existing = publicServers.get(subdomain);
    if (existing) return existing;
    const server = createHttpServer((request, response) => {
      counts.requests++;
      const tunnel = tunnels.get(subdomain);
      if (!tunnel) response.writeHead(404).end('404');
      else if (faults.isHalfOpen) tunnel.wait(() => response.writeHead(502).end());
      else setTimeout(() => passOn(request, response, tunnel), faults.requestDelayMs ?? 0);
    });
    server.requestTimeout = 0;
    // A client that reuses a connection must not lose a request because the connection is closed at the same time.
    server.keepAliveTimeout = 0;
    publicServers.set(subdomain, server);
    await listen(server, 0);
    return server;
  };

  const register = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const statusId = /^\/api\/tunnels\/([^/]+)\/status$/.exec(request.url ?? '')?.[1];
    if (statusId !== undefined && !faults.hidesSocketCounts) return sendStatus(tunnels, statusId, response);
    const subdomain = decodeURIComponent((request.url ?? '').slice(1));
    counts.registrations++;
    if (faults.registrationDelayMs)
      await new Promise((resolve) => setTimeout(resolve, faults.registrationDelayMs));
    // The host can be closed during the delay.
    if (faults.resetsRegistrations || !server.listening) return void request.socket.resetAndDestroy();
    if (faults.registrationBody !== undefined) return void response.end(faults.registrationBody);
    const ticket = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const status = faults.registrationStatus ?? (options.isValidTicket(subdomain, ticket) ? 200 : 401);
    if (status !== 200) return void response.writeHead(status).end();
    const publicServer = await startPublicServer(subdomain);
    if (!publicServer.listening) return void request.socket.destroy();
    tunnels.get(subdomain)?.destroy();
    const tunnel = new TunnelAgent(counts);
    tunnels.set(subdomain, tunnel);
    removeLater(tunnels, tunnel, unusedMs);
    const body = {
      id: tunnel.id,
      port: portOf(socketServer),
      maxConnCount: maxSocketCount,
      url: `http://127.0.0.1:${portOf(publicServer)}`,
      sharedTunnel: true,
      ...(options.returnsIp && { ip: '127.0.0.1' }),
    };
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  };

  const server = createHttpServer((request, response) => void register(request, response));
  await Promise.all([listen(server, options.port ?? 0), listen(socketServer, 0)]);
  const forgetTunnels = (): void => {
    for (const tunnel of tunnels.values()) tunnel.destroy();
    tunnels.clear();
  };
  return {
    name: `localhost:${portOf(server)}`,
    faults,
    counts,
    countSockets: () => openSockets.size,
    dropSockets() {
      for (const tunnel of tunnels.values()) for (const socket of tunnel.tunnelSockets) socket.destroy();
    },
    restart: forgetTunnels,
    async close() {
      forgetTunnels();
      const servers = [server, ...publicServers.values()];
      for (const one of servers) one.closeAllConnections();
      await Promise.all(
        [...servers, socketServer].map((one) => new Promise((resolve) => one.close(resolve))),
      );
    },
  };
}

/** Sends a public request through a tunnel. */
function passOn(request: IncomingMessage, response: ServerResponse, tunnel: TunnelAgent): void {
  const { method, url: path, rawHeaders } = request;
  const outgoing = requestHttp({ method, path, headers: rawHeaders, setHost: false, agent: tunnel });
  outgoing.on('continue', () => response.writeContinue());
  outgoing.once('response', (answer) => {
    response.sendDate = false;
    response.writeHead(answer.statusCode ?? 0, answer.rawHeaders);
    response.flushHeaders();
    pipeline(answer, response, () => undefined);
  });
  outgoing.once('error', () => {
    if (response.headersSent) response.destroy();
    else response.writeHead(502).end();
  });
  response.once('close', () => outgoing.destroy());
  request.pipe(outgoing);
}

/** Reads the first line of a socket. The rest remains in the socket. */
async function readLine(socket: Socket): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  let text = '';
  socket.on('readable', function read() {
    for (let byte = socket.read(1) as Buffer | null; byte; byte = socket.read(1) as Buffer | null) {
      const letter = byte.toString('latin1');
      if (letter !== '\n') {
        text += letter;
        continue;
      }
      socket.off('readable', read);
      return resolve(text);
    }
  });
  return promise;
}

const portOf = (server: TcpServer): number => (server.address() as AddressInfo).port;

const listen = (server: TcpServer, port: number) =>
  new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
