import * as vscode from 'vscode';
import type { Connection } from '../auth/connection.ts';
import type { PickOtherEnvironment, Services } from '../context.ts';
import type { PickEnvironment } from '../domain/environment.ts';
import type { CommandTable } from '../editor/commands.ts';
import type { ToProblem } from '../editor/problem.ts';
import type { ServiceDocuments } from '../editor/serviceDocument/documents.ts';
import type { AddedVariables } from './addedVariables.ts';
import type { ApplyPlan } from './applyPlan.ts';
import { changeCommands } from './commands.ts';
import { compareCommands } from './compare/commands.ts';
import type { Comparisons } from './compare/comparisons.ts';
import type { ReadSide } from './compare/readSide.ts';
import { exportVariablesCommand } from './importExport/exportVariables.ts';
import { importVariablesCommand } from './importExport/importVariables.ts';
import { createPickVariable } from './pickVariable.ts';
import type { ReadVariables } from './reader.ts';
import type { RevealedValues } from './revealedValues.ts';
import { findMissingVariablesCommand } from './usage/findMissingVariables.ts';
import { valueCommands } from './valueCommands.ts';
import { variableListCommands } from './variableListCommands.ts';

interface VariableCommandDeps {
  readonly connection: Connection;
  readonly toProblem: ToProblem;
  readonly pickEnvironment: PickEnvironment;
  readonly pickOther: PickOtherEnvironment;
  readonly foldersOf: Services['findEnvironmentFolders'];
  readonly read: ReadVariables;
  readonly readSide: ReadSide;
  readonly applyPlan: ApplyPlan;
  readonly documents: Pick<ServiceDocuments<unknown>, 'open'>;
  readonly comparisons: Comparisons;
  readonly byId: AddedVariables;
  readonly revealed: RevealedValues;
  /** The variables that are known by their IDs are others now. */
  readonly changed: (environmentId: string) => Promise<void>;
}

/** The commands of environment variables. */
export function variableCommands(deps: VariableCommandDeps): CommandTable {
  const { connection, pickEnvironment, read, documents } = deps;
  const pickVariable = createPickVariable({ pickEnvironment, read });
  const edit = async (argument: unknown): Promise<string> => {
    const target = await pickEnvironment(argument, vscode.l10n.t('Edit Variables'));
    return (await documents.open(target)).toString();
  };
  return {
    'hostedMcp.editEnvironmentVariables': edit,
    'hostedMcp.findMissingVariables': findMissingVariablesCommand({
      pickEnvironment,
      read,
      foldersOf: deps.foldersOf,
      openDocument: (target) => documents.open(target),
    }),
    'hostedMcp.importEnvironmentVariables': importVariablesCommand(deps),
    'hostedMcp.exportEnvironmentVariables': exportVariablesCommand({ pickEnvironment, read }),
    ...changeCommands({ ...deps, pickVariable }),
    ...valueCommands({ pickVariable, revealed: deps.revealed }),
    ...variableListCommands({ ...deps, pickVariable, baseUrl: () => connection.baseUrl }),
    ...compareCommands(deps),
  };
}
