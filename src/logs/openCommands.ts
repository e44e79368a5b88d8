import * as vscode from 'vscode';
import type { EnvironmentRef } from '../domain/environment.ts';
import { getStringArgument } from '../editor/arguments.ts';
import type { CommandTable } from '../editor/commands.ts';
import type { Panels } from '../editor/panel/panels.ts';
import { UserError } from '../editor/userError.ts';
import { omitUndefined } from '../fields.ts';
import { askRange, getZonedClock, toLogQuery } from './askRange.ts';
import { formatPanelTitle } from './formatPanelTitle.ts';
import type { LogPanel, LogPanelContext } from './panel.ts';
import { type SavedLogPanel, showLogPanel } from './panels.ts';
import { pickDeployment } from './pickDeployment.ts';
import { describeTimeError } from './rangeTexts.ts';
import type { LogQuery } from './read/logSource.ts';
import { createServiceFilter, type ServiceFilter } from './read/logSource.ts';
import { parseRangeArguments, type TimeRange } from './timeRange.ts';

/** The result of the commands for an environment. `rows` is the number of loaded entries. */
interface OpenedLogs {
  readonly environmentId: string;
  readonly rows: number;
}

/** The result of the command for a deployment. `rows` is the number of loaded entries. */
interface OpenedDeploymentLogs {
  readonly deploymentId: string;
  readonly rows: number;
}

/**
 * Creates **Open Runtime Logs** (`environments.getLatestLogs`), **Open Logs** (`environments.getLogs`), and **Open
 * Deployment Logs** (`deployments.getLogs`).
 */
export function createOpenCommands(context: LogPanelContext, panels: Panels<SavedLogPanel, LogPanel>) {
  const { pickEnvironment } = context.services;

  async function open(
    picked: EnvironmentRef,
    query: LogQuery,
    { tool, errorTime }: { readonly tool?: string | undefined; readonly errorTime?: string | undefined } = {},
  ): Promise<OpenedLogs> {
    const { environmentId, environmentName, projectId, projectName } = picked;
    const subject = { environmentId, environmentName, ...omitUndefined({ projectId, projectName }) };
    const opened = await showLogPanel(panels, context, subject, query);
    if (tool !== undefined) opened.showCallOfTool(tool);
    if (errorTime !== undefined) opened.goToError(Date.parse(errorTime));
    return { environmentId, rows: opened.entryCount };
  }

  async function openLatestLogs(argument: unknown): Promise<OpenedLogs | undefined> {
    const picked = await pickEnvironment(argument, vscode.l10n.t('Open Runtime Logs'), { purpose: 'read' });
    return picked && open(addProjectId(picked, argument), { filter: readFilterArgument(argument) });
  }

  async function openLogs(argument: unknown): Promise<OpenedLogs | undefined> {
    const picked = await pickEnvironment(argument, vscode.l10n.t('Open Logs Since'), { purpose: 'read' });
    if (!picked) return undefined;
    const choice = readRangeArgument(argument) ?? (await askRange(formatPanelTitle(picked), false));
    return open(addProjectId(picked, argument), toLogQuery(choice, readFilterArgument(argument)), {
      tool: getStringArgument(argument, 'tool'),
      errorTime: getStringArgument(argument, 'errorTime'),
    });
  }

  async function openDeploymentLogs(argument: unknown): Promise<OpenedDeploymentLogs | undefined> {
    const picked = await pickDeployment(argument, context);
    if (!picked) return undefined;
    const { deploymentId, environmentId = '', environmentName = deploymentId } = picked;
    const subject = { ...picked, environmentId, environmentName };
    const { entryCount } = await showLogPanel(panels, context, subject, { filter: {} });
    return { deploymentId, rows: entryCount };
  }

  return {
    'hostedMcp.openLatestLogs': openLatestLogs,
    'hostedMcp.openLogs': openLogs,
    'hostedMcp.openDeploymentLogs': openDeploymentLogs,
  } satisfies CommandTable;
}

/** Adds the ID of the project if the argument has it, so that no request is needed for it. */
function addProjectId(picked: EnvironmentRef, argument: unknown): EnvironmentRef {
  const isFromArgument = getStringArgument(argument, 'environmentId') === picked.environmentId;
  const projectId = isFromArgument ? getStringArgument(argument, 'projectId') : undefined;
  return { ...picked, ...omitUndefined({ projectId }) };
}

function readFilterArgument(argument: unknown): ServiceFilter {
  return createServiceFilter(readLevelsArgument(argument), getStringArgument(argument, 'search'));
}

function readLevelsArgument(argument: unknown): string[] {
  const value: unknown =
    typeof argument === 'object' && argument !== null ? Reflect.get(argument, 'level') : undefined;
  const list: unknown[] = Array.isArray(value) ? value : [value];
  return list.filter((level) => typeof level === 'string').map((level) => level.toUpperCase());
}

/** Returns the range in the argument, or `undefined` if it has none. Throws a `UserError` if the range is invalid. */
function readRangeArgument(argument: unknown): TimeRange | undefined {
  const since = getStringArgument(argument, 'since');
  const until = getStringArgument(argument, 'until');
  if (since === undefined && until === undefined) return undefined;
  const parsed = parseRangeArguments(since, until, getZonedClock());
  if (!parsed.ok) throw new UserError(describeTimeError(parsed.rule));
  return parsed.value;
}
