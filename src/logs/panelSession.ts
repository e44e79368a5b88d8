import type { Connection } from '../auth/connection.ts';
import type { Services } from '../context.ts';
import type { RetryCountdown } from '../editor/retryCountdown.ts';
import { LogsDeletedError } from './logProblem.ts';
import { createDeploymentSession } from './read/deploymentSession.ts';
import { createDeploymentSource } from './read/deploymentSource.ts';
import { createEnvironmentSession, type LogSession, type SessionDeps } from './read/environmentSession.ts';
import { createEnvironmentSource } from './read/environmentSource.ts';
import type { PanelIdentity } from './savedState.ts';

interface PanelSessionDeps extends Omit<SessionDeps, 'source'> {
  /** Whether the environment was deleted. No requests are sent then. */
  readonly isDeleted: () => boolean;
  readonly onWait: RetryCountdown['start'];
  readonly watchDeployment: Services['watchDeployment'];
}

/** Creates the session of a panel, for a deployment or an environment. */
export function createPanelSession(
  connection: Connection,
  { baseUrl, deploymentId, environmentId }: PanelIdentity,
  { isDeleted, onWait, watchDeployment, ...deps }: PanelSessionDeps,
): LogSession {
  const guarded: Pick<Connection, 'baseUrl' | 'client'> = {
    get baseUrl() {
      return connection.baseUrl;
    },
    client: async () => {
      if (isDeleted()) throw new LogsDeletedError();
      return connection.client();
    },
  };
  return deploymentId === undefined
    ? createEnvironmentSession({
        ...deps,
        source: createEnvironmentSource(guarded, baseUrl, environmentId, onWait),
      })
    : createDeploymentSession({
        ...deps,
        source: createDeploymentSource(guarded, { baseUrl, deploymentId }, { onWait, watchDeployment }),
      });
}
