import * as l10n from '@vscode/l10n';
import { defined, field } from '../fields.ts';
import { iconAddresses, iconOf } from './icons.ts';
import { lintPrompt, lintResource } from './lint/lintResourceOrPrompt.ts';
import { lintTool } from './lint/lintTool.ts';
import type { ListedItem, ListKind, McpCall } from './mcpConnection.ts';
import type { McpSessionState, ServerList } from './mcpSession.ts';
import { hasExactNumbers, stringifyExact } from './schema/exactJson.ts';
import { isJsonObject, stringFieldOf, stringItems } from './schema/json.ts';
import type { Group, Item } from './shapes.ts';
import { type TemplateValue, templateVariables } from './uriTemplate.ts';

/** What a server offers, as the page lists it. What a server says may be of any shape. */
export function groupsOf(lists: McpSessionState['lists']): readonly Group[] {
  return (['tool', 'resource', 'template', 'prompt'] as const).map((kind) => ({
    kind,
    title: titleOf(kind),
    items: itemsOf(kind, lists[kind]),
    ...defined({ failure: lists[kind].failure }),
  }));
}

function titleOf(kind: ListKind): string {
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

function itemsOf(kind: ListKind, { items }: ServerList): readonly Item[] {
  const seen = new Map<string, number>();
  return items.map((offered) => {
    const id = `${kind}:${idOf(kind, offered)}`;
    const count = seen.get(id) ?? 0;
    seen.set(id, count + 1);
    // A name that is there twice is a fault of the server; both are shown.
    return itemOf(kind, offered, count === 0 ? id : `${id}#${count}`);
  });
}

const idOf = (kind: ListKind, offered: ListedItem): string =>
  stringFieldOf(offered, kind === 'resource' ? 'uri' : kind === 'template' ? 'uriTemplate' : 'name') ?? '';

function itemOf(kind: ListKind, offered: ListedItem, key: string): Item {
  const title = stringFieldOf(offered, 'title') ?? stringFieldOf(offered['annotations'], 'title');
  const output = kind === 'tool' ? schemaOf(offered['outputSchema']) : undefined;
  return {
    ...{ key, kind, name: stringFieldOf(offered, 'name') ?? idOf(kind, offered) },
    ...defined({ title, description: stringFieldOf(offered, 'description'), uri: uriOf(kind, offered) }),
    ...defined({ icon: iconOf(offered['icons']) }),
    facts: factsOf(kind, offered),
    ...defined({
      input: inputOf(kind, offered),
      output,
      exactOutput: hasExactNumbers(output) ? stringifyExact(output) : undefined,
    }),
    ...(kind === 'tool' && taskSupport(offered) === 'required' && { isTask: true }),
    faults: faultsOf(kind, offered),
  };
}

/** Whether a tool works in a task: `required`, `optional` or `forbidden`. */
const taskSupport = (offered: ListedItem): string | undefined =>
  stringFieldOf(offered['execution'], 'taskSupport');

const uriOf = (kind: ListKind, offered: ListedItem): string | undefined =>
  kind === 'resource' || kind === 'template' ? idOf(kind, offered) : undefined;

function faultsOf(kind: ListKind, offered: ListedItem): Item['faults'] {
  switch (kind) {
    case 'tool':
      return lintTool(offered);
    case 'prompt':
      return lintPrompt(offered);
    default:
      return lintResource(offered);
  }
}

function factsOf(kind: ListKind, offered: ListedItem): Item['facts'] {
  const size = offered['size'];
  const facts: readonly (readonly [string, string | undefined])[] = [
    [l10n.t('URI'), uriOf(kind, offered)],
    [l10n.t('Type'), stringFieldOf(offered, 'mimeType')],
    [l10n.t('Bytes'), typeof size === 'number' ? String(size) : undefined],
    ...iconAddresses(offered['icons']).map((address) => [l10n.t('Icon'), address] as const),
    [l10n.t('Runs as a task'), taskText(taskSupport(offered))],
    ...hints.map(([name, label]): readonly [string, string | undefined] => [
      label(),
      hintText(field(offered['annotations'], name)),
    ]),
  ];
  return facts.flatMap(([label, value]) => (value === undefined ? [] : [{ label, value }]));
}

/** What a tool says of itself (`annotations`); an AI client needn't believe it. */
const hints: readonly (readonly [string, () => string])[] = [
  ['readOnlyHint', () => l10n.t('Read-only')],
  ['destructiveHint', () => l10n.t('Destructive')],
  ['idempotentHint', () => l10n.t('Idempotent')],
  ['openWorldHint', () => l10n.t('Interacts with external systems')],
];

const hintText = (hint: unknown): string | undefined =>
  typeof hint === 'boolean' ? (hint ? l10n.t('yes') : l10n.t('no')) : undefined;

function taskText(support: string | undefined): string | undefined {
  if (support === 'required') return l10n.t('always');
  return support === 'optional' ? l10n.t('if requested') : undefined;
}

/** JSON Schema of what it takes. */
function inputOf(kind: ListKind, offered: ListedItem): unknown {
  switch (kind) {
    case 'tool':
      return toolInput(offered['inputSchema']);
    case 'resource':
      return undefined;
    case 'template':
      return templateSchema(idOf(kind, offered));
    case 'prompt': {
      const args = offered['arguments'];
      return Array.isArray(args) && args.length > 0 ? textsSchema(args) : undefined;
    }
  }
}

/** A schema, or nothing where there is something else. */
const schemaOf = (value: unknown): unknown =>
  isJsonObject(value) || typeof value === 'boolean' ? value : undefined;

/** A tool whose schema can't be read might take any arguments. */
function toolInput(schema: unknown): unknown {
  if (schema === undefined || schema === null) return undefined;
  const readable = schemaOf(schema) ?? { type: 'object', additionalProperties: true };
  return takesNothing(readable) ? undefined : readable;
}

/** An object of which nothing is said. */
function takesNothing(schema: unknown): boolean {
  if (schema === undefined) return true;
  const said = typeof schema === 'object' && schema !== null ? Object.entries(schema) : [['', schema]];
  return said.every(([keyword, value]) => {
    if (keyword === 'type') return value === 'object';
    if (keyword === 'properties') return JSON.stringify(value) === '{}';
    return keyword === '$schema' || (keyword === 'additionalProperties' && value === false);
  });
}

function textsSchema(args: readonly unknown[]): unknown {
  const named = args.flatMap((one) => {
    const name = stringFieldOf(one, 'name');
    return name === undefined ? [] : [{ name, one }];
  });
  return {
    type: 'object',
    properties: Object.fromEntries(
      named.map(({ name, one }) => [
        name,
        {
          type: 'string',
          ...defined({ title: stringFieldOf(one, 'title'), description: stringFieldOf(one, 'description') }),
        },
      ]),
    ),
    required: named.filter(({ one }) => field(one, 'required') === true).map(({ name }) => name),
    additionalProperties: false,
  };
}

/** JSON Schema of the values of a URI template: a variable that is exploded may also be a list or an associative array. */
function templateSchema(template: string): unknown {
  const variables = templateVariables(template);
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

/** The names of the variables of a URI template, each once. */
export function variablesOf(template: string): readonly string[] {
  return templateVariables(template).map(({ name }) => name);
}

/** The values of the variables of a template. An empty one is left out, with the name that an operator puts before it. */
function templateValues(
  template: string,
  args: Readonly<Record<string, unknown>>,
): Readonly<Record<string, TemplateValue>> {
  const values = variablesOf(template).flatMap((name): [string, TemplateValue][] => {
    const value = Object.hasOwn(args, name) ? args[name] : undefined;
    if (typeof value === 'string') return value === '' ? [] : [[name, value]];
    if (Array.isArray(value)) return [[name, stringItems(value)]];
    if (!isJsonObject(value)) return [];
    const entries = Object.entries(value).filter(
      (one): one is [string, string] => typeof one[1] === 'string',
    );
    return [[name, Object.fromEntries(entries)]];
  });
  return Object.fromEntries(values);
}

/** What is sent for an item with these arguments. */
export function callOf(
  { kind, name, uri = '', isTask = false }: Pick<Item, 'kind' | 'name' | 'uri' | 'isTask'>,
  args: Readonly<Record<string, unknown>>,
  expand: (template: string, values: Readonly<Record<string, TemplateValue>>) => string,
): McpCall {
  const texts = (): Record<string, string> =>
    Object.fromEntries(
      Object.entries(args).flatMap(([at, value]) => (typeof value === 'string' ? [[at, value]] : [])),
    );
  switch (kind) {
    case 'tool':
      return { kind, name, args, ...(isTask && { isTask }) };
    case 'prompt':
      return { kind, name, args: texts() };
    case 'resource':
      return { kind, uri };
    case 'template':
      return { kind: 'resource', uri: expand(uri, templateValues(uri, args)) };
  }
}
