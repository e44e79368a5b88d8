import type { Playground, PlaygroundChange } from '../api/playground.ts';
import type { EnvironmentRef } from '../domain/environment.ts';

/** Reads and changes the playgrounds of environments. */
export interface PlaygroundAccess {
  read(
    environmentId: string,
    options?: { readonly isInteractive?: boolean; readonly signal?: AbortSignal },
  ): Promise<Playground>;
  /** Changes a playground. Rejects unless the service has the change afterwards. */
  applyChange(target: EnvironmentRef, change: PlaygroundChange): Promise<Playground>;
}
