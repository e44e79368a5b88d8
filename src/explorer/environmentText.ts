import * as vscode from 'vscode';
import type { EnvironmentRef } from '../domain/environment.ts';
import { plainText } from '../domain/plainText.ts';
import { type Names, protectingPattern } from '../domain/protection.ts';
import { settings } from '../editor/settings.ts';

/** Whether a change that others notice at once is asked for first. Where the service doesn't say, it is. */
export function needsCare(target: Omit<EnvironmentRef, 'environmentId'>): boolean {
  return target.isProduction !== false || protectedBy(target) !== undefined;
}

/** Returns `weather-tools/production (PRODUCTION)`: the project and the environment as settings name them, with its protection. */
export function placeOf({ isProduction, ...names }: Omit<EnvironmentRef, 'environmentId'>): string {
  const environmentName = plainText(names.environmentName);
  const projectName = names.projectName === undefined ? undefined : plainText(names.projectName);
  const place = projectName === undefined ? environmentName : `${projectName}/${environmentName}`;
  if (isProduction) return vscode.l10n.t('{0} (PRODUCTION)', place);
  return protectedBy(names) === undefined ? place : vscode.l10n.t('{0} (PROTECTED)', place);
}

/** The pattern of the user's settings that protects an environment. As it is shown is how the settings name it. */
export function protectedBy({ environmentName, projectName }: Names): string | undefined {
  return protectingPattern(settings.protectedEnvironments(), {
    environmentName: plainText(environmentName),
    projectName: projectName === undefined ? undefined : plainText(projectName),
  });
}
