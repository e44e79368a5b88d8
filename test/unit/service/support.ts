import { after, before } from 'node:test';
import type { ServiceOptions } from '../../service/options.ts';
import { type SampleService, startService } from '../../service/service.ts';

/** A complete response. `json` is `undefined` if the body isn't JSON. */
export interface TestReply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: TestJson;
}

/** JSON of unknown shape. */
export type TestJson =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly TestJson[]
  | { readonly [key: string]: TestJson };

/** Starts a service for the tests of this file or group. Only tests add log entries. */
export function useService(options: ServiceOptions = {}) {
  let running: SampleService | undefined;
  const service = (): SampleService => {
    if (!running) throw new Error('The service is only there within a test');
    return running;
  };
  before(async () => {
    running = await startService({ live: false, ...options });
  });
  after(() => running?.close());

  /** Sends a request with the API key, unless `headers` has a credential. `body` is sent as JSON. */
  const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    sendRequest(`${service().url}${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${service().apiKey}`,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  const get = (path: string) => send('GET', path);
  return { service, send, get };
}

/** Sends a request and reads the response. Doesn't follow redirects. */
export async function sendRequest(url: string | URL, init: RequestInit = {}): Promise<TestReply> {
  const response = await fetch(url, { redirect: 'manual', ...init });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: isJson ? (JSON.parse(text) as TestJson) : undefined,
  };
}

/** Returns the value at a path in JSON, or `undefined`. */
export function getPath(json: TestJson, ...path: readonly (string | number)[]): TestJson {
  let at: TestJson = json;
  for (const key of path) {
    if (typeof at !== 'object' || at === null) return undefined;
    at = (at as { readonly [key: string]: TestJson })[key];
  }
  return at;
}

export function toTexts(json: TestJson): string[] {
  return Array.isArray(json) ? json.map(String) : [];
}

/** Finds an environment of the sample service by its project and name. */
export function findEnvironment(service: SampleService, projectName: string, name: string) {
  for (const environment of service.world.environments.values()) {
    const project = service.world.projects.get(environment.projectId);
    if (project?.name === projectName && environment.name === name) return environment;
  }
  throw new Error(`No ${projectName} / ${name}`);
}

/** Returns the ID of `weather-tools / production`. */
export function productionId(service: SampleService): string {
  return findEnvironment(service, 'weather-tools', 'production').id;
}
