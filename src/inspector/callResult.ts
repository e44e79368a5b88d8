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
import { describeMessageRole } from './messageRole.ts';
import type { CallView, ContentBlock, ResponseProblem } from './pageSchemas.ts';
import { getExactDigitsAt, hasRoundedNumbers, stringifyExact } from './schema/exactJson.ts';
import { arrayOrEmpty, getStringField } from './schema/json.ts';
import { findTypeProblems } from './wire/fieldTypes.ts';
import { callResultTypes, findBlockProblems } from './wire/mcpTypes.ts';

/** Maximum length of a text on a page, in UTF-16 units. A document shows the complete text. */
const maxTextLength = 100_000;
/** Maximum number of base64 characters of a text that was sent as binary data. */
const maxDecodedLength = 14_000_000;
/** Maximum length of structured content as JSON, in UTF-16 units. Longer content can only be opened as a document. */
const maxStructuredLength = 1_000_000;

/**
 * Converts a result to what a page shows. Accepts results of any shape, because servers don't always follow the
 * specification.
 */
export function toResultView(
  call: McpCall['kind'],
  result: unknown,
): Pick<CallView, 'size' | 'isError' | 'blocks' | 'structuredJson' | 'problems'> {
  const json = JSON.stringify(result) ?? '';
  const structuredJson = formatStructuredContent(result);
  const problems = [...findTypeProblems(result, callResultTypes[call]), ...findLostDigits(result)];
  return {
    size: new TextEncoder().encode(json).length,
    isError: isErrorResult(result),
    blocks: splitResult(call, result).map(({ content, role }) => {
      const blockProblems = findBlockProblems(content);
      return {
        ...toBlock(content),
        ...omitUndefined({ role: role && describeMessageRole(role) }),
        ...(blockProblems.length > 0 && { problems: [...blockProblems] }),
      };
    }),
    ...(problems.length > 0 && { problems: [...problems] }),
    ...(structuredJson !== undefined && structuredJson.length <= maxStructuredLength && { structuredJson }),
  };
}

/** Returns a problem if the result has more long numbers than can be kept exactly. */
function findLostDigits(result: unknown): readonly ResponseProblem[] {
  if (!hasRoundedNumbers(result)) return [];
  const message = l10n.t(
    'The response has too many numbers with more digits than JavaScript supports. Some of these numbers are rounded.',
  );
  return [{ path: '', message }];
}

/** Whether a tool reports an error. Some servers write the flag as a string. */
export function isErrorResult(result: unknown): boolean {
  const isError = getField(result, 'isError');
  return isError === true || (typeof isError === 'string' && isError.toLowerCase() === 'true');
}

/** Returns the structured content; `undefined` if there is none, which some servers write as `null`. */
export const readStructuredContent = (result: unknown): unknown =>
  getField(result, 'structuredContent') ?? undefined;

/** Formats the structured content as JSON, with all digits of its numbers. */
export function formatStructuredContent(result: unknown, indent?: number): string | undefined {
  const structured = readStructuredContent(result);
  if (structured === undefined) return undefined;
  // If the content is a single number, the result has its digits.
  const digits =
    typeof structured === 'number' ? getExactDigitsAt(Object(result), 'structuredContent') : undefined;
  return digits ?? stringifyExact(structured, indent);
}

/** Returns the complete text of a block. */
export function readBlockText(call: McpCall['kind'], result: unknown, index: number): string {
  const content = splitResult(call, result)[index]?.content;
  return readContentText(content) ?? stringifyExact(content, 2) ?? '';
}

/** Returns the bytes of a block with its URI and name; `undefined` if the block has no binary data. */
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

/** Joins the texts of all blocks with line breaks. */
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
      // Some servers return a bare value.
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
        const content = typeof message === 'string' ? message : getField(message, 'content');
        const role = getStringField(message, 'role') ?? '';
        // A message without content is shown as JSON.
        const contents = content === undefined || content === null ? [message] : toItemArray(content);
        return contents.map((content) => ({ content: toContentBlock(content), role }));
      });
  }
}

/** Returns an array unchanged, and any other value as an array of one item. A missing value becomes an empty array. */
function toItemArray(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return value === undefined || value === null ? [] : [value];
}

const toContentBlock = (content: unknown): unknown =>
  typeof content === 'string' ? { type: 'text', text: content } : content;

/** Whether the result of a tool has none of the fields that the page shows. */
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
  return getStringField(content, 'text') ?? getStringField(resource, 'text') ?? decodeTextBlob(resource);
}

/** Decodes a blob with a text type: some servers send texts as binary data. */
function decodeTextBlob(resource: unknown): string | undefined {
  const blob = getStringField(resource, 'blob');
  const mimeType = getStringField(resource, 'mimeType') ?? '';
  const isText = /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml)\b)/.test(mimeType);
  if (blob === undefined || !isText || blob.length > maxDecodedLength) return undefined;
  const binary = readBinaryContent(mimeType, blob);
  try {
    return binary && new TextDecoder('utf-8', { fatal: true }).decode(decodeBase64(binary.base64));
  } catch {
    return undefined;
  }
}

/** Returns the bytes of an image, an audio, or a resource of any type. */
function readContentBytes(content: unknown): BinaryContent | undefined {
  const resource = getField(content, 'resource');
  const mimeType = getStringField(content, 'mimeType') ?? getStringField(resource, 'mimeType');
  const data = getStringField(content, 'data') ?? getStringField(resource, 'blob');
  const isKnown = mimeType !== undefined || ['image', 'audio', 'resource'].includes(readContentType(content));
  return data === undefined || !isKnown ? undefined : readBinaryContent(mimeType, data);
}

const readContentType = (content: unknown): string => getStringField(content, 'type') ?? '';

function toBlock(content: unknown): ContentBlock {
  const type = readContentType(content);
  const resource = type === 'resource' ? getField(content, 'resource') : content;
  const mimeType = getStringField(resource, 'mimeType');
  const uri = getStringField(resource, 'uri');
  const name = getStringField(resource, 'title') ?? getStringField(resource, 'name');
  const note = describeAnnotations(content);
  const binary = readContentBytes(content);
  const byteCount = binary && base64ByteLength(binary.base64);
  const about = omitUndefined({ mimeType, uri, name, note, byteCount });
  const text = readContentText(content);
  if ((type === 'text' || type === '') && text !== undefined)
    return { kind: 'text', ...omitUndefined({ note }), ...truncateBlockText(text) };
  const data = getStringField(content, 'data') ?? getStringField(resource, 'blob');
  const media = data === undefined ? undefined : toMediaBlock(mimeType, data);
  if (media) return { ...media, ...about };
  if (type === 'resource_link') return { kind: 'link', ...about };
  if (type === 'resource')
    return { kind: 'resource', ...about, ...(text !== undefined && truncateBlockText(text)) };
  return { kind: 'other', ...about, ...truncateBlockText(stringifyExact(content, 2) ?? '') };
}

/** Describes the audience and the priority in the `annotations` of the content. */
function describeAnnotations(content: unknown): string | undefined {
  const annotations =
    getField(content, 'annotations') ?? getField(getField(content, 'resource'), 'annotations');
  const audience = arrayOrEmpty(getField(annotations, 'audience')).filter((one) => typeof one === 'string');
  const priority = getField(annotations, 'priority');
  const notes = [
    ...(audience.length === 0 ? [] : [l10n.t('audience: {0}', audience.join(', '))]),
    ...(typeof priority === 'number' ? [l10n.t('priority: {0}', priority)] : []),
  ];
  return notes.length === 0 ? undefined : notes.join(' · ');
}

function truncateBlockText(text: string): Pick<ContentBlock, 'text' | 'isTruncated'> {
  return text.length > maxTextLength ? { text: text.slice(0, maxTextLength), isTruncated: true } : { text };
}
