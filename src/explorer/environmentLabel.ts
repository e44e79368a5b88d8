import * as vscode from 'vscode';
import type { EnvironmentRef } from '../domain/environment.ts';
import { plainText } from '../domain/plainText.ts';
import { findProtectingPattern, type NamedEnvironment } from '../domain/protection.ts';
import { settings } from '../editor/settings.ts';

/** Whether a change that others notice at once is asked for first. Where the service doesn't say, it is. */
export function needsConfirmation(target: Omit<EnvironmentRef, 'environmentId'>): boolean {
  return target.isProduction !== false || findProtection(target) !== undefined;
}

/** Returns `weather-tools/production`, as settings name an environment, or `production` if the project is unknown. */
export function environmentPath({ environmentName, projectName }: NamedEnvironment): string {
  const name = plainText(environmentName);
  return projectName === undefined ? name : `${plainText(projectName)}/${name}`;
}

/** Returns the path of an environment with its protection, such as `weather-tools/production (PRODUCTION)`. */
export function environmentLabel({ isProduction, ...names }: Omit<EnvironmentRef, 'environmentId'>): string {
  const path = environmentPath(names);
  if (isProduction) return vscode.l10n.t('{0} (PRODUCTION)', path);
  return findProtection(names) === undefined ? path : vscode.l10n.t('{0} (PROTECTED)', path);
}

/** The pattern of the user's settings that protects an environment. As it is shown is how the settings name it. */
export function findProtection({ environmentName, projectName }: NamedEnvironment): string | undefined {
  return findProtectingPattern(settings.protectedEnvironments(), {
    environmentName: plainText(environmentName),
    projectName: projectName === undefined ? undefined : plainText(projectName),
  });
}
