import * as l10n from '@vscode/l10n';
import type { EnvironmentRef } from '../domain/environment.ts';

/** Returns the label of the button that sends changes to an environment. It names production. */
export function formatApplyLabel({ isProduction }: Pick<EnvironmentRef, 'isProduction'>): string {
  return isProduction ? l10n.t('Change in PRODUCTION') : l10n.t('Apply');
}
