import type { Connection } from '../auth/connection.ts';
import { createDeploymentSession } from './read/deploymentSession.ts';
import { deploymentSource } from './read/deploymentSource.ts';
import { environmentSource } from './read/environmentSource.ts';
import { createSession, type Session, type SessionDeps } from './read/session.ts';
import type { PanelIdentity } from './savedState.ts';

/** The session of what a panel is about: a deployment, else an environment. */
export function createPanelSession(
  connection: Connection,
  { baseUrl, deploymentId, environmentId }: PanelIdentity,
  deps: Omit<SessionDeps, 'source'>,
): Session {
  return deploymentId === undefined
    ? createSession({ ...deps, source: environmentSource(connection, baseUrl, environmentId) })
    : createDeploymentSession({ ...deps, source: deploymentSource(connection, baseUrl, deploymentId) });
}
