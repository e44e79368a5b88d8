import * as l10n from '@vscode/l10n';
import { getField, omitUndefined } from '../../fields.ts';
import { arrayOrEmpty, stringOrUndefined } from '../schema/json.ts';
import type { PendingRequest } from './pendingRequest.ts';

/** What a model of the editor is sent, which takes texts of two roles only. */
export interface ModelRequest {
  readonly messages: readonly { readonly role: 'user' | 'assistant'; readonly text: string }[];
  readonly maxTokens: number | undefined;
  /** Parts of names of models that the server would like, the best first. */
  readonly hints: readonly string[];
}

/** A request for the answer of a model (`sampling/createMessage`), of any shape that a server may send. */
export function readSamplingRequest(params: Readonly<Record<string, unknown>>): {
  readonly lines: PendingRequest['lines'];
  readonly obstacle: string | undefined;
  readonly request: ModelRequest;
} {
  const read = arrayOrEmpty(params['messages']).map((message) => {
    const blocks = [getField(message, 'content')].flat();
    return {
      role: stringOrUndefined(getField(message, 'role')) ?? '',
      text: blocks.map(formatBlock).join('\n'),
      others: blocks
        .filter((block) => stringOrUndefined(getField(block, 'text')) === undefined)
        .map(formatBlockType),
    };
  });
  const system = stringOrUndefined(params['systemPrompt']);
  const { maxTokens } = params;
  const others = [...new Set(read.flatMap((message) => message.others))];
  const sent = read.map(({ role, text }) => ({
    role: role === 'assistant' ? ('assistant' as const) : ('user' as const),
    text,
  }));
  const hints = getModelHints(params);
  const lines = [
    // Models of the editor know no such role.
    ...(system === undefined ? [] : [{ label: l10n.t('System prompt'), value: system }]),
    ...read.map(({ role, text }) => ({ label: role, value: text })),
    ...createLimitLines(params, hints),
  ];
  return {
    lines,
    obstacle: describeObstacle(others, sent.length),
    request: {
      messages: [...(system === undefined ? [] : [{ role: 'user' as const, text: system }]), ...sent],
      maxTokens: typeof maxTokens === 'number' ? maxTokens : undefined,
      hints,
    },
  };
}

/** Whether it is about tools, which a client has to offer before a server may use them. */
export const usesTools = (params: Readonly<Record<string, unknown>>): boolean =>
  params['tools'] !== undefined || params['toolChoice'] !== undefined;

function describeObstacle(others: readonly string[], count: number): string | undefined {
  if (count === 0) return l10n.t('The request contains no message for a model to answer.');
  if (others.length === 0) return undefined;
  return l10n.t(
    "Chat models accept only text, but a message contains other content ({0}). Answer in the model's place, or decline.",
    others.join(', '),
  );
}

function createLimitLines(
  params: Readonly<Record<string, unknown>>,
  hints: readonly string[],
): PendingRequest['lines'] {
  const preferences = params['modelPreferences'];
  const priorities = (['intelligencePriority', 'speedPriority', 'costPriority'] as const).flatMap((name) => {
    const value = getField(preferences, name);
    return typeof value === 'number' ? [`${name} ${value}`] : [];
  });
  const unused = ['temperature', 'stopSequences', 'metadata'].filter((name) => params[name] !== undefined);
  const { maxTokens } = params;
  const lines = {
    [l10n.t('Preferred model')]: [...hints, ...priorities].join(', ') || undefined,
    [l10n.t('Maximum answer length')]:
      typeof maxTokens === 'number' ? l10n.t('{0} tokens', maxTokens) : undefined,
    [l10n.t('Not sent to a chat model')]: unused.join(', ') || undefined,
  };
  return Object.entries(omitUndefined(lines)).map(([label, value]) => ({ label, value: String(value) }));
}

function getModelHints(params: Readonly<Record<string, unknown>>): readonly string[] {
  const hints = arrayOrEmpty(getField(params['modelPreferences'], 'hints'));
  return hints.flatMap((hint) => stringOrUndefined(getField(hint, 'name')) || []);
}

/** What a block says, or what it is. */
function formatBlock(block: unknown): string {
  const text = stringOrUndefined(getField(block, 'text'));
  if (text !== undefined) return text;
  const data = stringOrUndefined(getField(block, 'data'));
  return data === undefined ? (JSON.stringify(block) ?? '') : `[${formatBlockType(block)}]`;
}

function formatBlockType(block: unknown): string {
  const type = stringOrUndefined(getField(block, 'type')) ?? '?';
  const mimeType = stringOrUndefined(getField(block, 'mimeType'));
  return mimeType === undefined ? type : `${type}: ${mimeType}`;
}
