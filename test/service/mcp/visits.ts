import type { World } from '../world/model.ts';
import type { McpContext } from './context.ts';

/** What is done once a person has visited an address, by the ID of what asked for it. */
const expected = new WeakMap<World, Map<string, () => void>>();

/** An address that a client is to have visited; it is told when that is done. */
export function expectVisit(
  { world, server }: McpContext,
  message: string,
  done: () => void = () => undefined,
) {
  const elicitationId = world.newId('eli');
  const tell = server.createElicitationCompletionNotifier(elicitationId);
  const visits = expected.get(world) ?? new Map();
  expected.set(world, visits);
  visits.set(elicitationId, () => {
    done();
    // Its client may be gone.
    void tell().catch(() => undefined);
  });
  return { mode: 'url' as const, message, elicitationId, url: `${world.baseUrl}/visit/${elicitationId}` };
}

/** Whether someone expected that. */
export function visit(world: World, elicitationId: string): boolean {
  const done = expected.get(world)?.get(elicitationId);
  done?.();
  return done !== undefined;
}
