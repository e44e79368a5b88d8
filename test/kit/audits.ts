import type { SampleService } from '../service/service.ts';

/**
 * Makes the sample service respond with these fields to requests for any audit, until the faults are cleared
 * or this function is called again.
 */
export function setAuditResponse(service: SampleService, fields: Readonly<Record<string, unknown>>): void {
  service.faults.clear();
  const body = {
    id: 'aud',
    targetUrl: 'https://mcp.example.com/',
    createdAt: null,
    durationMs: null,
    ...fields,
  };
  service.faults.add({ match: { method: 'GET', path: '/v1/beacon/audits/' }, body });
}

/** Clears the faults, and advances the clock so that all audits are finished. */
export function finishAudits(service: SampleService): void {
  service.faults.clear();
  service.clock.advance(60_000);
}

export function findNewestAudit({ world }: SampleService) {
  return [...world.audits.values()].at(-1);
}

/** Returns the number of requests that start an audit. */
export function countAuditRequests({ requests }: SampleService): number {
  return requests.list().filter(({ method, path }) => method === 'POST' && path === '/v1/beacon/audits')
    .length;
}
