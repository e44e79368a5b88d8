import type { ServerFields } from '../api/distribution.ts';
import type { Project } from '../api/projects.ts';
import { omitUndefined } from '../fields.ts';
import type { LocalPublication } from './publicationHistory.ts';

/** The published version of a server. */
interface PublishedVersion {
  readonly version: string;
  /** The time in ms since 1970. Absent if it was published elsewhere. */
  readonly publishedAt?: number;
  /** Whether production was deployed after the publication. */
  readonly isOutdated: boolean;
}

/** Compares the published version with earlier publications. `here`: publications of the project from this editor. */
export function findPublishedVersion(
  { domain, fields }: { readonly domain: string; readonly fields: Pick<ServerFields, 'version'> },
  localPublications: readonly LocalPublication[],
  { productionState }: Pick<Project, 'productionState'>,
): PublishedVersion {
  const local = localPublications.find((one) => one.domain === domain && one.version === fields.version);
  const { status, completedAt, startedAt } = productionState ?? {};
  const deployedAt = status === 'deployed' ? Date.parse(completedAt ?? startedAt ?? '') : Number.NaN;
  return omitUndefined({
    version: fields.version ?? '',
    publishedAt: local?.at,
    isOutdated: local !== undefined && deployedAt > local.at,
  });
}
