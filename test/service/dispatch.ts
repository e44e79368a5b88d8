import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type Provider from 'oidc-provider';
import { applyFault } from './applyFault.ts';
import type { Identify } from './auth/credentials.ts';
import { oidcPrefix } from './auth/paths.ts';
import type { createFaults } from './faults.ts';
import type { createRequestLog } from './requestLog.ts';
import type { Clock } from './world/clock.ts';

interface DispatchOptions {
  /** Handles all requests except those to the authorization server. */
  readonly handle: RequestListener;
  /** `undefined` if users can't sign in. */
  readonly provider: Provider | undefined;
  readonly identify: Identify;
  readonly faults: ReturnType<typeof createFaults>;
  readonly requests: ReturnType<typeof createRequestLog>;
  readonly clock: Clock;
  readonly report: (error: Error) => void;
}

/**
 * Creates the listener for all requests: each is recorded, then a fault applies if there is one, then its
 * part of the service responds.
 */
export function createDispatch(options: DispatchOptions): RequestListener {
  const { handle, provider, identify, faults, requests, clock, report } = options;
  const answerOidc = provider?.callback();

  const dispatch = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { url = '/', method = 'GET' } = request;
    const inner = answerOidc && oidcPath(url);
    // The authorization server has the real time, because its tokens have no other.
    if (inner === undefined) response.setHeader('Date', new Date(clock.now()).toUTCString());
    if (!url.startsWith('/_sample/')) {
      const recorded = requests.record(request, response);
      const fault = faults.take(method, url);
      recorded.credential = (await identify(request.headers.authorization)).kind;
      if (fault && (await applyFault(fault, request, response))) return;
    }
    if (!answerOidc || inner === undefined) await handle(request, response);
    else
      await answerOidc(
        Object.assign(request, { originalUrl: `${oidcPrefix}${inner}`, url: inner }),
        response,
      );
  };

  return (request, response) => {
    dispatch(request, response).catch((error: unknown) => {
      report(error instanceof Error ? error : new Error(String(error)));
      response.destroy();
    });
  };
}

/**
 * Returns the path of a request within the authorization server, or `undefined` for other requests. Its
 * metadata has two additional URLs (RFC 8414 §3.1).
 */
function oidcPath(url: string): string | undefined {
  if (url.startsWith(`${oidcPrefix}/`)) return url.slice(oidcPrefix.length);
  const isMetadata = ['oauth-authorization-server', 'openid-configuration'].some(
    (name) => url === `/.well-known/${name}${oidcPrefix}`,
  );
  return isMetadata ? '/.well-known/openid-configuration' : undefined;
}
