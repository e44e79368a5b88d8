import { stripAnsi } from './ansi.ts';
import type { ListItem } from './protocol.ts';

/**
 * A tool call, as far as the log contains it. The specification defines only the method of a START entry. The content
 * depends on the server, so common forms are supported: the name of the tool alone or with arguments, arguments in
 * another entry, or a JSON request.
 */
export interface ToolCall {
  readonly tool: string;
  /** Absent if the log doesn't contain arguments. */
  readonly arguments?: Readonly<Record<string, unknown>>;
  /** Whether the text of the arguments is incomplete. */
  readonly isCut: boolean;
  /** Paths of arguments that were hidden in the log, such as `login.password`. */
  readonly hiddenPaths: readonly string[];
}

interface ToolCallEntry {
  readonly type: string;
  readonly method?: string | undefined;
  readonly content?: string | undefined;
}

/** Whether an entry starts a tool call. Called for each row, so JSON isn't parsed. */
const isToolCallStart = ({ type, method, content = '' }: ToolCallEntry): boolean =>
  type === 'START' &&
  method === 'tools/call' &&
  (content.trimStart().startsWith('{') || parseToolName(content) !== undefined);

/** Whether a row represents a tool call: its first entry, or the header of its request. */
export function isToolCall({
  requestId,
  head,
  ...entry
}: ToolCallEntry & Pick<ListItem, 'requestId' | 'head'>): boolean {
  if (requestId === undefined) return false;
  return isToolCallStart(head ? { type: 'START', method: head.method, content: head.subject } : entry);
}

/** Returns the name of the tool that a START entry calls, or `undefined` if it doesn't name one. */
export function readCalledTool(entry: ToolCallEntry): string | undefined {
  return isToolCallStart(entry) ? readToolName(entry.content ?? '') : undefined;
}

/** Returns the tool call of a request, whose entries are in order, or `undefined` if they don't name a tool. */
export function readToolCall(entries: readonly ToolCallEntry[]): ToolCall | undefined {
  const start = entries.findLast(isToolCallStart);
  const tool = start && readToolName(start.content ?? '');
  if (tool === undefined) return undefined;
  for (const { content = '' } of [start, ...entries].flatMap((one) => one ?? [])) {
    const args = parseToolArguments(stripAnsi(content), tool);
    if (!args) continue;
    const hiddenPaths: string[] = [];
    const value = removeHidden(args.value, '', hiddenPaths) as Readonly<Record<string, unknown>>;
    return { tool, arguments: value, isCut: args.isCut, hiddenPaths };
  }
  return { tool, isCut: false, hiddenPaths: [] };
}

/**
 * Reads the name of the tool, which is the only text, precedes the arguments, or is a field of the JSON request or its
 * parameters.
 */
function readToolName(content: string): string | undefined {
  const text = stripAnsi(content).trim();
  if (!text.startsWith('{')) return parseToolName(text);
  const { value } = parseObject(text) ?? {};
  const name = getObject(value, 'params')?.['name'] ?? value?.['name'] ?? value?.['tool'];
  return typeof name === 'string' ? name : undefined;
}

const parseToolName = (content: string): string | undefined =>
  /^([^\s{}()"']{1,200})(?:\s*[({]|$)/.exec(stripAnsi(content).trim())?.[1];

interface ToolCallArguments {
  readonly value: Readonly<Record<string, unknown>>;
  readonly isCut: boolean;
}

/** Parses `arguments {…}`, `arguments: {…}`, `name {…}`, `name({…})`, or JSON with arguments. */
function parseToolArguments(content: string, tool: string): ToolCallArguments | undefined {
  const text = content.trim();
  if (text.startsWith('{')) {
    const read = parseObject(text);
    const toolArguments =
      getObject(read?.value, 'arguments') ?? getObject(getObject(read?.value, 'params'), 'arguments');
    if (toolArguments) return { value: toolArguments, isCut: false };
    // In truncated JSON, the arguments are the last part.
    const [, inner = ''] = /"arguments"\s*:\s*(\{[\s\S]*)$/.exec(text) ?? [];
    return read?.isCut && inner !== '' ? parseObject(inner) : undefined;
  }
  const [, label = '', json = ''] = /^([^\s{}()"']{1,200}?):?\s*\(?\s*(\{[\s\S]*)$/.exec(text) ?? [];
  const isArgumentsLabel = label === tool || /^(?:arguments|args|input)$/i.test(label);
  return isArgumentsLabel ? parseObject(json.replace(/\)\s*$/, '')) : undefined;
}

/** Parses an object, or the complete members of a truncated one. Returns `undefined` if it isn't an object. */
function parseObject(text: string): ToolCallArguments | undefined {
  const whole = parseWholeObject(text);
  if (whole) return { value: whole, isCut: false };
  const part = parseWholeObject(`${text.slice(0, findLastComma(text))}}`);
  if (part) return { value: part, isCut: true };
  return /^\{\s*(?:"|$)/.test(text) ? { value: {}, isCut: true } : undefined;
}

/** Returns the position of the last comma between members of an object that might be truncated. */
function findLastComma(text: string): number {
  let [depth, lastComma, isInString] = [0, 0, false];
  for (let position = 0; position < text.length; position++) {
    const char = text[position];
    if (char === '"') isInString = !isInString;
    else if (isInString) position += char === '\\' ? 1 : 0;
    else if (char === '{' || char === '[') depth++;
    else if (char === '}' || char === ']') depth--;
    else if (char === ',' && depth === 1) lastComma = position;
  }
  return lastComma;
}

function parseWholeObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return toRecord(JSON.parse(text));
  } catch {
    return undefined;
  }
}

const toRecord = (value: unknown): Readonly<Record<string, unknown>> | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : undefined;

const getObject = (value: Readonly<Record<string, unknown>> | undefined, name: string) =>
  value && toRecord(value[name]);

/** Common replacements of a secret in a log, such as `***` and `[redacted]`. */
const maskPattern = /^(?:[*•●█]{3,}|[[(<{](?:redacted|masked|hidden|filtered|secret)[\])>}]|redacted)$/i;

/** Returns the value without hidden members, and adds their paths to `hidden`. */
function removeHidden(value: unknown, path: string, hidden: string[]): unknown {
  const object = toRecord(value);
  if (!object) return value;
  return Object.fromEntries(
    Object.entries(object).flatMap(([name, member]) => {
      const memberPath = path === '' ? name : `${path}.${name}`;
      if (typeof member !== 'string' || !maskPattern.test(member))
        return [[name, removeHidden(member, memberPath, hidden)]];
      hidden.push(memberPath);
      return [];
    }),
  );
}
