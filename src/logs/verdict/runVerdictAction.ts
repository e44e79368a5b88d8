import * as vscode from 'vscode';
import { toEnvironmentRef } from '../../domain/environment.ts';
import type { CommandId } from '../../ids.ts';
import type { PanelIdentity } from '../savedState.ts';
import type { VerdictAction } from './verdictSchema.ts';

const commands: Readonly<Record<VerdictAction, CommandId>> = {
  deploy: 'hostedMcp.deploy',
  editVariables: 'hostedMcp.editEnvironmentVariables',
  inspectServer: 'hostedMcp.inspectServer',
  copyServerUrl: 'hostedMcp.copyServerUrl',
  runAudit: 'hostedMcp.runAudit',
  explain: 'hostedMcp.explainDeployment',
};

/**
 * Runs the command of an action with the environment of the deployment, or with the deployment itself. Returns the result
 * of the command.
 */
export async function runVerdictAction(action: VerdictAction, identity: PanelIdentity): Promise<unknown> {
  const environment = toEnvironmentRef(identity);
  const argument =
    action === 'explain' ? { ...environment, deploymentId: identity.deploymentId } : environment;
  return await vscode.commands.executeCommand(commands[action], argument);
}
