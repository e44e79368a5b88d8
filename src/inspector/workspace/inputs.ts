import * as vscode from 'vscode';
import { plainText } from '../../domain/plainText.ts';
import { pickOne } from '../../editor/pickOne.ts';
import { ask } from '../../editor/question.ts';
import { UserError } from '../../editor/userError.ts';
import type { Input } from './mcpFile.ts';

/** Values of inputs by their IDs. They are secrets, whatever the file says of them. */
type Values = Readonly<Record<string, string>>;

/** `server`: its file, name and address, so that no other one gets what was given for it. */
const keyOf = (server: string): string => `hostedMcp.inspector.inputs:${server}`;

/** What is kept for a server; what isn't of this shape is nothing. */
export async function keptInputs(secrets: vscode.SecretStorage, server: string): Promise<Values> {
  try {
    const kept: unknown = JSON.parse((await secrets.get(keyOf(server))) ?? '{}');
    const entries = Object.entries(typeof kept === 'object' && kept !== null ? kept : {});
    return Object.fromEntries(
      entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    );
  } catch {
    return {};
  }
}

/** Asks for these one after the other, and keeps what is said. Rejects with a `CancellationError` when the person leaves. */
export async function askInputs(
  secrets: vscode.SecretStorage,
  server: string,
  inputs: readonly Input[],
  { title, signal }: { readonly title: string; readonly signal?: AbortSignal },
): Promise<void> {
  for (const [at, input] of inputs.entries()) {
    const kept = await keptInputs(secrets, server);
    const frame = { title, ...(inputs.length > 1 && { step: at + 1, totalSteps: inputs.length }), signal };
    const value = await askOne(input, frame, kept[input.id]);
    await secrets.store(keyOf(server), JSON.stringify({ ...kept, [input.id]: value }));
  }
}

interface Frame {
  readonly title: string;
  readonly step?: number;
  readonly totalSteps?: number;
  readonly signal: AbortSignal | undefined;
}

async function askOne(input: Input, frame: Frame, kept: string | undefined): Promise<string> {
  const { id, type, description, password = false, options = [] } = input;
  const about = plainText(description ?? '') || plainText(id);
  if (type === 'pickString') {
    const lines = options.map((option) => {
      const { label, value } = typeof option === 'string' ? { label: option, value: option } : option;
      return { label: plainText(label ?? value), value };
    });
    return (await pickOne(lines, { title: frame.title, placeHolder: about })).value;
  }
  if (type !== 'promptString') {
    throw new UserError(
      vscode.l10n.t(
        'The input “{0}” is of the type “{1}”, which only the editor itself can ask for.',
        ...[plainText(id), plainText(type)],
      ),
      { isFinal: true },
    );
  }
  return ask<string>({
    ...frame,
    prompt: vscode.l10n.t('“{0}” The value is kept in the secret storage.', about),
    // What was typed as a secret isn't shown again.
    ...{ value: password ? '' : (kept ?? input.default ?? ''), password },
    accept: async (typed) => typed,
  });
}
