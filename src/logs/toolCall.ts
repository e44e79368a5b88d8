import { stripAnsi } from './ansi.ts';
import type { ListItem } from './protocol.ts';

/**
 * A call of a tool, as the entries of its request tell it. The service says that a START has a method; what else a log
 * holds is up to the server. So this reads what servers write as a rule: the name alone, or JSON, and arguments beside it.
 */
export interface ToolCall {
  readonly tool: string;
  /** Absent: the log doesn't have them. */
  readonly arguments?: Readonly<Record<string, unknown>>;
  /** The text of the arguments ends before they do. */
  readonly isCut: boolean;
  /** Arguments that were hidden before they came to the log: their paths, such as `login.password`. */
  readonly hidden: readonly string[];
}

interface ToolCallEntry {
  readonly type: string;
  readonly method?: string | undefined;
  readonly content?: string | undefined;
}

/** Whether an entry begins the call of a tool. Its content is only looked at, since this is asked for each row. */
const isToolCallStart = ({ type, method, content = '' }: ToolCallEntry): boolean =>
  type === 'START' &&
  method === 'tools/call' &&
  (content.trimStart().startsWith('{') || parseToolName(content) !== undefined);

/** Whether a row stands for a call of a tool: its first entry, or the head of its request. */
export function isToolCall({
  requestId,
  head,
  ...entry
}: ToolCallEntry & Pick<ListItem, 'requestId' | 'head'>): boolean {
  if (requestId === undefined) return false;
  return isToolCallStart(head ? { type: 'START', method: head.method, content: head.subject } : entry);
}

/** `entries`: of one request, in order. `undefined`: they don't say that a tool is called, or which. */
export function readToolCall(entries: readonly ToolCallEntry[]): ToolCall | undefined {
  const start = entries.findLast(isToolCallStart);
  const tool = start && readToolName(start.content ?? '');
  if (tool === undefined) return undefined;
  for (const { content = '' } of [start, ...entries].flatMap((one) => one ?? [])) {
    const read = parseToolArguments(stripAnsi(content), tool);
    if (!read) continue;
    const hidden: string[] = [];
    const value = removeHidden(read.value, '', hidden) as Readonly<Record<string, unknown>>;
    return { tool, arguments: value, isCut: read.isCut, hidden };
  }
  return { tool, isCut: false, hidden: [] };
}

/** A name stands alone, or before its arguments; as JSON, it is that of the request or of its parameters. */
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

/** `arguments {…}`, `arguments: {…}`, `name {…}`, `name({…})`, or JSON that has them by that name. */
function parseToolArguments(content: string, tool: string): ToolCallArguments | undefined {
  const text = content.trim();
  if (text.startsWith('{')) {
    const read = parseObject(text);
    const found =
      getObject(read?.value, 'arguments') ?? getObject(getObject(read?.value, 'params'), 'arguments');
    if (found) return { value: found, isCut: false };
    // What is cut has them as its last part.
    const [, inner = ''] = /"arguments"\s*:\s*(\{[\s\S]*)$/.exec(text) ?? [];
    return read?.isCut && inner !== '' ? parseObject(inner) : undefined;
  }
  const [, word = '', json = ''] = /^([^\s{}()"']{1,200}?):?\s*\(?\s*(\{[\s\S]*)$/.exec(text) ?? [];
  const isTheirs = word === tool || /^(?:arguments|args|input)$/i.test(word);
  return isTheirs ? parseObject(json.replace(/\)\s*$/, '')) : undefined;
}

/** An object, or the members of it that are whole. `undefined`: it is none. */
function parseObject(text: string): ToolCallArguments | undefined {
  const whole = parseWholeObject(text);
  if (whole) return { value: whole, isCut: false };
  const part = parseWholeObject(`${text.slice(0, findLastComma(text))}}`);
  if (part) return { value: part, isCut: true };
  return /^\{\s*(?:"|$)/.test(text) ? { value: {}, isCut: true } : undefined;
}

/** Where the last whole member of an object ends that may be cut. */
function findLastComma(text: string): number {
  let [depth, last, isText] = [0, 0, false];
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === '"') isText = !isText;
    else if (isText) at += char === '\\' ? 1 : 0;
    else if (char === '{' || char === '[') depth++;
    else if (char === '}' || char === ']') depth--;
    else if (char === ',' && depth === 1) last = at;
  }
  return last;
}

function parseWholeObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return toJsonRecord(JSON.parse(text));
  } catch {
    return undefined;
  }
}

const toJsonRecord = (value: unknown): Readonly<Record<string, unknown>> | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : undefined;

const getObject = (value: Readonly<Record<string, unknown>> | undefined, name: string) =>
  value && toJsonRecord(value[name]);

/** What stands in the place of a secret. */
const maskPattern = /^(?:[*•●█]{3,}|[[(<{](?:redacted|masked|hidden|filtered|secret)[\])>}]|redacted)$/i;

/** Without what is hidden, whose paths are added to `hidden`. */
function removeHidden(value: unknown, path: string, hidden: string[]): unknown {
  const object = toJsonRecord(value);
  if (!object) return value;
  return Object.fromEntries(
    Object.entries(object).flatMap(([name, member]) => {
      const at = path === '' ? name : `${path}.${name}`;
      if (typeof member !== 'string' || !maskPattern.test(member))
        return [[name, removeHidden(member, at, hidden)]];
      hidden.push(at);
      return [];
    }),
  );
}
