import type { World } from '../world/model.ts';
import type { McpContext } from './context.ts';

/** What is done once a person has visited an address, by the ID of what asked for it. */
const pending = new WeakMap<World, Map<string, () => void>>();

/** An address that a client is to have visited; it is told when that is done. */
export function createUrlElicitation(
  { world, server }: McpContext,
  message: string,
  onComplete: () => void = () => undefined,
) {
  const elicitationId = world.newId('eli');
  const notifyClient = server.createElicitationCompletionNotifier(elicitationId);
  const elicitations = pending.get(world) ?? new Map();
  pending.set(world, elicitations);
  elicitations.set(elicitationId, () => {
    onComplete();
    // Its client may be gone.
    void notifyClient().catch(() => undefined);
  });
  return { mode: 'url' as const, message, elicitationId, url: `${world.baseUrl}/visit/${elicitationId}` };
}

/** Whether someone expected that. */
export function completeUrlElicitation(world: World, elicitationId: string): boolean {
  const done = pending.get(world)?.get(elicitationId);
  done?.();
  return done !== undefined;
}
