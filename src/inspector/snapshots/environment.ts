import type { ServiceEnvironment } from '../../domain/environment.ts';
import type { InspectorIdentity } from '../protocol.ts';

/** Returns the environment whose snapshots belong to a page; `undefined` if the page isn't about an environment. */
export function toServiceEnvironment({
  environmentId,
  baseUrl,
}: InspectorIdentity): ServiceEnvironment | undefined {
  return environmentId === undefined || baseUrl === undefined ? undefined : { baseUrl, environmentId };
}
