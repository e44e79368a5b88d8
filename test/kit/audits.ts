import type { SampleService } from '../service/service.ts';

/** What the service says of every audit, until its faults are cleared or it says something else. */
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

/** It tells again what it knows, and all audits are over. */
export function finishAudits(service: SampleService): void {
  service.faults.clear();
  service.clock.advance(60_000);
}

/** The audit that was started last. */
export function findNewestAudit({ world }: SampleService) {
  return [...world.audits.values()].at(-1);
}

/** How many audits it was asked to run. */
export function countAuditRequests({ requests }: SampleService): number {
  return requests.list().filter(({ method, path }) => method === 'POST' && path === '/v1/beacon/audits')
    .length;
}
