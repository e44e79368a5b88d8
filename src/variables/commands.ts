import * as vscode from 'vscode';
import type { CommandTable } from '../editor/commands.ts';
import { createChangeCommands } from './changeCommands.ts';
import { createCompareCommands } from './compare/commands.ts';
import { exportVariables } from './importExport/exportVariables.ts';
import { createImportVariablesCommand } from './importExport/importVariables.ts';
import { findMissingVariables } from './usage/findMissingVariables.ts';
import { createValueCommands } from './valueCommands.ts';
import { createVariableListCommands } from './variableListCommands.ts';
import type { VariablesService } from './variablesService.ts';

/** Creates the commands for environment variables. */
export function createVariableCommands(variables: VariablesService) {
  return {
    'hostedMcp.editEnvironmentVariables': (argument) => editVariables(variables, argument),
    'hostedMcp.findMissingVariables': (argument) => findMissingVariables(variables, argument),
    'hostedMcp.importEnvironmentVariables': createImportVariablesCommand(variables),
    'hostedMcp.exportEnvironmentVariables': (argument) => exportVariables(variables, argument),
    // A button for *Save*, which asks to confirm the changes. The editor has no buttons for its own commands.
    'hostedMcp.reviewAndApply': () => vscode.commands.executeCommand('workbench.action.files.save'),
    ...createChangeCommands(variables),
    ...createValueCommands(variables),
    ...createVariableListCommands(variables),
    ...createCompareCommands(variables),
  } satisfies CommandTable;
}

async function editVariables({ context, documents }: VariablesService, argument: unknown): Promise<string> {
  const target = await context.services.pickEnvironment(argument, vscode.l10n.t('Edit Variables'));
  return (await documents.open(target)).toString();
}
