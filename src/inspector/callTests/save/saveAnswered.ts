import * as vscode from 'vscode';
import { UserError } from '../../../editor/userError.ts';
import type { CallRunner } from '../../callRunner.ts';
import type { InspectorItem } from '../../pageSchemas.ts';

/** *Save Call as Test...*: the call of an item of a page, or the one that was answered last. */
export async function saveCompletedCall(
  calls: Pick<CallRunner, 'all' | 'result'>,
  itemOf: (key: string) => InspectorItem | undefined,
  key: string | undefined,
): Promise<void> {
  const [newest] = calls.all
    .filter(({ status }) => status === 'answered')
    .toSorted((one, other) => other.startedAt - one.startedAt);
  const of = key ?? newest?.key ?? '';
  const answered = calls.result(of);
  if (!answered) {
    throw new UserError(vscode.l10n.t("There's no call to save yet. Call a tool first."), {
      isFinal: true,
    });
  }
  const { saveCall } = await import('./saveCall.ts');
  await saveCall({ ...answered, outputSchema: itemOf(of)?.output });
}
