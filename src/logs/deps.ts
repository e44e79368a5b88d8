import type * as vscode from 'vscode';
import type { Connection } from '../auth/connection.ts';
import type { Services } from '../context.ts';
import type { PickEnvironment } from '../domain/environment.ts';
import type { Log } from '../editor/log.ts';
import type { ToProblem } from '../editor/problem.ts';

/** What panels share. */
export interface LogPanelDeps {
  readonly connection: Connection;
  readonly toProblem: ToProblem;
  readonly extensionUri: vscode.Uri;
  readonly log: Log;
  readonly watchDeployment: Services['watchDeployment'];
}

export interface LogsDeps extends LogPanelDeps {
  /** The environment that a command is about: from its argument, else asked for. `undefined`: the user left. */
  readonly pickEnvironment: PickEnvironment;
}
