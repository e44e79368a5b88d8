import type { World } from '../world/model.ts';
import type { McpContext } from './context.ts';

/** The callbacks of URL elicitations that aren't completed yet, by elicitation ID. */
const pending = new WeakMap<World, Map<string, () => void>>();

/** Creates a URL elicitation. When the user opens its URL, the client is notified. */
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
    // The client may have disconnected.
    void notifyClient().catch(() => undefined);
  });
  return { mode: 'url' as const, message, elicitationId, url: `${world.baseUrl}/visit/${elicitationId}` };
}

/** Completes an elicitation. Returns `false` if it doesn't exist. */
export function completeUrlElicitation(world: World, elicitationId: string): boolean {
  const done = pending.get(world)?.get(elicitationId);
  done?.();
  return done !== undefined;
}
