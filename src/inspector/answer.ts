import * as l10n from '@vscode/l10n';
import { defined, field } from '../fields.ts';
import type { Call } from './link.ts';
import { listOf, textField } from './schema/json.ts';
import type { Block, CallView } from './shapes.ts';

/** UTF-16 units of a text on a page at most; all of it is there as a document. */
const shownText = 100_000;
/** Of a picture or sound, as base64. */
const shownData = 14_000_000;
/** Of structured content as JSON: a longer one is there as a document only. */
const shownStructured = 1_000_000;

const pictures = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

/** What a server answered, as a page shows it; of any shape that a server may send. */
export function answerView(
  call: Call['kind'],
  result: unknown,
): Pick<CallView, 'size' | 'isError' | 'blocks' | 'structured'> {
  const json = JSON.stringify(result) ?? '';
  const structured = field(result, 'structuredContent');
  const isShown = structured !== undefined && (JSON.stringify(structured)?.length ?? 0) <= shownStructured;
  return {
    size: new TextEncoder().encode(json).length,
    isError: field(result, 'isError') === true,
    blocks: partsOf(call, result).map(({ content, role }) => ({ ...blockOf(content), ...defined({ role }) })),
    ...(isShown && { structured }),
  };
}

/** The whole text of a block, for a document. */
export function wholeText(call: Call['kind'], result: unknown, index: number): string {
  const content = partsOf(call, result)[index]?.content;
  return textOf(content) ?? JSON.stringify(content, undefined, 2) ?? '';
}

/** All that an answer says as text, block after block. */
export function answerText(call: Call['kind'], result: unknown): string {
  return partsOf(call, result)
    .flatMap(({ content }) => textOf(content) ?? [])
    .join('\n');
}

interface AnswerPart {
  readonly content: unknown;
  readonly role?: string;
}

function partsOf(call: Call['kind'], result: unknown): readonly AnswerPart[] {
  switch (call) {
    case 'tool':
      return listOf(field(result, 'content')).map((content) => ({ content }));
    case 'resource':
      return listOf(field(result, 'contents')).map((resource) => ({
        content: { type: 'resource', resource },
      }));
    case 'prompt':
      return listOf(field(result, 'messages')).map((message) => ({
        content: field(message, 'content'),
        role: textField(message, 'role') ?? '',
      }));
  }
}

function textOf(content: unknown): string | undefined {
  const resource = field(content, 'resource');
  return textField(content, 'text') ?? textField(resource, 'text') ?? decodedText(resource);
}

/** Some servers send texts as bytes. */
function decodedText(resource: unknown): string | undefined {
  const blob = textField(resource, 'blob');
  const isText = /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml)\b)/.test(
    textField(resource, 'mimeType') ?? '',
  );
  if (blob === undefined || !isText || blob.length > shownData) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(
      Uint8Array.from(atob(blob), (one) => one.charCodeAt(0)),
    );
  } catch {
    return undefined;
  }
}

function blockOf(content: unknown): Block {
  const type = textField(content, 'type');
  const resource = type === 'resource' ? field(content, 'resource') : content;
  const mimeType = textField(resource, 'mimeType');
  const uri = textField(resource, 'uri');
  const name = textField(resource, 'title') ?? textField(resource, 'name');
  const note = noteOf(content);
  const about = defined({ mimeType, uri, name, note });
  const text = textOf(content);
  if (type === 'text' && text !== undefined) return { kind: 'text', ...defined({ note }), ...cut(text) };
  const data = textField(content, 'data') ?? textField(resource, 'blob');
  const media = data === undefined ? undefined : mediaOf(mimeType ?? '', data);
  if (media) return { ...media, ...about };
  if (type === 'resource_link') return { kind: 'link', ...about };
  if (type === 'resource') return { kind: 'resource', ...about, ...(text !== undefined && cut(text)) };
  return { kind: 'other', ...about, ...cut(JSON.stringify(content, undefined, 2) ?? '') };
}

/** What the server says of whom it's for, and how much it matters (`annotations`). */
function noteOf(content: unknown): string | undefined {
  const said = field(content, 'annotations') ?? field(field(content, 'resource'), 'annotations');
  const audience = listOf(field(said, 'audience')).filter((one) => typeof one === 'string');
  const priority = field(said, 'priority');
  const notes = [
    ...(audience.length === 0 ? [] : [l10n.t('for {0}', audience.join(', '))]),
    ...(typeof priority === 'number' ? [l10n.t('priority {0}', priority)] : []),
  ];
  return notes.length === 0 ? undefined : notes.join(' · ');
}

function mediaOf(mimeType: string, data: string): Pick<Block, 'kind' | 'data'> | undefined {
  const isPicture = pictures.includes(mimeType);
  if (!isPicture && !/^audio\/[a-z0-9.+-]+$/.test(mimeType)) return undefined;
  if (data.length > shownData || !/^[A-Za-z0-9+/=]*$/.test(data)) return undefined;
  return { kind: isPicture ? 'image' : 'audio', data: `data:${mimeType};base64,${data}` };
}

function cut(text: string): Pick<Block, 'text' | 'isCut'> {
  return text.length > shownText ? { text: text.slice(0, shownText), isCut: true } : { text };
}
