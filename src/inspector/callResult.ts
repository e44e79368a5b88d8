import * as l10n from '@vscode/l10n';
import { getField, omitUndefined } from '../fields.ts';
import type { McpCall } from './mcpConnection.ts';
import {
  type BinaryContent,
  base64ByteLength,
  decodeBase64,
  readBinaryContent,
  toMediaBlock,
} from './media.ts';
import type { CallView, ContentBlock, ResponseProblem } from './pageSchemas.ts';
import { exactDigitsAt, hasRoundedNumbers, stringifyExact } from './schema/exactJson.ts';
import { arrayOrEmpty, stringFieldOf } from './schema/json.ts';
import { findTypeProblems } from './wire/fieldTypes.ts';
import { callResultTypes, findBlockProblems } from './wire/mcpTypes.ts';

/** UTF-16 units of a text on a page at most; all of it is there as a document. */
const maxTextLength = 100_000;
/** Number of base64 characters of a text that is sent as bytes. */
const maxDecodedLength = 14_000_000;
/** Of structured content as JSON: a longer one is there as a document only. */
const maxStructuredLength = 1_000_000;

/** What a server answered, as a page shows it; of any shape that a server may send. */
export function toResultView(
  call: McpCall['kind'],
  result: unknown,
): Pick<CallView, 'size' | 'isError' | 'blocks' | 'structured' | 'problems'> {
  const json = JSON.stringify(result) ?? '';
  const structured = formatStructuredContent(result);
  const problems = [...findTypeProblems(result, callResultTypes[call]), ...findLostDigits(result)];
  return {
    size: new TextEncoder().encode(json).length,
    isError: isErrorResult(result),
    blocks: splitResult(call, result).map(({ content, role }) => {
      const found = findBlockProblems(content);
      return {
        ...toBlock(content),
        ...omitUndefined({ role }),
        ...(found.length > 0 && { problems: [...found] }),
      };
    }),
    ...(problems.length > 0 && { problems: [...problems] }),
    ...(structured !== undefined && structured.length <= maxStructuredLength && { structured }),
  };
}

/** The problem of an answer with more long numbers than are kept. */
function findLostDigits(result: unknown): readonly ResponseProblem[] {
  if (!hasRoundedNumbers(result)) return [];
  const message = l10n.t(
    'The response has too many numbers with more digits than JavaScript supports. Some of these numbers are rounded.',
  );
  return [{ path: '', message }];
}

/** Whether a tool says that it failed; some servers write it as a text. */
export function isErrorResult(result: unknown): boolean {
  const isError = getField(result, 'isError');
  return isError === true || (typeof isError === 'string' && isError.toLowerCase() === 'true');
}

/** The structured content; `undefined`: there is none, which some servers write as `null`. */
export const readStructuredContent = (result: unknown): unknown =>
  getField(result, 'structuredContent') ?? undefined;

/** The JSON of the structured content, with all digits. */
export function formatStructuredContent(result: unknown, indent?: number): string | undefined {
  const structured = readStructuredContent(result);
  if (structured === undefined) return undefined;
  // A number of its own has its digits in the result.
  const digits =
    typeof structured === 'number' ? exactDigitsAt(Object(result), 'structuredContent') : undefined;
  return digits ?? stringifyExact(structured, indent);
}

/** The whole text of a block, for a document. */
export function readBlockText(call: McpCall['kind'], result: unknown, index: number): string {
  const content = splitResult(call, result)[index]?.content;
  return readContentText(content) ?? stringifyExact(content, 2) ?? '';
}

/** The bytes of a block, and its place and name, if it has them; `undefined`: it has no bytes. */
export function readBinaryBlock(
  call: McpCall['kind'],
  result: unknown,
  index: number,
): (BinaryContent & Pick<ContentBlock, 'uri' | 'name'>) | undefined {
  const content = splitResult(call, result)[index]?.content;
  const binary = readContentBytes(content);
  const { uri, name } = toBlock(content);
  return binary && { ...binary, ...omitUndefined({ uri, name }) };
}

/** All that an answer says as text, block after block. */
export function joinResultText(call: McpCall['kind'], result: unknown): string {
  return splitResult(call, result)
    .flatMap(({ content }) => readContentText(content) ?? [])
    .join('\n');
}

interface ResultPart {
  readonly content: unknown;
  readonly role?: string;
}

function splitResult(call: McpCall['kind'], result: unknown): readonly ResultPart[] {
  switch (call) {
    case 'tool': {
      const parts = toItemArray(getField(result, 'content')).map((content) => ({
        content: toContentBlock(content),
      }));
      // Some servers answer with a value of their own.
      return parts.length === 0 && isNonstandardResult(result)
        ? [{ content: toContentBlock(result) }]
        : parts;
    }
    case 'resource':
      return toItemArray(getField(result, 'contents')).map((resource) => ({
        content: { type: 'resource', resource: typeof resource === 'string' ? { text: resource } : resource },
      }));
    case 'prompt':
      return toItemArray(getField(result, 'messages')).flatMap((message) => {
        const said = typeof message === 'string' ? message : getField(message, 'content');
        const role = stringFieldOf(message, 'role') ?? '';
        // A message without content is shown as a whole.
        const contents = said === undefined || said === null ? [message] : toItemArray(said);
        return contents.map((content) => ({ content: toContentBlock(content), role }));
      });
  }
}

/** The items of an array; a value in place of an array is its only item. */
function toItemArray(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return value === undefined || value === null ? [] : [value];
}

const toContentBlock = (content: unknown): unknown =>
  typeof content === 'string' ? { type: 'text', text: content } : content;

/** Whether a result of a tool has none of the fields that are shown. */
function isNonstandardResult(result: unknown): boolean {
  if (typeof result !== 'object') return result !== undefined;
  if (result === null || readStructuredContent(result) !== undefined) return false;
  const names = Array.isArray(result) ? ['item'] : Object.keys(result);
  return names.some(
    (name) => !['content', 'isError', '_meta', 'structuredContent', 'resultType'].includes(name),
  );
}

function readContentText(content: unknown): string | undefined {
  const resource = getField(content, 'resource');
  return stringFieldOf(content, 'text') ?? stringFieldOf(resource, 'text') ?? decodeTextBlob(resource);
}

/** Some servers send texts as bytes. */
function decodeTextBlob(resource: unknown): string | undefined {
  const blob = stringFieldOf(resource, 'blob');
  const mimeType = stringFieldOf(resource, 'mimeType') ?? '';
  const isText = /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml)\b)/.test(mimeType);
  if (blob === undefined || !isText || blob.length > maxDecodedLength) return undefined;
  const binary = readBinaryContent(mimeType, blob);
  try {
    return binary && new TextDecoder('utf-8', { fatal: true }).decode(decodeBase64(binary.base64));
  } catch {
    return undefined;
  }
}

/** The bytes of a picture, a sound, or a resource, of any type. */
function readContentBytes(content: unknown): BinaryContent | undefined {
  const resource = getField(content, 'resource');
  const mimeType = stringFieldOf(content, 'mimeType') ?? stringFieldOf(resource, 'mimeType');
  const data = stringFieldOf(content, 'data') ?? stringFieldOf(resource, 'blob');
  const isKnown = mimeType !== undefined || ['image', 'audio', 'resource'].includes(readContentType(content));
  return data === undefined || !isKnown ? undefined : readBinaryContent(mimeType, data);
}

const readContentType = (content: unknown): string => stringFieldOf(content, 'type') ?? '';

function toBlock(content: unknown): ContentBlock {
  const type = readContentType(content);
  const resource = type === 'resource' ? getField(content, 'resource') : content;
  const mimeType = stringFieldOf(resource, 'mimeType');
  const uri = stringFieldOf(resource, 'uri');
  const name = stringFieldOf(resource, 'title') ?? stringFieldOf(resource, 'name');
  const note = describeAnnotations(content);
  const binary = readContentBytes(content);
  const bytes = binary && base64ByteLength(binary.base64);
  const about = omitUndefined({ mimeType, uri, name, note, bytes });
  const text = readContentText(content);
  if ((type === 'text' || type === '') && text !== undefined)
    return { kind: 'text', ...omitUndefined({ note }), ...truncateBlockText(text) };
  const data = stringFieldOf(content, 'data') ?? stringFieldOf(resource, 'blob');
  const media = data === undefined ? undefined : toMediaBlock(mimeType, data);
  if (media) return { ...media, ...about };
  if (type === 'resource_link') return { kind: 'link', ...about };
  if (type === 'resource')
    return { kind: 'resource', ...about, ...(text !== undefined && truncateBlockText(text)) };
  return { kind: 'other', ...about, ...truncateBlockText(stringifyExact(content, 2) ?? '') };
}

/** What the server says of whom it's for, and how much it matters (`annotations`). */
function describeAnnotations(content: unknown): string | undefined {
  const said = getField(content, 'annotations') ?? getField(getField(content, 'resource'), 'annotations');
  const audience = arrayOrEmpty(getField(said, 'audience')).filter((one) => typeof one === 'string');
  const priority = getField(said, 'priority');
  const notes = [
    ...(audience.length === 0 ? [] : [l10n.t('audience: {0}', audience.join(', '))]),
    ...(typeof priority === 'number' ? [l10n.t('priority: {0}', priority)] : []),
  ];
  return notes.length === 0 ? undefined : notes.join(' · ');
}

function truncateBlockText(text: string): Pick<ContentBlock, 'text' | 'isTruncated'> {
  return text.length > maxTextLength ? { text: text.slice(0, maxTextLength), isTruncated: true } : { text };
}
