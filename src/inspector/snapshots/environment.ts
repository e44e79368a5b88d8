import type { ServiceEnvironment } from '../../domain/environment.ts';
import type { InspectorIdentity } from '../protocol.ts';

/** Whose snapshots those of a page are; absent: it is about no environment, and has none. */
export function toServiceEnvironment({
  environmentId,
  baseUrl,
}: InspectorIdentity): ServiceEnvironment | undefined {
  return environmentId === undefined || baseUrl === undefined ? undefined : { baseUrl, environmentId };
}
