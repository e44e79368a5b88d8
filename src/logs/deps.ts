import type { Connection } from '../auth/connection.ts';
import type { Services } from '../context.ts';
import type { PickEnvironment } from '../domain/environment.ts';
import type { PanelDeps } from '../editor/panel/panel.ts';

/** What panels share. */
export interface LogPanelDeps extends PanelDeps {
  readonly connection: Connection;
  readonly watchDeployment: Services['watchDeployment'];
}

export interface LogsDeps extends LogPanelDeps {
  /** The environment that a command is about: from its argument, else asked for. `undefined`: the user left. */
  readonly pickEnvironment: PickEnvironment;
}
