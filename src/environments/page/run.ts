import * as vscode from 'vscode';
import { type EnvironmentRef, environmentRef } from '../../domain/environment.ts';
import { defined } from '../../fields.ts';
import { CommandId } from '../../ids.ts';
import type { Action } from './actions.ts';

/** What commands need to know of the environment that a page shows. */
export interface Subject {
  readonly target: EnvironmentRef;
  readonly mcpServerUrl?: string | undefined;
  readonly deploymentId?: string | undefined;
  readonly commitId?: string | undefined;
  readonly pageUrl?: string | undefined;
}

/** Does what a page asks for, with the argument that the row of the tree would give. Answers what the command does. */
export async function runAction(action: Action, subject: Subject): Promise<unknown> {
  const [command, argument] = commandOf(action, subject);
  return await vscode.commands.executeCommand(command, argument);
}

function commandOf(action: Action, subject: Subject): readonly [CommandId, unknown] {
  const { mcpServerUrl, deploymentId, commitId, pageUrl } = subject;
  const target = environmentRef(subject.target);
  const { environmentId, projectId, projectName } = target;
  const server = { ...target, ...defined({ mcpServerUrl }) };
  const deployment = { ...target, ...defined({ deploymentId }) };
  switch (action) {
    case 'deploy':
      return [CommandId.deploy, target];
    case 'showLogs':
      return [CommandId.openLatestLogs, target];
    case 'openDeploymentLogs':
      return [CommandId.openDeploymentLogs, deployment];
    case 'openDeploymentPage':
      return [CommandId.openDeploymentPage, { ...deployment, ...defined({ pageUrl }) }];
    case 'editVariables':
      return [CommandId.editEnvironmentVariables, target];
    case 'runAudit':
      return [CommandId.runAudit, server];
    case 'copyServerUrl':
      return [CommandId.copyServerUrl, server];
    case 'openInBrowser':
      return [CommandId.openInBrowser, server];
    case 'showAnalytics':
      return [CommandId.showAnalytics, { projectId, projectName }];
    case 'copyEnvironmentId':
      return [CommandId.copyId, { environmentId }];
    case 'copyProjectId':
      return [CommandId.copyId, { projectId }];
    case 'copyDeploymentId':
      return [CommandId.copyId, { deploymentId }];
    case 'copyCommitId':
      return [CommandId.copyCommitId, { ...deployment, ...defined({ commitId }) }];
    case 'dismissRedeploy':
      return [CommandId.dismissRedeploy, target];
    case 'copyCollectorConfig':
      return [CommandId.copyCollectorConfig, target];
    case 'editPlayground':
      return [CommandId.editPlayground, target];
  }
}
