import * as vscode from 'vscode';
import { type EnvironmentRef, isNamedProduction } from '../domain/environment.ts';
import { toPlainText } from '../domain/plainText.ts';
import { findProtectingPattern, type NamedEnvironment } from '../domain/protection.ts';
import { settings } from '../editor/settings.ts';

/**
 * Whether changes of the environment must be confirmed, because other people notice them immediately. Applies to
 * production, protected environments, and environments of unknown type.
 */
export function needsConfirmation(target: Omit<EnvironmentRef, 'environmentId'>): boolean {
  return target.isProduction !== false || findProtection(target) !== undefined;
}

/**
 * Returns a path such as `weather-tools/production`, as in the settings, or only `production` if the project is
 * unknown.
 */
export function formatEnvironmentPath({ environmentName, projectName }: NamedEnvironment): string {
  const name = toPlainText(environmentName);
  return projectName === undefined ? name : `${toPlainText(projectName)}/${name}`;
}

/**
 * Returns the mark of a production environment in a row. Returns an empty string if the environment is already called
 * "production" or "prod".
 */
export function formatProductionLabel(environmentName: string): string {
  return isNamedProduction(environmentName) ? '' : vscode.l10n.t('production');
}

/**
 * Returns the path of an environment with its protection, such as `weather-tools/live (PRODUCTION)`. Omits the
 * protection if the environment is already called "production" or "prod".
 */
export function formatEnvironmentLabel({
  isProduction,
  ...names
}: Omit<EnvironmentRef, 'environmentId'>): string {
  const path = formatEnvironmentPath(names);
  if (isProduction)
    return isNamedProduction(names.environmentName) ? path : vscode.l10n.t('{0} (PRODUCTION)', path);
  return findProtection(names) === undefined ? path : vscode.l10n.t('{0} (PROTECTED)', path);
}

/** Returns the pattern in the settings that protects an environment. Patterns match the names as they are displayed. */
export function findProtection({ environmentName, projectName }: NamedEnvironment): string | undefined {
  return findProtectingPattern(settings.protectedEnvironments(), {
    environmentName: toPlainText(environmentName),
    projectName: projectName === undefined ? undefined : toPlainText(projectName),
  });
}
