import * as vscode from 'vscode';
import type { FeatureContext } from '../context.ts';
import { toChatRecord } from '../domain/environment.ts';
import { omitUndefined } from '../fields.ts';
import { createLogReading } from './excerpt/createLogReading.ts';
import type { PanelContent } from './panelContent.ts';
import { findRequestSlots } from './requestRows.ts';

type ExplainContext = Pick<FeatureContext, 'services'>;
type LoadedLog = Pick<PanelContent, 'identity' | 'store'>;

/** Opens the chat with a question about the entries in these slots, in the order of time. Returns the text. */
export async function explainEntries(
  context: ExplainContext,
  log: LoadedLog,
  slots: readonly number[],
): Promise<string | undefined> {
  const question = createQuestion(slots.length, log.identity.deploymentId !== undefined);
  return explainSlots(context, log, slots, question);
}

function createQuestion(entryCount: number, isDeployment: boolean): string {
  if (entryCount === 1) {
    return isDeployment
      ? vscode.l10n.t(
          'What does this log entry of an MCP server deployment mean? If it shows a problem, how can I fix it?',
        )
      : vscode.l10n.t(
          'What does this log entry of an MCP server mean? If it shows a problem, how can I fix it?',
        );
  }
  return isDeployment
    ? vscode.l10n.t(
        'What do these log entries of an MCP server deployment mean? If they show a problem, how can I fix it?',
      )
    : vscode.l10n.t(
        'What do these log entries of an MCP server mean? If they show a problem, how can I fix it?',
      );
}

/** Opens the chat with a question about a request and its loaded entries. Returns the text. */
export async function explainRequest(
  context: ExplainContext,
  log: LoadedLog,
  requestId: string,
): Promise<string | undefined> {
  const question = vscode.l10n.t(
    'What happened during this request to an MCP server? If it shows a problem, how can I fix it?',
  );
  return explainSlots(context, log, findRequestSlots(log.store, requestId), question);
}

async function explainSlots(
  { services }: ExplainContext,
  { store, identity }: LoadedLog,
  slots: ArrayLike<number>,
  question: string,
): Promise<string | undefined> {
  if (slots.length === 0) return undefined;
  const { mask } = await services.loadLogReader();
  return services.explainWithChat({
    question,
    records: [{ ...toChatRecord(identity), ...omitUndefined({ deploymentId: identity.deploymentId }) }],
    log: createLogReading({ store, slots: Uint32Array.from(slots), hasOlder: false, mask }),
  });
}
