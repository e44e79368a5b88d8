import type { LogPanelDeps } from './panel.ts';

export interface PickedEnvironment {
  readonly environmentId: string;
  readonly environmentName: string;
  readonly projectName?: string;
}

export interface LogsDeps extends LogPanelDeps {
  /** The environment that a command is about: from its argument, else asked for. `undefined`: the user left. */
  readonly pickEnvironment: (argument: unknown, title: string) => Promise<PickedEnvironment | undefined>;
}
