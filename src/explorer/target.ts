import * as vscode from 'vscode';
import { protectingPattern } from '../editor/protection.ts';
import { settings } from '../editor/settings.ts';
import { plainText } from './plainText.ts';

/** An environment, in the words of a question or a report. */
export interface Target {
  readonly environmentId: string;
  readonly environmentName: string;
  /** Absent: the service does not say, or nobody has asked. */
  readonly projectId?: string;
  readonly projectName?: string;
  /** Absent: the service does not say. */
  readonly isProduction?: boolean;
}

/** The environment that a row is about. */
export function targetOf(row: Target): Target {
  const { environmentId, environmentName, projectId, projectName, isProduction } = row;
  return {
    ...{ environmentId, environmentName },
    ...(projectId !== undefined && { projectId }),
    ...(projectName !== undefined && { projectName }),
    ...(isProduction !== undefined && { isProduction }),
  };
}

/** Whether a change that others notice at once is asked for first. Where the service does not say, it is. */
export function needsCare(target: Omit<Target, 'environmentId'>): boolean {
  return target.isProduction !== false || isProtected(target);
}

/** `production of weather-tools (PRODUCTION)`: nobody is to mistake the place, nor what the user protects. */
export function placeOf({ isProduction, ...names }: Omit<Target, 'environmentId'>): string {
  const environmentName = plainText(names.environmentName);
  const projectName = names.projectName === undefined ? undefined : plainText(names.projectName);
  const place =
    projectName === undefined ? environmentName : vscode.l10n.t('{0} of {1}', environmentName, projectName);
  if (isProduction) return vscode.l10n.t('{0} (PRODUCTION)', place);
  return isProtected(names) ? vscode.l10n.t('{0} (PROTECTED)', place) : place;
}

/** As it is shown is how the settings name it. */
function isProtected({ environmentName, projectName }: Omit<Target, 'environmentId'>): boolean {
  const shown = {
    environmentName: plainText(environmentName),
    projectName: projectName === undefined ? undefined : plainText(projectName),
  };
  return protectingPattern(settings.protectedEnvironments(), shown) !== undefined;
}
