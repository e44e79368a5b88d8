import * as l10n from '@vscode/l10n';
import { toSentence } from '../../editor/sentences.ts';
import { getField } from '../../fields.ts';

export class NoModelAnswerError extends Error {
  readonly code: 'NoModels' | 'Empty';
  constructor(code: 'NoModels' | 'Empty') {
    super(code);
    this.code = code;
  }
}

/** Maximum length of the message of a model in a text, in UTF-16 units. */
const maxMessageLength = 500;

/** Describes why a chat model didn't answer, and the remedy. `model` is its name, if the user selected one. */
export function describeModelFailure(error: unknown, model = ''): string {
  const code = String(getField(error, 'code') ?? '');
  switch (code) {
    case 'NoModels':
      return l10n.t(
        'This editor has no chat models. Sign in to GitHub Copilot or install an extension that provides chat models, and then try again.',
      );
    case 'Empty':
      return l10n.t('{0} returned an empty answer. Try again, or use another model.', model);
    case 'NoPermissions':
      return l10n.t(
        "This extension doesn't have permission to use {0}. Try again and allow access when the editor prompts you, or select Manage Language Model Access in your account's menu.",
        model,
      );
    case 'Blocked':
      return l10n.t(
        '{0} is currently blocked. A quota might be used up. Use another model, or try again later.',
        model,
      );
    case 'NotFound':
      return l10n.t('{0} is no longer available. Use another model.', model);
  }
  if (/quota|rate/i.test(code)) {
    return l10n.t('The quota for {0} is used up. Use another model, or try again later.', model);
  }
  const cause = getField(error, 'cause');
  const messages = [error, cause].flatMap((one) => (one instanceof Error && one.message) || []);
  const reason = (messages.at(-1) ?? code).slice(0, maxMessageLength);
  return l10n.t(
    "{0} didn't answer: {1} Use another model, or answer in the model's place.",
    model,
    toSentence(reason),
  );
}
