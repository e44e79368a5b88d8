import * as vscode from 'vscode';
import { isUnsupportedError } from '../api/errors.ts';
import { UserError } from '../editor/userError.ts';
import { findEnvironment } from './findEnvironment.ts';
import { formatRecords } from './formatResult.ts';
import { compareVariablesInput, parseInput } from './inputSchemas.ts';
import type { AgentTool, ToolCall } from './tool.ts';

/** A tool that reads variables, but returns only their names. */
export const compareVariablesTool: AgentTool = {
  async run(input, call) {
    const { first, second, offset } = parseInput(compareVariablesInput, input);
    const [firstNames, secondNames] = await Promise.all([
      readNames(first, 'first', call),
      readNames(second, 'second', call),
    ]);
    const onlyFirst = [...firstNames].filter((name) => !secondNames.has(name)).sort();
    const onlySecond = [...secondNames].filter((name) => !firstNames.has(name)).sort();
    const both = [...firstNames].filter((name) => secondNames.has(name)).sort();
    return formatRecords({
      intro: vscode.l10n.t(
        'Only in the first environment: {0}. Only in the second one: {1}. In both: {2}. The values are not compared.',
        onlyFirst.length,
        onlySecond.length,
        both.length,
      ),
      records: [
        ...onlyFirst.map((name) => ({ name, in: 'first' })),
        ...onlySecond.map((name) => ({ name, in: 'second' })),
        ...both.map((name) => ({ name, in: 'both' })),
      ],
      offset,
      mask: call.logReader.mask,
    });
  },
};

async function readNames(idOrName: string, field: string, call: ToolCall): Promise<ReadonlySet<string>> {
  const { environmentId } = await findEnvironment(idOrName, field, call);
  const client = await call.context.connection.client();
  try {
    const variables = await client.environments.listVariables(environmentId, { signal: call.signal });
    return new Set(variables.map(({ key }) => key));
  } catch (error) {
    if (!isUnsupportedError(error)) throw error;
    throw new UserError(vscode.l10n.t("This service can't list variables."), { isPermanent: true });
  }
}
