import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { createApp } from './app.ts';
import { createIdentify } from './auth/credentials.ts';
import { createProvider, createSigningKey } from './auth/provider.ts';
import type { SampleLogin } from './auth/sampleUser.ts';
import { createDispatch } from './dispatch.ts';
import { createFaults, type Faults } from './faults.ts';
import { startLiveLogs } from './logs/liveLogs.ts';
import { startLoad } from './logs/load.ts';
import type { LogEntry } from './logs/logEntry.ts';
import type { ServiceOptions } from './options.ts';
import { createRequestLog, type RequestLog } from './requestLog.ts';
import { buildWorld } from './world/build.ts';
import { type Clock, createClock } from './world/clock.ts';
import type { World } from './world/model.ts';
import { createRandom } from './world/random.ts';

/** A running service, and what tests steer it with. */
export interface SampleService {
  /** Without a trailing slash. */
  readonly url: string;
  readonly apiKey: string;
  /** One that the service answers with 401. */
  readonly expiredApiKey: string;
  readonly login: SampleLogin;
  readonly faults: Faults;
  readonly logs: { append(environmentId: string, entries: readonly LogEntry[]): void };
  readonly requests: RequestLog;
  readonly clock: Clock;
  readonly world: World;
  /** Ends every connection, open requests included. */
  close(): Promise<void>;
}

/** Starts the sample service on 127.0.0.1. Rejects with the system's error when the port is taken. */
export async function startService(options: ServiceOptions = {}): Promise<SampleService> {
  const { port = 0, seed = 1, specOnly = false, live = true, accessTokenSeconds = 3600 } = options;
  const report = (error: Error): void => {
    if (!options.quiet) console.error(error);
  };
  const signingKey = createSigningKey();
  const server = createServer();
  // A failed listen must not leave the key's promise behind.
  const [key] = await Promise.all([signingKey, listen(server, port)]);

  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const keyText = createRandom(seed, 'api key').text(16);
  const apiKey = `sample-key-${seed}-${keyText}`;
  const login: SampleLogin = { email: 'sample@example.com', password: 'sample-password' };
  const clock = createClock();
  const { projects, calm: isCalm, entries = 0, rate = 0 } = options;
  const world = buildWorld({ seed, baseUrl: url, clock, projects, isCalm, entries });
  const provider = createProvider({ baseUrl: url, login, accessTokenSeconds, report }, key);
  const identify = createIdentify(provider, apiKey);
  const faults = createFaults();
  const requests = createRequestLog();
  const load = startLoad(world, { rate, first: entries });
  const control = { world, faults, requests, load };
  const app = createApp({ control, world, provider, identify, login, isSpecOnly: specOnly, report });
  const answer = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  server.on('request', createDispatch({ answer, provider, identify, faults, requests, clock, report }));
  const liveLogs = live ? startLiveLogs(world) : undefined;

  return {
    url,
    apiKey,
    expiredApiKey: `sample-key-${seed}-expired`,
    login,
    faults,
    logs: world.logs,
    requests,
    clock,
    world,
    close: () => {
      liveLogs?.stop();
      load.stop();
      return close(server);
    },
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
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
