import * as vscode from 'vscode';
import { UserError } from '../editor/userError.ts';
import { collectIntentIds, type IntentIds, parseIntentIds } from './intentIds.ts';

/**
 * Returns the `intentIds` of a command argument, which can be an array or a text. Returns `undefined` if the argument
 * has none, so that the user must be asked. Throws a `UserError` if the list is empty.
 */
export function readIntentIdsArgument(argument: unknown): IntentIds | undefined {
  if (typeof argument !== 'object' || argument === null) return undefined;
  const value: unknown = Reflect.get(argument, 'intentIds');
  if (value === undefined) return undefined;
  const intentIds = typeof value === 'string' ? parseIntentIds(value) : collectIntentIds(value);
  if (intentIds.ids.length > 0) return intentIds;
  throw new UserError(vscode.l10n.t('intentIds must contain at least one ID.'), { isPermanent: true });
}
