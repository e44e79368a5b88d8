import { omitUndefined } from '../../fields.ts';
import { parseDocument } from '../document/documentText.ts';
import { readTextFile } from '../localFiles.ts';
import type { KnownVariable } from '../variable.ts';
import type { ReadVariablesOptions, VariableAccess } from '../variableAccess.ts';
import type { ComparedSide } from './compareSides.ts';
import { type ComparedSource, isLocalFile } from './comparisonUri.ts';

/** The content of a source, both for a comparison (`entries`) and for a plan (`variables`). */
export interface SourceContent extends ComparedSide {
  readonly variables: readonly KnownVariable[];
}

/**
 * Reads the variables of an environment, or of a `.env` file as `parseDocument` reads it. Unlike dotenv, it skips lines
 * that look like Base64, and reads `<unchanged>` as no value.
 */
export async function readComparedSource(
  source: ComparedSource,
  access: Pick<VariableAccess, 'read'>,
  options?: ReadVariablesOptions,
): Promise<SourceContent> {
  if (!isLocalFile(source)) {
    const { variables, isListedByService } = await access.read(source.environmentId, options);
    return { entries: variables, isComplete: isListedByService, variables };
  }
  const { requestedVariables } = parseDocument(await readTextFile(source.file), [], () => false);
  const variables = requestedVariables.map(({ key, value }) => ({
    id: key,
    key,
    isSecret: false,
    ...omitUndefined({ value }),
  }));
  return { entries: requestedVariables, isComplete: true, variables };
}
