import type { ServerFields } from '../api/distribution.ts';
import type { Project } from '../api/projects.ts';
import { omitUndefined } from '../fields.ts';
import type { LocalPublication } from './publicationHistory.ts';

/** How what is published stands. */
export interface PublishedVersion {
  readonly version: string;
  /** In ms since 1970; absent: someone else published it, and no one says when. */
  readonly publishedAt?: number;
  /** Production was deployed after it was published from here. */
  readonly isOutdated: boolean;
}

/** `here`: what was published of the project from here. */
export function findPublishedVersion(
  { domain, fields }: { readonly domain: string; readonly fields: Pick<ServerFields, 'version'> },
  here: readonly LocalPublication[],
  { productionState }: Pick<Project, 'productionState'>,
): PublishedVersion {
  const local = here.find((one) => one.domain === domain && one.version === fields.version);
  const { status, completedAt, startedAt } = productionState ?? {};
  const deployedAt = status === 'deployed' ? Date.parse(completedAt ?? startedAt ?? '') : Number.NaN;
  return omitUndefined({
    version: fields.version ?? '',
    publishedAt: local?.at,
    isOutdated: local !== undefined && deployedAt > local.at,
  });
}
