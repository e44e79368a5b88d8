import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type Provider from 'oidc-provider';
import { createApp } from './app.ts';
import { createIdentify } from './auth/credentials.ts';
import { otherSampleLogin, type SampleLogin, sampleLogin } from './auth/sampleUser.ts';
import { createDispatch } from './dispatch.ts';
import { createFaults, type Faults } from './faults.ts';
import { startLiveLogs } from './logs/liveLogs.ts';
import { startLoad } from './logs/load.ts';
import type { LogEntry } from './logs/logEntry.ts';
import { createSessions, type McpSessions } from './mcp/sessions.ts';
import type { ServiceOptions } from './options.ts';
import { createRequestLog, type RequestLog } from './requestLog.ts';
import { createStore } from './store/store.ts';
import { isValidTicket } from './tunnels/ticket.ts';
import { startTunnelHost, type TunnelHost } from './tunnels/tunnelHost.ts';
import { buildWorld } from './world/buildWorld.ts';
import { type Clock, createClock } from './world/clock.ts';
import type { World } from './world/model.ts';
import { createRandom } from './world/random.ts';

/** A running service and its controls for tests. */
export interface SampleService {
  /** Without a trailing slash. */
  readonly url: string;
  readonly apiKey: string;
  /** A second valid API key, as there is while a key is rotated. */
  readonly otherApiKey: string;
  /** A key that gets a 401. */
  readonly expiredApiKey: string;
  /** The token of a user, only if users can't sign in. */
  readonly userToken: string | undefined;
  readonly login: SampleLogin;
  /** The credentials of a second user, which the sign-in page doesn't name. */
  readonly otherLogin: SampleLogin;
  readonly faults: Faults;
  readonly logs: { append(environmentId: string, entries: readonly LogEntry[]): void };
  readonly requests: RequestLog;
  readonly mcp: McpSessions;
  readonly tunnelHost: TunnelHost;
  readonly clock: Clock;
  readonly world: World;
  /** Closes all connections, including open requests. */
  close(): Promise<void>;
}

/** The parts of the service that the sample of the extension doesn't have. */
interface TestParts {
  /** Creates the authorization server. */
  readonly createProvider: (options: {
    readonly baseUrl: string;
    readonly accessTokenSeconds: number;
    readonly refreshGraceSeconds: number;
    readonly report: (error: Error) => void;
  }) => Promise<Provider>;
}

/**
 * Starts the sample service on a loopback address. Without `testParts`, users can't sign in, a fixed user token is
 * accepted instead, and there are no controls. Rejects with the system's error if the port is in use.
 */
export async function serve(options: ServiceOptions, testParts?: TestParts): Promise<SampleService> {
  const { port = 0, host = '127.0.0.1', seed = 1, specOnly = false, live = true } = options;
  const { accessTokenSeconds = 3600, refreshGraceSeconds = 0 } = options;
  const report = (error: Error): void => {
    if (!options.quiet) console.error(error);
  };
  const server = createServer();
  await listen(server, port, host);

  const url = `http://${host}:${(server.address() as AddressInfo).port}`;
  const keyText = createRandom(seed, 'api key').text(16);
  const apiKey = `sample-key-${seed}-${keyText}`;
  const otherApiKey = `${apiKey}-2`;
  const clock = createClock();
  const { projects, typicalOnly, entries = 0, rate = 0 } = options;
  const world = buildWorld({ seed, baseUrl: url, clock, projects, typicalOnly, entries });
  const provider = await testParts?.createProvider({
    baseUrl: url,
    accessTokenSeconds,
    refreshGraceSeconds,
    report,
  });
  const userToken = provider ? undefined : randomUUID();
  const identify = createIdentify(provider, { apiKeys: [apiKey, otherApiKey], userToken });
  const faults = createFaults();
  const requests = createRequestLog();
  const store = createStore({ uploads: world.uploads, clock, faults, requests, report });
  await listen(store, 0, host);
  world.uploads.origin = `http://${host}:${(store.address() as AddressInfo).port}`;
  const tunnelHost = await startTunnelHost({
    isValidTicket: (subdomain, ticket) => isValidTicket(subdomain, ticket, clock.now()),
  });
  world.tunnelHostName = tunnelHost.name;
  const load = startLoad(world, { rate, first: entries });
  const sessions = createSessions(world);
  const control = provider && { world, faults, requests, load, sessions };
  const app = createApp({ control, world, provider, identify, sessions, isSpecOnly: specOnly, report });
  const handle = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  server.on('request', createDispatch({ handle, provider, identify, faults, requests, clock, report }));
  const liveLogs = live ? startLiveLogs(world) : undefined;

  return {
    url,
    apiKey,
    otherApiKey,
    userToken,
    expiredApiKey: `sample-key-${seed}-expired`,
    login: sampleLogin,
    otherLogin: otherSampleLogin,
    faults,
    logs: world.logs,
    requests,
    mcp: sessions,
    tunnelHost,
    clock,
    world,
    close: async () => {
      liveLogs?.stop();
      load.stop();
      sessions.endAll();
      await Promise.all([close(server), close(store), tunnelHost.close()]);
    },
  };
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
