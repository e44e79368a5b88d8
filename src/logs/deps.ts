import type { Connection } from '../auth/connection.ts';
import type { Services } from '../context.ts';
import type { PickEnvironment } from '../domain/environment.ts';
import type { PanelDeps } from '../editor/panel/panel.ts';

export interface LogPanelDeps extends PanelDeps {
  readonly connection: Connection;
  readonly watchDeployment: Services['watchDeployment'];
}

export interface LogsDeps extends LogPanelDeps {
  readonly pickEnvironment: PickEnvironment;
}
