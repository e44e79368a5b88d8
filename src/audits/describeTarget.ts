import { environmentLabel } from '../explorer/environmentLabel.ts';
import type { AuditTarget } from './auditRecord.ts';
import { shortTargetUrl } from './targetUrl.ts';

/** What is audited, in the words of a question or a report: an environment with its project, else a URL. */
export function describeTarget({ environmentName, environmentId, targetUrl, ...rest }: AuditTarget): string {
  if (environmentId === undefined) return shortTargetUrl(targetUrl);
  return environmentLabel({ ...rest, environmentName: environmentName ?? environmentId });
}
