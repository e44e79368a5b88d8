import type { McpSessionState } from './mcpSession.ts';

/** Common paths of MCP servers. The last one is the path of HTTP with SSE. */
const commonPaths = ['/mcp', '/sse'] as const;
/** Time limit of all requests together, in milliseconds. */
const probeTimeoutMs = 5000;

interface PathProbeOptions {
  readonly url: () => string;
  /** Called when a path was found. */
  readonly onChange: () => void;
}

/** Creates a probe that searches common paths for a server if the root path has none. */
export function createPathProbe({ url, onChange }: PathProbeOptions) {
  let path: string | undefined;
  let probedSteps: McpSessionState['steps'] | undefined;
  return {
    /** The path with a server; `undefined` if none was found. */
    get path() {
      return path;
    },
    /** The URL with the probed path. */
    get url() {
      return path === undefined ? undefined : withPath(url(), path);
    },
    /**
     * Starts a probe if the connection to the root path failed because of the HTTP status. Probes once for each
     * failure.
     */
    async probeAfterFailure({ phase, steps }: Pick<McpSessionState, 'phase' | 'steps'>): Promise<void> {
      if (steps === probedSteps) return;
      probedSteps = steps;
      path = undefined;
      if (phase !== 'failed' || !steps.some(isNotFound) || new URL(url()).pathname !== '/') return;
      const foundPath = await probeCommonPaths(url());
      if (foundPath === undefined || probedSteps !== steps) return;
      path = foundPath;
      onChange();
    },
  };
}

const isNotFound = ({ name, outcome }: McpSessionState['steps'][number]): boolean =>
  name === 'http' && outcome === 'failed';

const withPath = (url: string, path: string): string => Object.assign(new URL(url), { pathname: path }).href;

/** Returns the first path at which a server responds. No headers of the user are sent. Never rejects. */
async function probeCommonPaths(url: string): Promise<string | undefined> {
  const signal = AbortSignal.timeout(probeTimeoutMs);
  const responses = await Promise.all(commonPaths.map((path) => isServer(withPath(url, path), signal)));
  return commonPaths.find((_, index) => responses[index]);
}

/**
 * Whether a server responds: with an event stream, or with the status for a missing stream (405), a missing session
 * (400), missing authorization (401), or the content type (406).
 */
async function isServer(url: string, signal: AbortSignal): Promise<boolean> {
  const abort = new AbortController();
  try {
    const headers = { Accept: 'text/event-stream' };
    const both = AbortSignal.any([signal, abort.signal]);
    const { status, headers: responseHeaders } = await fetch(url, {
      headers,
      redirect: 'error',
      signal: both,
    });
    return status === 200
      ? responseHeaders.get('content-type')?.startsWith('text/event-stream') === true
      : [400, 401, 405, 406].includes(status);
  } catch {
    return false;
  } finally {
    abort.abort();
  }
}
