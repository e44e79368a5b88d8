import * as l10n from '@vscode/l10n';
import { type ParseError, parse } from 'jsonc-parser';
import * as z from 'zod/mini';
import { getLineAndColumn } from '../../editor/jsonDocument.ts';
import { getField } from '../../fields.ts';

/** The schemas of an `mcp.json` file. Variables are still unresolved. */

const valueSchema = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const nameSchema = z.string().check(z.minLength(1));

// The editor treats `null` as a missing field.
const processSchema = z.object({
  command: nameSchema,
  args: z.nullish(z.array(z.union([z.string(), z.number()]))),
  env: z.nullish(z.record(z.string(), valueSchema)),
  envFile: z.nullish(z.string()),
  cwd: z.nullish(z.string()),
});

const urlSchema = z.object({
  url: nameSchema,
  headers: z.nullish(z.record(z.string(), z.union([z.string(), z.number()]))),
});

const inputSchema = z.object({
  id: nameSchema,
  type: z.string(),
  description: z.optional(z.string()),
  default: z.optional(z.string()),
  password: z.optional(z.boolean()),
  options: z.optional(
    z.array(z.union([z.string(), z.object({ label: z.optional(z.string()), value: z.string() })])),
  ),
});
/** A value that the user enters and that several fields can use. `type` can be unsupported. */
export type McpInput = z.infer<typeof inputSchema>;

export interface ProcessEntry {
  readonly kind: 'process';
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** `null` removes the variable from the environment of the process. */
  readonly env: Readonly<Record<string, string | null>>;
  readonly envFile: string | undefined;
  readonly cwd: string | undefined;
}

export interface UrlEntry {
  readonly kind: 'url';
  readonly name: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A server that a file defines. */
export type ServerEntry = ProcessEntry | UrlEntry;

/** An entry that can't be used. */
export interface InvalidEntry {
  readonly kind: 'invalid';
  readonly name: string;
  readonly reason: string;
}

interface McpFile {
  readonly entries: readonly (ServerEntry | InvalidEntry)[];
  readonly inputs: readonly McpInput[];
}

/**
 * Parses an `mcp.json` file, which can have comments and trailing commas. Returns an error text if the file isn't valid
 * JSON.
 */
export function parseMcpFile(text: string): McpFile | string {
  const parsed = parseJsonc(text);
  return typeof parsed === 'string' ? parsed : parseServers(parsed.value);
}

/** Parses the settings in a `.code-workspace` file. Without servers, the result is empty. */
export function parseWorkspaceFile(text: string): McpFile | string {
  const parsed = parseJsonc(text);
  if (typeof parsed === 'string') return parsed;
  return parseServers(getField(getField(parsed.value, 'settings'), 'mcp') ?? getField(parsed.value, 'mcp'));
}

function parseJsonc(text: string): { readonly value: unknown } | string {
  const errors: ParseError[] = [];
  const json = text.replace(/^\uFEFF/, '');
  const value: unknown = parse(json, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (!first || json.trim() === '') return { value };
  return l10n.t('Invalid JSON at line {0}.', getLineAndColumn(json, first.offset).line);
}

function parseServers(value: unknown): McpFile {
  const servers = getField(value, 'servers');
  const inputs = getField(value, 'inputs');
  return {
    entries: Object.entries(typeof servers === 'object' && servers !== null ? servers : {}).map(
      ([name, definition]) => parseEntry(name, definition),
    ),
    inputs: (Array.isArray(inputs) ? inputs : []).flatMap((one) => inputSchema.safeParse(one).data ?? []),
  };
}

function parseEntry(name: string, definition: unknown): ServerEntry | InvalidEntry {
  const type = getField(definition, 'type') ?? undefined;
  const isSupported = type === undefined || type === 'stdio' || type === 'http' || type === 'sse';
  if (!isSupported) return { kind: 'invalid', name, reason: l10n.t("The server type isn't supported.") };
  const isProcess =
    type === 'stdio' || (type === undefined && (getField(definition, 'command') ?? undefined) !== undefined);
  if (!isProcess) {
    const { data } = urlSchema.safeParse(definition);
    if (!data)
      return {
        kind: 'invalid',
        name,
        reason: l10n.t("The URL is missing, or a header value isn't a string or a number."),
      };
    return { kind: 'url', name, url: data.url, headers: toStringValues(data.headers) };
  }
  const { data } = processSchema.safeParse(definition);
  if (!data)
    return {
      kind: 'invalid',
      name,
      reason: l10n.t('The command is missing, or a field such as "args" or "env" has the wrong type.'),
    };
  const { command, args, env, envFile, cwd } = data;
  return {
    kind: 'process',
    name,
    command,
    args: (args ?? []).map(String),
    envFile: envFile ?? undefined,
    cwd: cwd ?? undefined,
    env: Object.fromEntries(
      Object.entries(env ?? {}).map(([key, one]) => [key, one === null ? null : String(one)]),
    ),
  };
}

const toStringValues = (
  values?: Readonly<Record<string, unknown>> | null,
): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(values ?? {}).map(([key, one]) => [key, String(one)]));
