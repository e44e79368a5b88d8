import * as vscode from 'vscode';
import { type EnvironmentRef, toEnvironmentRef } from '../../domain/environment.ts';
import type { CommandId } from '../../ids.ts';
import type { VerdictAction } from './verdictSchema.ts';

const commands: Readonly<Record<VerdictAction, CommandId>> = {
  deploy: 'hostedMcp.deploy',
  editVariables: 'hostedMcp.editEnvironmentVariables',
  inspectServer: 'hostedMcp.inspectServer',
  copyServerUrl: 'hostedMcp.copyServerUrl',
  runAudit: 'hostedMcp.runAudit',
};

/** Runs the command of an action with the environment of the deployment. Returns the result of the command. */
export async function runVerdictAction(action: VerdictAction, target: EnvironmentRef): Promise<unknown> {
  return await vscode.commands.executeCommand(commands[action], toEnvironmentRef(target));
}
