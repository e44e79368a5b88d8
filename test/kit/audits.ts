import type { SampleService } from '../service/service.ts';

/** What the service says of every audit, until its faults are cleared or it says something else. */
export function says(service: SampleService, said: Readonly<Record<string, unknown>>): void {
  service.faults.clear();
  const body = {
    id: 'aud',
    targetUrl: 'https://mcp.example.com/',
    createdAt: null,
    durationMs: null,
    ...said,
  };
  service.faults.add({ match: { method: 'GET', path: '/v1/beacon/audits/' }, body });
}

/** It tells again what it knows, and all audits are over. */
export function endAudits(service: SampleService): void {
  service.faults.clear();
  service.clock.advance(60_000);
}

/** The audit that was started last. */
export function newest({ world }: SampleService) {
  return [...world.audits.values()].at(-1);
}

/** How many audits it was asked to run. */
export function posts({ requests }: SampleService): number {
  return requests.list().filter(({ method, path }) => method === 'POST' && path === '/v1/beacon/audits')
    .length;
}
