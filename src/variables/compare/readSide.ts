import { omitUndefined } from '../../fields.ts';
import { readTextFile } from '../localFiles.ts';
import type { ReadVariables } from '../reader.ts';
import type { KnownVariable } from '../variable.ts';
import type { SideContent } from './compareSides.ts';
import { type ComparedSource, isLocalFile } from './comparisonAddress.ts';

/** A side with its variables, from which a plan starts. */
export interface SideVariables extends SideContent {
  readonly variables: readonly KnownVariable[];
}

export type ReadSide = (
  place: ComparedSource,
  options?: Parameters<ReadVariables>[1],
) => Promise<SideVariables>;

export function sideReader(read: ReadVariables): ReadSide {
  return async (place, options) => {
    if (!isLocalFile(place)) {
      const { variables, isListed } = await read(place.environmentId, options);
      return { entries: variables, isComplete: isListed, variables };
    }
    const { parseDocument } = await import('../document/documentText.ts');
    const { requested } = parseDocument(await readTextFile(place.file), [], () => false);
    const variables = requested.map(({ key, value }) => ({
      id: key,
      key,
      isSecret: false,
      ...omitUndefined({ value }),
    }));
    return { entries: requested, isComplete: true, variables };
  };
}
