import * as vscode from 'vscode';
import { UserError } from '../../../editor/userError.ts';
import type { CallRunner } from '../../callRunner.ts';
import type { InspectorItem } from '../../pageSchemas.ts';

/** Implements *Save Call as Test...* for the call of an item or, without `key`, for the last call with a response. */
export async function saveCompletedCall(
  calls: Pick<CallRunner, 'all' | 'result'>,
  findItem: (key: string) => InspectorItem | undefined,
  key: string | undefined,
): Promise<void> {
  const [newestCall] = calls.all
    .filter(({ status }) => status === 'answered')
    .toSorted((one, other) => other.startedAt - one.startedAt);
  const callKey = key ?? newestCall?.key ?? '';
  const completedCall = calls.result(callKey);
  if (!completedCall) {
    throw new UserError(vscode.l10n.t("There's no call to save yet. Call a tool first."), {
      isPermanent: true,
    });
  }
  const { saveCall } = await import('./saveCall.ts');
  await saveCall({ ...completedCall, outputSchema: findItem(callKey)?.outputSchema });
}
