import type { Environments } from '../api/environments.ts';
import type { Playground, PlaygroundChange } from '../api/playground.ts';
import { inFlightMs, type SendOutcome, sendOnce } from '../api/sendOnce.ts';
import type { sleep as sleepFor } from '../api/sleep.ts';
import { containsChange } from './playgroundContent.ts';

/** Sends a change of a playground once. If the outcome is uncertain, reads the playground to determine it. */
export function changePlayground(
  environments: Pick<Environments, 'updatePlayground' | 'getPlayground'>,
  environmentId: string,
  change: PlaygroundChange,
  signal: AbortSignal,
  sleep?: typeof sleepFor,
): Promise<SendOutcome<Playground>> {
  return sendOnce({
    send: () => environments.updatePlayground(environmentId, change, { signal }),
    findChange: async () => {
      const playground = await environments.getPlayground(environmentId);
      return containsChange(playground, change) ? playground : undefined;
    },
    delaysMs: [inFlightMs],
    sleep,
  });
}
