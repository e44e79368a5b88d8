import type { Environments } from '../api/environments.ts';
import type { Playground, PlaygroundChange } from '../api/playground.ts';
import { mayHaveSucceeded, sleep as sleepFor } from '../api/retry.ts';
import { containsChange } from './content.ts';

/** Time after which the effect of an abandoned request is looked for: it might still be on its way. */
const arrivalDelayMs = 1000;

/** What the service has afterwards. `unknown`: the answer was lost, and what the service has can't be read. */
export type PlaygroundChangeOutcome =
  | { readonly result: 'applied'; readonly playground: Playground }
  | { readonly result: 'notApplied' | 'unknown'; readonly error: unknown };

/** Sends a change once. Where its outcome isn't certain, that is read from the service, also after a cancellation. */
export async function changePlayground(
  environments: Pick<Environments, 'updatePlayground' | 'getPlayground'>,
  environmentId: string,
  change: PlaygroundChange,
  signal: AbortSignal,
  sleep = sleepFor,
): Promise<PlaygroundChangeOutcome> {
  try {
    const playground = await environments.updatePlayground(environmentId, change, { signal });
    return { result: 'applied', playground };
  } catch (error) {
    if (!mayHaveSucceeded(error)) return { result: 'notApplied', error };
    await sleep(arrivalDelayMs, undefined);
    const now = await environments.getPlayground(environmentId).catch(() => undefined);
    if (!now) return { result: 'unknown', error };
    return containsChange(now, change)
      ? { result: 'applied', playground: now }
      : { result: 'notApplied', error };
  }
}
