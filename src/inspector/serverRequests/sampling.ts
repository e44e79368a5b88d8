import * as l10n from '@vscode/l10n';
import { getField, omitUndefined } from '../../fields.ts';
import { describeMessageRole } from '../messageRole.ts';
import { arrayOrEmpty, stringOrUndefined } from '../schema/json.ts';
import type { PendingRequest } from './pendingRequestSchema.ts';

/** A request to a chat model. Chat models accept only texts, from two roles. */
export interface ModelRequest {
  readonly messages: readonly { readonly role: 'user' | 'assistant'; readonly text: string }[];
  readonly maxTokens: number | undefined;
  /** Parts of the names of models that the server prefers, in order of preference. */
  readonly hints: readonly string[];
}

/** Reads the parameters of a request `sampling/createMessage`, which can be any values. */
export function readSamplingRequest(params: Readonly<Record<string, unknown>>): {
  readonly lines: PendingRequest['lines'];
  /** The reason why a chat model can't answer. */
  readonly obstacle: string | undefined;
  readonly request: ModelRequest;
} {
  const messages = arrayOrEmpty(params['messages']).map((message) => {
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
  const others = [...new Set(messages.flatMap((message) => message.others))];
  const modelMessages = messages.map(({ role, text }) => ({
    role: role === 'assistant' ? ('assistant' as const) : ('user' as const),
    text,
  }));
  const hints = getModelHints(params);
  const lines = [
    // Chat models have no role for a system prompt.
    ...(system === undefined ? [] : [{ label: l10n.t('System prompt'), value: system }]),
    ...messages.map(({ role, text }) => ({ label: describeMessageRole(role), value: text })),
    ...createLimitLines(params, hints),
  ];
  return {
    lines,
    obstacle: describeObstacle(others, modelMessages.length),
    request: {
      messages: [
        ...(system === undefined ? [] : [{ role: 'user' as const, text: system }]),
        ...modelMessages,
      ],
      maxTokens: typeof maxTokens === 'number' ? maxTokens : undefined,
      hints,
    },
  };
}

/** Whether a sampling request uses tools, which requires the capability `sampling.tools`. */
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

/** Returns the text of a content block, or its type if it isn't text. */
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

/**
 * Reads an answer up to a number of tokens. The API for chat models has no such limit, but it counts tokens.
 * `isTruncated`: whether the answer was longer.
 */
export async function readUpToTokenLimit(
  stream: AsyncIterable<string>,
  maxTokens: number | undefined,
  countTokens: (text: string) => PromiseLike<number>,
): Promise<{ readonly text: string; readonly isTruncated: boolean }> {
  let text = '';
  // A token has at least one character, so a shorter text needn't be counted.
  let minCountedLength = maxTokens ?? Number.POSITIVE_INFINITY;
  for await (const part of stream) {
    text += part;
    if (maxTokens === undefined || text.length < minCountedLength) continue;
    const count = await countTokens(text);
    if (count > maxTokens) return { text, isTruncated: true };
    minCountedLength = text.length + maxTokens - count + 1;
  }
  return { text, isTruncated: false };
}
