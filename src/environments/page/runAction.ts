import * as vscode from 'vscode';
import { type EnvironmentRef, toEnvironmentRef } from '../../domain/environment.ts';
import { omitUndefined } from '../../fields.ts';
import type { CommandId } from '../../ids.ts';
import type { EnvironmentAction } from './actions.ts';

/** The data of an environment that actions need. */
export interface ActionSubject {
  readonly target: EnvironmentRef;
  readonly mcpServerUrl?: string | undefined;
  readonly deploymentId?: string | undefined;
  readonly commitId?: string | undefined;
  readonly pageUrl?: string | undefined;
  /** The ID of the last audit. */
  readonly auditId?: string | undefined;
}

/** Runs the command of an action with the same argument as for a row of the tree. Returns the result of the command. */
export async function runAction(action: EnvironmentAction, subject: ActionSubject): Promise<unknown> {
  const [command, argument] = toCommand(action, subject);
  return await vscode.commands.executeCommand(command, argument);
}

/** Opens the log of an environment at a time range. Times are in milliseconds since the epoch. */
export async function openLogsOfTime(
  { target }: Pick<ActionSubject, 'target'>,
  { from, to, errorTime }: { readonly from: number; readonly to: number; readonly errorTime?: number },
): Promise<void> {
  const [since = '', until = '', error] = [from, to, errorTime].map((time) =>
    time === undefined ? undefined : new Date(time).toISOString(),
  );
  const argument = { ...toEnvironmentRef(target), since, until, ...omitUndefined({ errorTime: error }) };
  await vscode.commands.executeCommand('hostedMcp.openLogs' satisfies CommandId, argument);
}

function toCommand(action: EnvironmentAction, subject: ActionSubject): readonly [CommandId, unknown] {
  const { mcpServerUrl, deploymentId, commitId, pageUrl, auditId } = subject;
  const target = toEnvironmentRef(subject.target);
  const { environmentId, projectId, projectName } = target;
  const server = { ...target, ...omitUndefined({ mcpServerUrl }) };
  const deployment = { ...target, ...omitUndefined({ deploymentId }) };
  switch (action) {
    case 'deploy':
      return ['hostedMcp.deploy', target];
    case 'showLogs':
      return ['hostedMcp.openLatestLogs', target];
    case 'openDeploymentLogs':
      return ['hostedMcp.openDeploymentLogs', deployment];
    case 'openDeploymentPage':
      return ['hostedMcp.openDeploymentPage', { ...deployment, ...omitUndefined({ pageUrl }) }];
    case 'editVariables':
      return ['hostedMcp.editEnvironmentVariables', target];
    case 'runAudit':
      return ['hostedMcp.runAudit', server];
    case 'openAuditReport':
      return ['hostedMcp.showAuditReport', { auditId }];
    case 'inspectServer':
      return ['hostedMcp.inspectServer', server];
    case 'copyServerUrl':
      return ['hostedMcp.copyServerUrl', server];
    case 'openInBrowser':
      return ['hostedMcp.openInBrowser', server];
    case 'showAnalytics':
      return ['hostedMcp.showAnalytics', { projectId, projectName }];
    case 'copyEnvironmentId':
      return ['hostedMcp.copyId', { environmentId }];
    case 'copyProjectId':
      return ['hostedMcp.copyId', { projectId }];
    case 'copyDeploymentId':
      return ['hostedMcp.copyId', { deploymentId }];
    case 'copyCommitId':
      return ['hostedMcp.copyCommitId', { ...deployment, ...omitUndefined({ commitId }) }];
    case 'dismissRedeploy':
      return ['hostedMcp.dismissRedeploy', target];
    case 'copyCollectorConfig':
      return ['hostedMcp.copyCollectorConfig', target];
    case 'showTelemetry':
      return ['hostedMcp.showTelemetryDestinations', target];
    case 'showPlayground':
      return ['hostedMcp.showPlayground', target];
    case 'editPlayground':
      return ['hostedMcp.editPlayground', target];
    case 'enablePlayground':
      return ['hostedMcp.enablePlayground', target];
    case 'disablePlayground':
      return ['hostedMcp.disablePlayground', target];
    case 'createIntentCategory':
      return ['hostedMcp.createIntentCategory', target];
    case 'importIntentCategories':
      return ['hostedMcp.importIntentCategories', target];
    case 'publishToRegistry':
      return ['hostedMcp.publishToRegistry', { projectId, projectName }];
  }
}
