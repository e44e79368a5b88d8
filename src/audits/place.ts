import { placeOf } from '../explorer/environmentText.ts';
import type { Subject } from './run.ts';
import { shortUrl } from './targetUrl.ts';

/** What is audited, in the words of a question or a report: an environment with its project, else a URL. */
export function subjectText({ environmentName, environmentId, targetUrl, ...rest }: Subject): string {
  if (environmentId === undefined) return shortUrl(targetUrl);
  return placeOf({ ...rest, environmentName: environmentName ?? environmentId });
}
