import * as vscode from 'vscode';
import type { CommandTable } from '../editor/commands.ts';
import { changeCommands } from './changeCommands.ts';
import { compareCommands } from './compare/commands.ts';
import { exportVariables } from './importExport/exportVariables.ts';
import { importVariablesCommand } from './importExport/importVariables.ts';
import { findMissingVariables } from './usage/findMissingVariables.ts';
import { valueCommands } from './valueCommands.ts';
import { variableListCommands } from './variableListCommands.ts';
import type { VariablesService } from './variablesService.ts';

/** Creates the commands for environment variables. */
export function variableCommands(variables: VariablesService) {
  return {
    'hostedMcp.editEnvironmentVariables': (argument) => editVariables(variables, argument),
    'hostedMcp.findMissingVariables': (argument) => findMissingVariables(variables, argument),
    'hostedMcp.importEnvironmentVariables': importVariablesCommand(variables),
    'hostedMcp.exportEnvironmentVariables': (argument) => exportVariables(variables, argument),
    ...changeCommands(variables),
    ...valueCommands(variables),
    ...variableListCommands(variables),
    ...compareCommands(variables),
  } satisfies CommandTable;
}

async function editVariables({ context, documents }: VariablesService, argument: unknown): Promise<string> {
  const target = await context.services.pickEnvironment(argument, vscode.l10n.t('Edit Variables'));
  return (await documents.open(target)).toString();
}
