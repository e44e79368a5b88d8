import type { ServerFields } from '../api/distribution.ts';
import type { Project } from '../api/projects.ts';
import { omitUndefined } from '../fields.ts';
import type { LocalPublication } from './publicationHistory.ts';

/** The published version of a server. */
interface PublishedVersion {
  readonly version: string;
  /**
   * The time of the publication in milliseconds since the epoch. Absent if the version wasn't published from this
   * editor.
   */
  readonly publishedAt?: number;
  /** Whether production was deployed after the publication. False if the time of the publication is unknown. */
  readonly isOutdated: boolean;
}

/**
 * Finds the time of the published version, and whether the version is outdated. `localPublications`: the publications
 * of the project from this editor.
 */
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
