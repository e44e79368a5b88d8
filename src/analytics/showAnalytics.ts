import * as vscode from 'vscode';
import type { Analytics } from '../api/analytics.ts';
import { isUnsupportedError } from '../api/errors.ts';
import type { FeatureContext } from '../context.ts';
import { getStringArgument } from '../editor/arguments.ts';
import type { Panels } from '../editor/panel/panels.ts';
import { UserError } from '../editor/userError.ts';
import { getUserTimeZone } from '../editor/userTimeZone.ts';
import { formatPeriodIssues } from './labels.ts';
import type { AnalyticsPanel } from './panel.ts';
import { defaultChoice, type PeriodChoice, parsePeriod } from './period.ts';
import type { SavedAnalytics } from './protocol.ts';
import { resolveProject } from './resolveProject.ts';

/**
 * Implements *Open Analytics*. The argument is `{projectId, range?, from?, to?}`, the row of a project, or absent.
 * Returns the response of the service, or `undefined` if the tab shows an error.
 */
export async function showAnalytics(
  argument: unknown,
  context: Pick<FeatureContext, 'connection' | 'services' | 'extensionContext'>,
  panels: Panels<SavedAnalytics, AnalyticsPanel>,
  setSupported: (isSupported: boolean) => void,
): Promise<Analytics | undefined> {
  const { connection } = context;
  const choice = readChoiceArgument(argument);
  try {
    const project = await resolveProject(argument, context);
    const identity = { ...project, baseUrl: connection.baseUrl ?? '' };
    const { opened, isNew } = await panels.open({ identity, choice: choice ?? defaultChoice });
    if (isNew) await opened.whenFirstLoaded;
    else if (choice) await opened.load(choice);
    else opened.retryFailed();
    return opened.response?.analytics;
  } catch (error) {
    if (!isUnsupportedError(error)) throw error;
    setSupported(false);
    const host = new URL(connection.baseUrl ?? '').host;
    const message = vscode.l10n.t("{0} doesn't support analytics.", host);
    throw new UserError(message, { isInformational: true, isPermanent: true });
  }
}

/**
 * Returns the period in the argument, or `undefined` if there is none. Throws a `UserError` if the period is invalid.
 */
function readChoiceArgument(argument: unknown): PeriodChoice | undefined {
  const [range, from, to] = ['range', 'from', 'to'].map((key) => getStringArgument(argument, key));
  if (range === undefined && from === undefined && to === undefined) return undefined;
  const choice: PeriodChoice =
    range === undefined
      ? { kind: 'custom', from: from ?? '', to: to ?? new Date().toISOString() }
      : { kind: 'recent', range };
  const parsed = parsePeriod(choice, Date.now(), getUserTimeZone());
  if (!parsed.ok) throw new UserError(formatPeriodIssues(parsed.issues), { isPermanent: true });
  return choice;
}
