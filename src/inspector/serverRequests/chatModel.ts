import * as vscode from 'vscode';
import { pickOne } from '../../editor/pickOne.ts';
import { describeModelFailure, NoModelAnswerError } from './modelFailure.ts';
import type { ModelAnswer } from './pendingRequests.ts';
import { type ModelRequest, readUpToTokenLimit } from './sampling.ts';

type ChatModel = vscode.LanguageModelChat;

/** Lets the user select a chat model, and requests an answer. Returns `undefined` if the user canceled or the signal was aborted. */
export async function requestModelAnswer(
  request: ModelRequest,
  signal: AbortSignal,
  onModel: (name: string) => void,
): Promise<ModelAnswer | { readonly failure: string } | undefined> {
  let model: ChatModel | undefined;
  try {
    model = await pickModel(request.hints);
    onModel(model.name);
    return await sendToModel(model, request, signal);
  } catch (error) {
    if (signal.aborted || error instanceof vscode.CancellationError) return undefined;
    return { failure: describeModelFailure(error, model?.name) };
  }
}

/** Lets the user select a model. The models that the server prefers are first. */
async function pickModel(hints: readonly string[]): Promise<ChatModel> {
  // Some editors don't have the API for chat models.
  const lm = vscode.lm as typeof vscode.lm | undefined;
  const models = (await lm?.selectChatModels?.()) ?? [];
  if (models.length === 0) throw new NoModelAnswerError('NoModels');
  const rank = (model: ChatModel): number => {
    const index = hints.findIndex((hint) => matchesHint(model, hint));
    return index < 0 ? hints.length : index;
  };
  const sorted = models.toSorted((one, other) => rank(one) - rank(other));
  const items = sorted.map((model) => {
    const hint = hints[rank(model)];
    return {
      label: model.name,
      description: `${model.vendor} · ${model.family}`,
      model,
      ...(hint !== undefined && { detail: vscode.l10n.t('Preferred by the server: {0}', hint) }),
    };
  });
  const title = vscode.l10n.t('Use a Chat Model');
  const placeHolder =
    hints.length === 0
      ? vscode.l10n.t('Select a chat model to answer the request')
      : vscode.l10n.t(
          'Select a chat model to answer the request. Preferred by the server: {0}',
          hints.join(', '),
        );
  return (await pickOne(items, { title, placeHolder })).model;
}

/** Whether a hint is part of a name of a model, as MCP defines hints. */
function matchesHint({ name, family, id }: ChatModel, hint: string): boolean {
  return [name, family, id].some((text) => text.toLowerCase().includes(hint.toLowerCase()));
}

async function sendToModel(
  model: ChatModel,
  { messages, maxTokens }: ModelRequest,
  signal: AbortSignal,
): Promise<ModelAnswer> {
  const source = new vscode.CancellationTokenSource();
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => {
      source.cancel();
      reject(signal.reason);
    });
  });
  try {
    signal.throwIfAborted();
    const justification = vscode.l10n.t(
      'A server in the MCP inspector requests an answer from a chat model.',
    );
    const { LanguageModelChatMessage: Message } = vscode;
    const chatMessages = messages.map(({ role, text }) =>
      role === 'user' ? Message.User(text) : Message.Assistant(text),
    );
    const { token } = source;
    const sending = model.sendRequest(chatMessages, { justification }, token);
    const { text: stream } = await Promise.race([sending, aborted]);
    const answer = await Promise.race([
      readUpToTokenLimit(stream, maxTokens, (text) => model.countTokens(text)),
      aborted,
    ]);
    if (answer.text.trim() === '') throw new NoModelAnswerError('Empty');
    return { model: model.name, ...answer };
  } finally {
    // A model that continues after the answer was truncated would use up the user's quota.
    source.cancel();
    source.dispose();
  }
}
