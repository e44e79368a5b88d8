import { shortenServerUrl } from '../editor/serverUrl.ts';
import { formatEnvironmentLabel } from '../explorer/environmentLabel.ts';
import type { AuditTarget } from './auditRecord.ts';

/** Returns the name of a target for prompts and notifications: the environment and its project, or else the URL. */
export function describeTarget({ environmentName, environmentId, targetUrl, ...rest }: AuditTarget): string {
  if (environmentId === undefined) return shortenServerUrl(targetUrl);
  return formatEnvironmentLabel({ ...rest, environmentName: environmentName ?? environmentId });
}
