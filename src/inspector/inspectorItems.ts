import * as l10n from '@vscode/l10n';
import { getField, omitUndefined } from '../fields.ts';
import { listIconUrls, selectIcon } from './icons.ts';
import { lintPrompt, lintResource } from './lint/lintResourceOrPrompt.ts';
import { lintTool } from './lint/lintTool.ts';
import type { ListedItem, ListKind, McpCall } from './mcpConnection.ts';
import type { McpSessionState, ServerList } from './mcpSession.ts';
import type { InspectorItem, ItemGroup } from './pageSchemas.ts';
import { hasExactNumbers, stringifyExact } from './schema/exactJson.ts';
import { filterStrings, getStringField, isJsonObject } from './schema/json.ts';
import { parseTemplateVariables, type TemplateValue } from './uriTemplate.ts';

/** Converts the lists of a server to the groups on the page. The items can have any shape. */
export function groupItems(lists: McpSessionState['lists']): readonly ItemGroup[] {
  return (['tool', 'resource', 'template', 'prompt'] as const).map((kind) => ({
    kind,
    title: getListTitle(kind),
    items: toItems(kind, lists[kind]),
    ...omitUndefined({ failure: lists[kind].failure }),
  }));
}

function getListTitle(kind: ListKind): string {
  switch (kind) {
    case 'tool':
      return l10n.t('Tools');
    case 'resource':
      return l10n.t('Resources');
    case 'template':
      return l10n.t('Resource templates');
    case 'prompt':
      return l10n.t('Prompts');
  }
}

function toItems(kind: ListKind, { items }: ServerList): readonly InspectorItem[] {
  const counts = new Map<string, number>();
  return items.map((listedItem) => {
    const id = `${kind}:${getListedId(kind, listedItem)}`;
    const count = counts.get(id) ?? 0;
    counts.set(id, count + 1);
    // Duplicate names are a problem of the server, but all items are shown.
    return toItem(kind, listedItem, count === 0 ? id : `${id}#${count}`);
  });
}

const getListedId = (kind: ListKind, item: ListedItem): string =>
  getStringField(item, kind === 'resource' ? 'uri' : kind === 'template' ? 'uriTemplate' : 'name') ?? '';

function toItem(kind: ListKind, item: ListedItem, key: string): InspectorItem {
  const title = getStringField(item, 'title') ?? getStringField(item['annotations'], 'title');
  const outputSchema = kind === 'tool' ? readSchema(item['outputSchema']) : undefined;
  return {
    key,
    kind,
    name: getStringField(item, 'name') ?? getListedId(kind, item),
    ...omitUndefined({
      title,
      description: getStringField(item, 'description'),
      uri: getListedUri(kind, item),
    }),
    ...omitUndefined({ icon: selectIcon(item['icons']) }),
    facts: listItemFacts(kind, item),
    ...omitUndefined({
      inputSchema: readInputSchema(kind, item),
      outputSchema,
      outputSchemaJson: hasExactNumbers(outputSchema) ? stringifyExact(outputSchema) : undefined,
    }),
    ...(kind === 'tool' && readTaskSupport(item) === 'required' && { requiresTask: true }),
    lintIssues: lintItem(kind, item),
  };
}

/** Returns whether a tool supports tasks: `required`, `optional`, or `forbidden`. */
const readTaskSupport = (item: ListedItem): string | undefined =>
  getStringField(item['execution'], 'taskSupport');

const getListedUri = (kind: ListKind, item: ListedItem): string | undefined =>
  kind === 'resource' || kind === 'template' ? getListedId(kind, item) : undefined;

function lintItem(kind: ListKind, item: ListedItem): InspectorItem['lintIssues'] {
  switch (kind) {
    case 'tool':
      return lintTool(item);
    case 'prompt':
      return lintPrompt(item);
    default:
      return lintResource(item);
  }
}

function listItemFacts(kind: ListKind, item: ListedItem): InspectorItem['facts'] {
  const size = item['size'];
  const facts: readonly (readonly [string, string | undefined])[] = [
    [l10n.t('URI'), getListedUri(kind, item)],
    [l10n.t('Type'), getStringField(item, 'mimeType')],
    [l10n.t('Bytes'), typeof size === 'number' ? String(size) : undefined],
    ...listIconUrls(item['icons']).map((address) => [l10n.t('Icon'), address] as const),
    [l10n.t('Runs as a task'), describeTaskSupport(readTaskSupport(item))],
    ...toolHints.map(([name, label]): readonly [string, string | undefined] => [
      label(),
      formatHint(getField(item['annotations'], name)),
    ]),
  ];
  return facts.flatMap(([label, value]) => (value === undefined ? [] : [{ label, value }]));
}

/** Fields of the `annotations` of a tool, with their labels. AI clients can't rely on them. */
const toolHints: readonly (readonly [string, () => string])[] = [
  ['readOnlyHint', () => l10n.t('Read-only')],
  ['destructiveHint', () => l10n.t('Destructive')],
  ['idempotentHint', () => l10n.t('Idempotent')],
  ['openWorldHint', () => l10n.t('Interacts with external systems')],
];

const formatHint = (hint: unknown): string | undefined =>
  typeof hint === 'boolean' ? (hint ? l10n.t('yes') : l10n.t('no')) : undefined;

function describeTaskSupport(support: string | undefined): string | undefined {
  if (support === 'required') return l10n.t('always');
  return support === 'optional' ? l10n.t('if requested') : undefined;
}

/** Returns the JSON Schema of the arguments. */
function readInputSchema(kind: ListKind, item: ListedItem): unknown {
  switch (kind) {
    case 'tool':
      return readToolInput(item['inputSchema']);
    case 'resource':
      return undefined;
    case 'template':
      return toTemplateSchema(getListedId(kind, item));
    case 'prompt': {
      const args = item['arguments'];
      return Array.isArray(args) && args.length > 0 ? toPromptSchema(args) : undefined;
    }
  }
}

/** Returns a JSON Schema; `undefined` if the value isn't one. */
const readSchema = (value: unknown): unknown =>
  isJsonObject(value) || typeof value === 'boolean' ? value : undefined;

/**
 * Returns the input schema of a tool; `undefined` if the tool declares no arguments. An unreadable schema is replaced
 * by one that accepts any arguments.
 */
function readToolInput(schema: unknown): unknown {
  if (schema === undefined || schema === null) return undefined;
  const readable = readSchema(schema) ?? { type: 'object', additionalProperties: true };
  return acceptsNoArguments(readable) ? undefined : readable;
}

/** Whether a schema declares no arguments: it describes an object without properties and constraints. */
function acceptsNoArguments(schema: unknown): boolean {
  if (schema === undefined) return true;
  const entries = typeof schema === 'object' && schema !== null ? Object.entries(schema) : [['', schema]];
  return entries.every(([keyword, value]) => {
    if (keyword === 'type') return value === 'object';
    if (keyword === 'properties') return JSON.stringify(value) === '{}';
    return keyword === '$schema' || (keyword === 'additionalProperties' && value === false);
  });
}

function toPromptSchema(args: readonly unknown[]): unknown {
  const namedArguments = args.flatMap((one) => {
    const name = getStringField(one, 'name');
    return name === undefined ? [] : [{ name, one }];
  });
  return {
    type: 'object',
    properties: Object.fromEntries(
      namedArguments.map(({ name, one }) => [
        name,
        {
          type: 'string',
          ...omitUndefined({
            title: getStringField(one, 'title'),
            description: getStringField(one, 'description'),
          }),
        },
      ]),
    ),
    required: namedArguments.filter(({ one }) => getField(one, 'required') === true).map(({ name }) => name),
    additionalProperties: false,
  };
}

/**
 * Returns a JSON Schema for the values of a URI template. An exploded variable accepts a string, a list, or an
 * associative array.
 */
function toTemplateSchema(template: string): unknown {
  const variables = parseTemplateVariables(template);
  if (variables.length === 0) return undefined;
  const text = { type: 'string', minLength: 1 };
  const exploded = {
    anyOf: [text, { type: 'array', items: text }, { type: 'object', additionalProperties: text }],
  };
  return {
    type: 'object',
    properties: Object.fromEntries(
      variables.map(({ name, isExploded }) => [name, isExploded ? exploded : text]),
    ),
    required: variables.filter(({ isRequired }) => isRequired).map(({ name }) => name),
    additionalProperties: false,
  };
}

/** Returns the names of the variables of a URI template, without duplicates. */
export function listTemplateVariableNames(template: string): readonly string[] {
  return parseTemplateVariables(template).map(({ name }) => name);
}

/**
 * Returns the values of the variables of a template. An empty value is left out, together with the name that its
 * operator would add.
 */
function readTemplateValues(
  template: string,
  args: Readonly<Record<string, unknown>>,
): Readonly<Record<string, TemplateValue>> {
  const values = listTemplateVariableNames(template).flatMap((name): [string, TemplateValue][] => {
    const value = Object.hasOwn(args, name) ? args[name] : undefined;
    if (typeof value === 'string') return value === '' ? [] : [[name, value]];
    if (Array.isArray(value)) return [[name, filterStrings(value)]];
    if (!isJsonObject(value)) return [];
    const entries = Object.entries(value).filter(
      (one): one is [string, string] => typeof one[1] === 'string',
    );
    return [[name, Object.fromEntries(entries)]];
  });
  return Object.fromEntries(values);
}

/** Creates the request to call, read, or get an item with arguments. */
export function toMcpCall(
  {
    kind,
    name,
    uri = '',
    requiresTask = false,
  }: Pick<InspectorItem, 'kind' | 'name' | 'uri' | 'requiresTask'>,
  args: Readonly<Record<string, unknown>>,
  expand: (template: string, values: Readonly<Record<string, TemplateValue>>) => string,
): McpCall {
  const getStringArguments = (): Record<string, string> =>
    Object.fromEntries(
      Object.entries(args).flatMap(([argumentName, value]) =>
        typeof value === 'string' ? [[argumentName, value]] : [],
      ),
    );
  switch (kind) {
    case 'tool':
      return { kind, name, args, ...(requiresTask && { requiresTask }) };
    case 'prompt':
      return { kind, name, args: getStringArguments() };
    case 'resource':
      return { kind, uri };
    case 'template':
      return { kind: 'resource', uri: expand(uri, readTemplateValues(uri, args)) };
  }
}
