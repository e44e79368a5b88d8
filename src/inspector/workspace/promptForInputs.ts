import * as vscode from 'vscode';
import { toPlainText, truncateText } from '../../domain/plainText.ts';
import { askInput } from '../../editor/askInput.ts';
import { pickOne } from '../../editor/pickOne.ts';
import { UserError } from '../../editor/userError.ts';
import { hasLiteralHost } from './entryUrl.ts';
import { type InputOwner, readStoredInputs, storeInputs } from './inputStore.ts';
import type { McpInput } from './mcpFile.ts';

/** Maximum number of characters of a description in a prompt. */
const maxTextLength = 200;

/**
 * Prompts for values in sequence, and stores them together: a value that is stored for one host must not be sent to another
 * host that the user just entered. Rejects with `CancellationError`, and stores nothing, if the user cancels.
 */
export async function promptForInputs(
  secrets: vscode.SecretStorage,
  owner: InputOwner,
  inputs: readonly McpInput[],
  { title, signal }: { readonly title: string; readonly signal?: AbortSignal },
): Promise<void> {
  if (inputs.length === 0) return;
  const stored = await readStoredInputs(secrets, owner);
  const values = new Map<string, string>();
  for (const [index, input] of inputs.entries()) {
    const step = inputs.length > 1 && { step: index + 1, totalSteps: inputs.length };
    const prompt = { title, ...step, signal, receiver: getReceivingHost(owner) };
    values.set(input.id, await promptForInput(input, prompt, stored[input.id]));
  }
  await storeInputs(secrets, owner, Object.fromEntries(values));
}

/** Returns the host that receives the values; empty if there is none, or if it depends on the values. */
function getReceivingHost(owner: InputOwner): string {
  if (owner.kind === 'process') return '';
  if ('address' in owner) return new URL(owner.address).host;
  return hasLiteralHost(owner.url) && URL.canParse(owner.url) ? new URL(owner.url).host : '';
}

interface InputPrompt {
  readonly title: string;
  readonly step?: number;
  readonly totalSteps?: number;
  readonly signal: AbortSignal | undefined;
  /** The host that receives the value; empty if there is none, or if it depends on the value. */
  readonly receiver: string;
}

async function promptForInput(
  input: McpInput,
  prompt: InputPrompt,
  stored: string | undefined,
): Promise<string> {
  const { id, type, description, password = false, options = [] } = input;
  // A longer text could move the host out of view.
  const inputText = truncateText(description ?? '', maxTextLength) || truncateText(id, maxTextLength);
  if (type === 'pickString') {
    const items = options.map((option) => {
      const { label, value } = typeof option === 'string' ? { label: option, value: option } : option;
      return { label: toPlainText(label ?? value), value };
    });
    const placeHolder =
      prompt.receiver === '' ? inputText : vscode.l10n.t('{0} (sent to {1})', inputText, prompt.receiver);
    return (await pickOne(items, { title: prompt.title, placeHolder: placeHolder })).value;
  }
  if (type !== 'promptString') {
    throw new UserError(
      vscode.l10n.t(
        'The input "{0}" has the type "{1}", which the inspector doesn\'t support.',
        ...[toPlainText(id), toPlainText(type)],
      ),
      { isPermanent: true },
    );
  }
  const { receiver, ...boxOptions } = prompt;
  return askInput<string>({
    ...boxOptions,
    prompt:
      receiver === ''
        ? vscode.l10n.t(
            'Enter the value for the input "{0}". The value is kept in secret storage.',
            inputText,
          )
        : vscode.l10n.t(
            'Enter the value for the input "{0}". The value is sent to {1} and kept in secret storage.',
            inputText,
            receiver,
          ),
    // A stored secret isn't shown again.
    value: password ? '' : (stored ?? input.default ?? ''),
    password,
    accept: async (typed) => typed,
  });
}
