import { once } from 'node:events';
import { createServer, type RequestListener, request as requestHttp, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { RegistrationError } from '../../src/tunnels/client/registerTunnel.node.ts';
import { openTunnel, type Tunnel } from '../../src/tunnels/client/tunnel.node.ts';
import { defaultTunnelTiming, type TunnelTiming } from '../../src/tunnels/client/tunnelTiming.ts';
import { startTunnelHost, type TunnelHost } from '../service/tunnels/tunnelHost.ts';

/** Time passes this many times faster for the tunnels. */
const acceleration = 40;
const minuteMs = 60_000 / acceleration;
const timing = Object.fromEntries(
  Object.entries(defaultTunnelTiming).map(([name, ms]) => [name, ms / acceleration]),
) as unknown as TunnelTiming;
const maxRegistrationsPerMinute = 10;
/** Maximum number of sockets per minute in place of sockets that were dropped without a request. */
const maxReopensPerMinute = 10;
/** The default of the tunnel host. */
const socketsPerTunnel = 10;
/** Time in which a request must end, and a tunnel open again, after a fault ends. Longer than on a slow machine. */
const limitMs = 20_000;
const subdomain = 'octo-faults';

/** A tunnel with its host and local server. */
interface World {
  readonly host: TunnelHost;
  readonly local: Server;
  readonly localPort: number;
  readonly validTickets: Set<string>;
  readonly options: {
    /** Replaces the response of the local server. */
    respond: RequestListener | undefined;
    /** The error with which no ticket is issued. */
    ticketError: Error | undefined;
  };
  /** Opens a second tunnel of the same user, which displaces the first one. */
  displace(): void;
}

/** Begins a fault. Returns a function that ends it. */
type Fault = (world: World) => () => unknown;

const setHostFault =
  (fault: Partial<TunnelHost['faults']>): Fault =>
  ({ host }) => {
    Object.assign(host.faults, fault);
    return () => {
      for (const name of Object.keys(fault)) delete host.faults[name as keyof typeof fault];
    };
  };

const repeat = (action: () => void): (() => void) => {
  action();
  const timer = setInterval(action, 40);
  return () => clearInterval(timer);
};

const setLocalResponse =
  (respond: RequestListener): Fault =>
  ({ options }) => {
    options.respond = respond;
    return () => (options.respond = undefined);
  };

const setTicketError =
  (error: Error): Fault =>
  ({ options, validTickets }) => {
    options.ticketError = error;
    validTickets.clear();
    return () => (options.ticketError = undefined);
  };

let sleptMs = 0;
const getTime = Date.now;

const faults: Readonly<Record<string, Fault>> = {
  registrationFails: setHostFault({ registrationStatus: 500 }),
  registrationIsDelayed: setHostFault({ registrationDelayMs: 300 }),
  registrationIsInvalid: setHostFault({ registrationBody: '{"id":' }),
  registrationIsReset: setHostFault({ resetsRegistrations: true }),
  ticketIsRefused: ({ host, validTickets }) => {
    validTickets.clear();
    host.restart();
    host.faults.registrationStatus = 401;
    return () => delete host.faults.registrationStatus;
  },
  ticketIsUnavailable: setTicketError(new RegistrationError('The service is not available.')),
  ticketIsDenied: setTicketError(new Error('The session has ended.')),
  socketsAreRejected: (world) => {
    world.host.dropSockets();
    return setHostFault({ rejectsSockets: true })(world);
  },
  socketsGetInvalidRequests: (world) => {
    world.host.dropSockets();
    return setHostFault({ greeting: '404\r\n\r\n' })(world);
  },
  socketsAreHalfOpen: setHostFault({ isHalfOpen: true }),
  socketsAreDropped: ({ host }) => repeat(() => host.dropSockets()),
  hostIsSlow: setHostFault({ requestDelayMs: 100 }),
  hostRestarts: ({ host }) => repeat(() => host.restart()),
  anotherTunnelOpens: ({ displace }) => {
    displace();
    return () => undefined;
  },
  localServerIsDown: ({ local, localPort }) => {
    local.close();
    local.closeAllConnections();
    return async () => {
      local.listen(localPort, 'localhost');
      await once(local, 'listening');
    };
  },
  localServerIsSlow: setLocalResponse((_, response) => void setTimeout(() => response.end('late'), 200)),
  localServerResets: setLocalResponse((request) => request.socket.resetAndDestroy()),
  localServerResetsInBody: setLocalResponse((_, response) => {
    response.writeHead(200, { 'Content-Length': 1000 }).write('part');
    setImmediate(() => response.socket?.resetAndDestroy());
  }),
  localServerRespondsWithoutHttp: setLocalResponse(
    (request) => void request.resume().socket.end('220 ready\r\n'),
  ),
  machineSleeps: () => {
    sleptMs += 3_600_000;
    Date.now = () => getTime() + sleptMs;
    return () => undefined;
  },
};

const steps = ['beforeOpening', 'whileOpening', 'idle', 'beforeResponse', 'inStream'] as const;
const endings = ['recovers', 'closes'] as const;

interface Scenario {
  readonly fault: string;
  /** When the fault begins. */
  readonly step: (typeof steps)[number];
  /** Whether the tunnel is closed while the fault lasts, or after it was open again. */
  readonly ending: (typeof endings)[number];
}

/** All scenarios: each fault at each step, with each ending. */
export const tunnelFaultScenarios: readonly Scenario[] = Object.keys(faults).flatMap((fault) =>
  steps.flatMap((step) => endings.map((ending) => ({ fault, step, ending }))),
);

/** Descriptions of the scenarios with a problem. */
export interface TunnelFaultResults {
  /** Requests to the public URL that didn't end, and tunnels that didn't open again. */
  readonly hung: readonly string[];
  /** Tunnels that were registered too often, or whose sockets were opened too often. */
  readonly runaway: readonly string[];
  /** Sockets, listening ports, and timers that remained after a tunnel was closed. */
  readonly left: readonly string[];
}

/** Runs scenarios, several at the same time. */
export async function runTunnelFaults(scenarios: readonly Scenario[]): Promise<TunnelFaultResults> {
  const results = { hung: [] as string[], runaway: [] as string[], left: [] as string[] };
  const before = countResources();
  // All tunnels of the process share the clock.
  const sleeping = scenarios.filter(({ fault }) => fault === 'machineSleeps');
  const others = scenarios.filter(({ fault }) => fault !== 'machineSleeps');
  const batches = [
    ...Array.from({ length: Math.ceil(others.length / 24) }, (_, index) =>
      others.slice(index * 24, (index + 1) * 24),
    ),
    sleeping,
  ];
  try {
    for (const batch of batches) await Promise.all(batch.map((scenario) => runScenario(scenario, results)));
  } finally {
    Date.now = getTime;
  }
  if (!(await waitFor(() => countResources() <= before)))
    results.left.push(`resources: ${process.getActiveResourcesInfo().join(', ')}`);
  return results;
}

/** Returns the number of open sockets, listening ports, and timers of the process. */
const countResources = (): number =>
  process.getActiveResourcesInfo().filter((name) => /^TCP|^Timeout/.test(name)).length;

async function runScenario(
  { fault, step, ending }: Scenario,
  results: { readonly [Name in keyof TunnelFaultResults]: string[] },
): Promise<void> {
  const name = `${fault}, ${step}, ${ending}`;
  const isClosed = new AbortController();
  const world = await createWorld(isClosed.signal);
  const begin = () => faults[fault]?.(world);
  let endFault = step === 'beforeOpening' ? begin() : undefined;
  const openedAt = performance.now();
  const { tunnel, getUrl } = openFaultyTunnel(world);
  if (step === 'whileOpening') endFault = begin();
  const requests: Promise<void>[] = [];
  const isStreaming = Promise.withResolvers<void>();
  const send = (): void => {
    const url = getUrl();
    if (url !== undefined) requests.push(...sendRequests(url, isStreaming.resolve));
  };
  if (!endFault) {
    if (!(await waitFor(() => tunnel.state.kind === 'open'))) results.hung.push(`${name}: not open`);
    if (step !== 'idle') send();
    if (step === 'inStream')
      await Promise.race([isStreaming.promise, delay(limitMs, undefined, { ref: false })]);
    endFault = begin();
  }
  const registrationsBefore = world.host.counts.registrations;
  const startedAt = performance.now();
  for (const holdMs = ending === 'closes' ? 100 : minuteMs; performance.now() - startedAt < holdMs; ) {
    send();
    await delay(50);
  }
  const minutes = Math.max(1, (performance.now() - startedAt) / minuteMs);
  const openMinutes = Math.max(1, (performance.now() - openedAt) / minuteMs);
  const registrations = world.host.counts.registrations - registrationsBefore;
  const extraSockets = countExtraSockets(world.host);
  if (registrations > maxRegistrationsPerMinute * minutes || extraSockets > maxReopensPerMinute * openMinutes)
    results.runaway.push(`${name}: ${registrations} registrations, ${extraSockets} extra sockets`);
  if (ending === 'recovers') {
    await endFault?.();
    const hasRecovered = await waitFor(() => {
      if (tunnel.state.kind === 'displaced') tunnel.reopen();
      return ['open', 'closed'].includes(tunnel.state.kind);
    });
    if (!hasRecovered) results.hung.push(`${name}: ${tunnel.state.kind}`);
    send();
  }
  tunnel.close();
  isClosed.abort();
  if (ending === 'closes') await endFault?.();
  const hasEnded = Promise.all(requests).then(() => true);
  if (!(await Promise.race([hasEnded, delay(limitMs, false, { ref: false })]))) results.hung.push(name);
  if (!(await waitFor(() => world.countSockets() === 0)))
    results.left.push(`${name}: ${world.countSockets()} sockets`);
  await world.close();
}

/**
 * Returns the number of sockets that were opened beyond the ten of each registration, and beyond one in place of each
 * socket that got a request. The latter aren't reconnects: a tunnel host closes most sockets after one request.
 */
const countExtraSockets = ({ counts: { sockets, usedSockets, registrations } }: TunnelHost): number =>
  sockets - usedSockets - registrations * socketsPerTunnel;

/** Starts a tunnel host and a local server. A second tunnel is closed with the signal. */
async function createWorld(signal: AbortSignal) {
  const validTickets = new Set<string>();
  const options: World['options'] = { respond: undefined, ticketError: undefined };
  const sockets = new Set<Socket>();
  const local = createServer((request, response) => {
    if (options.respond) return options.respond(request, response);
    if (request.url !== '/events') return void setTimeout(() => response.end('done'), 30);
    response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write('data: 1\n\n');
    setTimeout(() => response.end('data: 2\n\n'), 150);
  });
  local.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  local.listen(0, 'localhost');
  await once(local, 'listening');
  const host = await startTunnelHost({ isValidTicket: (_, ticket) => validTickets.has(ticket) });
  const world: World = {
    host,
    local,
    localPort: (local.address() as AddressInfo).port,
    validTickets,
    options,
    displace() {
      const { tunnel } = openFaultyTunnel(world);
      signal.addEventListener('abort', () => tunnel.close());
    },
  };
  return {
    ...world,
    countSockets: () => sockets.size + host.countSockets(),
    async close() {
      await host.close();
      local.closeAllConnections();
      await new Promise((resolve) => local.close(resolve));
    },
  };
}

function openFaultyTunnel({ host, localPort, validTickets, options }: World): {
  readonly tunnel: Tunnel;
  readonly getUrl: () => string | undefined;
} {
  let url: string | undefined;
  const tunnel = openTunnel({
    localPort,
    keepsBodies: () => true,
    onExchange: () => undefined,
    describeFailure: (failure) => failure,
    async getTicket() {
      if (options.ticketError) throw options.ticketError;
      const ticket = String(validTickets.size);
      validTickets.add(ticket);
      return { subdomain, tunnelHost: host.name, ticket };
    },
    onState(state) {
      if (state.kind === 'open') url = state.publicUrl;
    },
    timing,
  });
  return { tunnel, getUrl: () => url };
}

/** Sends a small request, an event stream, and an upload. Each promise resolves when its request has ended. */
function sendRequests(url: string, onStream: () => void): readonly Promise<void>[] {
  const send = (path: string, method: string, body?: string | Buffer) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const headers = { 'Content-Type': 'application/json' };
    const request = requestHttp(new URL(path, url), { method, headers, agent: false });
    request.once('response', (response) => {
      if (path === '/events') onStream();
      response.once('close', resolve).on('error', () => undefined);
      response.resume();
    });
    request.on('error', () => resolve()).end(body);
    return promise;
  };
  return [
    send('/', 'POST', '{"jsonrpc":"2.0","id":1,"method":"ping"}'),
    send('/events', 'GET'),
    send('/upload', 'POST', Buffer.alloc(200_000)),
  ];
}

/** Resolves with `false` if the condition isn't met in time. */
async function waitFor(condition: () => boolean): Promise<boolean> {
  for (const start = performance.now(); !condition(); ) {
    if (performance.now() - start > limitMs) return false;
    await delay(10);
  }
  return true;
}
