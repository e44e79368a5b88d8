import type * as vscode from 'vscode';
import type { Connection } from '../auth/connection.ts';
import type { PickEnvironment } from '../domain/environment.ts';
import type { Log } from '../editor/log.ts';
import type { ToProblem } from '../editor/problem.ts';
import type { WatchDeployment } from './read/deploymentSource.ts';

/** What panels share. */
export interface LogPanelDeps {
  readonly connection: Connection;
  readonly toProblem: ToProblem;
  readonly extensionUri: vscode.Uri;
  readonly log: Log;
  readonly watchDeployment: WatchDeployment;
}

export interface LogsDeps extends LogPanelDeps {
  /** The environment that a command is about: from its argument, else asked for. `undefined`: the user left. */
  readonly pickEnvironment: PickEnvironment;
}
