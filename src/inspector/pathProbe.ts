import type { McpSessionState } from './mcpSession.ts';

/** Where servers usually are; the last one speaks the first protocol. */
const commonPaths = ['/mcp', '/sse'] as const;
/** Milliseconds for all of them. */
const probeTimeoutMs = 5000;

interface TryPathDeps {
  readonly url: () => string;
  readonly changed: () => void;
}

/** Looks for a server at the usual paths of an address that has none, and no server either. */
export function createPathProbe({ url, changed }: TryPathDeps) {
  let path: string | undefined;
  let looked: McpSessionState['steps'] | undefined;
  return {
    /** Absent: nothing was found, or it isn't wanted. */
    get path() {
      return path;
    },
    /** The address with that path. */
    get url() {
      return path === undefined ? undefined : withPath(url(), path);
    },
    /** The connection has changed. */
    async look({ phase, steps }: Pick<McpSessionState, 'phase' | 'steps'>): Promise<void> {
      if (steps === looked) return;
      looked = steps;
      path = undefined;
      if (phase !== 'failed' || !steps.some(isNotFound) || new URL(url()).pathname !== '/') return;
      const found = await probeCommonPaths(url());
      if (found === undefined || looked !== steps) return;
      path = found;
      changed();
    },
  };
}

const isNotFound = ({ name, outcome }: McpSessionState['steps'][number]): boolean =>
  name === 'http' && outcome === 'failed';

const withPath = (url: string, path: string): string => Object.assign(new URL(url), { pathname: path }).href;

/** The first path where something answers as a server does. No header that a person gave goes there. Never rejects. */
async function probeCommonPaths(url: string): Promise<string | undefined> {
  const signal = AbortSignal.timeout(probeTimeoutMs);
  const found = await Promise.all(commonPaths.map((path) => isServer(withPath(url, path), signal)));
  return commonPaths.find((_, at) => found[at]);
}

/** A server has a stream there, or says that it has none (405), wants a session (400), or to know who asks (401). */
async function isServer(url: string, signal: AbortSignal): Promise<boolean> {
  const abort = new AbortController();
  try {
    const headers = { Accept: 'text/event-stream' };
    const both = AbortSignal.any([signal, abort.signal]);
    const { status, headers: answered } = await fetch(url, { headers, redirect: 'error', signal: both });
    return status === 200
      ? answered.get('content-type')?.startsWith('text/event-stream') === true
      : [400, 401, 405, 406].includes(status);
  } catch {
    return false;
  } finally {
    abort.abort();
  }
}
