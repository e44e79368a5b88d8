import * as l10n from '@vscode/l10n';
import { isJsonObject, type JsonObject } from '../schema/json.ts';
import { toolFieldTypes } from '../wire/mcpTypes.ts';
import { findIconIssues, iconRules } from './iconIssues.ts';
import { lintFieldTypes } from './lintFieldTypes.ts';
import {
  createLintIssues,
  isBlank,
  type LintFinding,
  type LintIssue,
  type LintRule,
  type LintViolation,
  runChecks,
  violationIf,
} from './lintIssue.ts';
import { findModelIssues, modelRules } from './modelIssues.ts';
import { findSchemaIssues, schemaRules } from './schemaIssues.ts';

/** Maximum length of a name that OpenAI, Claude Desktop, and Gemini accept. */
const maxNameLength = 64;
/** Maximum length of a name that leaves about 20 characters for the server name. Cursor accepts fewer than 60 for both together. */
const maxLengthWithServerName = 40;

interface ToolRule extends LintRule {
  readonly check?: (tool: JsonObject) => Iterable<LintViolation>;
}

/** The rules for the fields of a tool, without its schemas and icons. */
export const toolRules = {
  'tool-not-object': {
    severity: 'error',
    message: () => l10n.t("The tool isn't a JSON object."),
    reason: () => l10n.t('Clients that use an MCP SDK reject the whole list of tools.'),
  },
  'name-missing': {
    severity: 'error',
    message: () => l10n.t('The tool has no name.'),
    reason: () => l10n.t('MCP requires a name. Clients that use an MCP SDK reject the whole list of tools.'),
    check: ({ name }) => (name === undefined || name === '' ? [{ path: '/name' }] : []),
  },
  'name-long': {
    severity: 'error',
    message: (name = '', length = '') =>
      l10n.t('The name "{0}" has {1} characters, more than 64.', name, length),
    reason: () =>
      l10n.t(
        "OpenAI, Claude Desktop, and Gemini accept names with up to 64 characters. If a name is longer, they reject the whole request, so none of the server's tools work.",
      ),
    check: ({ name }) => (isNonEmpty(name) && name.length > maxNameLength ? [nameAndLength(name)] : []),
  },
  'name-long-with-server': {
    severity: 'warning',
    message: (name = '', length = '') =>
      l10n.t(
        'The name "{0}" has {1} characters, which leaves little room for the server name.',
        name,
        length,
      ),
    reason: () =>
      l10n.t(
        'Cursor filters out tools if the server name and the tool name together have 60 characters or more. Claude Code adds "mcp__", the server name, and "__" before the tool name.',
      ),
    check: ({ name }) =>
      isNonEmpty(name) && name.length > maxLengthWithServerName && name.length <= maxNameLength
        ? [nameAndLength(name)]
        : [],
  },
  'name-characters': {
    severity: 'error',
    message: (name = '', characters = '') =>
      l10n.t(
        'The name "{0}" contains characters other than letters, digits, "_", and "-": {1}',
        name,
        characters,
      ),
    reason: () =>
      l10n.t(
        "OpenAI and Claude reject the whole request, so none of the server's tools work. Visual Studio Code reports such a name as invalid.",
      ),
    check({ name }) {
      // `name-dot` reports dots and slashes.
      const invalidCharacters = isNonEmpty(name) ? [...new Set(name.match(/[^\w.\-/]/gu))] : [];
      if (!isNonEmpty(name) || invalidCharacters.length === 0) return [];
      const characterList = invalidCharacters.map((character) => JSON.stringify(character)).join(', ');
      return [{ path: '/name', messageArguments: [name, characterList] }];
    },
  },
  'name-dot': {
    severity: 'warning',
    message: (name = '') => l10n.t('The name "{0}" contains "." or "/".', name),
    reason: () =>
      l10n.t(
        'MCP accepts dots, but OpenAI, Claude Desktop, and Windsurf accept only letters, digits, "_", and "-". If a client doesn\'t rename the tool, none of the server\'s tools work.',
      ),
    check: ({ name }) =>
      isNonEmpty(name) && /[./]/.test(name) ? [{ path: '/name', messageArguments: [name] }] : [],
  },
  'name-start': {
    severity: 'warning',
    message: (name = '') => l10n.t('The name "{0}" doesn\'t start with a letter or "_".', name),
    reason: () => l10n.t('Gemini on Vertex AI requires a name that starts with a letter or "_".'),
    check: ({ name }) =>
      isNonEmpty(name) && /^[\d.\-/]/.test(name) ? [{ path: '/name', messageArguments: [name] }] : [],
  },
  'string-type': {
    severity: 'error',
    message: (field = '') => l10n.t('"{0}" isn\'t a string.', field),
    reason: () => l10n.t('Clients that use an MCP SDK reject the whole list of tools.'),
    check: (tool) =>
      ['name', 'title', 'description']
        .filter((field) => tool[field] !== undefined && typeof tool[field] !== 'string')
        .map((field) => ({ path: `/${field}`, messageArguments: [field] })),
  },
  'title-missing': {
    severity: 'info',
    message: () => l10n.t('The tool has no title.'),
    reason: () =>
      l10n.t(
        "Without a title, clients show the name to users. Claude's connectors directory requires a title.",
      ),
    check: ({ title, annotations }) =>
      violationIf(isBlank(title) && isBlank(isJsonObject(annotations) ? annotations['title'] : undefined)),
  },
  'description-missing': {
    severity: 'warning',
    message: () => l10n.t('The tool has no description.'),
    reason: () => l10n.t('Models choose tools by their descriptions. This affects every client.'),
    check: ({ description }) => violationIf(isBlank(description)),
  },
  'description-long': {
    severity: 'warning',
    message: (length = '') => l10n.t('The description has {0} characters, more than 1,024.', length),
    reason: () =>
      l10n.t(
        "OpenAI's Chat Completions API rejects descriptions with more than 1,024 characters. Claude Code truncates descriptions after 2,048 characters.",
      ),
    check: ({ description }) =>
      typeof description === 'string' && !isBlank(description) && description.length > 1024
        ? [{ path: '/description', messageArguments: [String(description.length)] }]
        : [],
  },
  'hint-type': {
    severity: 'error',
    message: (hint = '') => l10n.t('"{0}" is neither true nor false.', hint),
    reason: () => l10n.t('Clients that use an MCP SDK reject the whole list of tools.'),
    check: ({ annotations }) =>
      Object.entries(getHints(annotations))
        .filter(([, value]) => value !== undefined && typeof value !== 'boolean')
        .map(([hint]) => ({ path: `/annotations/${hint}`, messageArguments: [hint] })),
  },
  'hints-missing': {
    severity: 'info',
    message: () => l10n.t('The tool sets neither "readOnlyHint" nor "destructiveHint".'),
    reason: () =>
      l10n.t(
        "Without these hints, MCP treats a tool as destructive, and clients ask for confirmation before each call. Claude's connectors directory requires hints.",
      ),
    check({ annotations }) {
      const { readOnlyHint, destructiveHint } = getHints(annotations);
      return violationIf(readOnlyHint === undefined && destructiveHint === undefined);
    },
  },
  'hints-contradict': {
    severity: 'warning',
    message: (hint = '') => l10n.t('The tool is marked as read-only but also sets "{0}".', hint),
    reason: () =>
      l10n.t(
        'In MCP, this hint applies only to tools that write. Depending on which hint a client reads, the client either runs the tool without confirmation or asks for confirmation first.',
      ),
    check({ annotations }) {
      const { readOnlyHint, destructiveHint } = getHints(annotations);
      if (readOnlyHint !== true || destructiveHint !== true) return [];
      return [{ path: '/annotations/destructiveHint', messageArguments: ['destructiveHint'] }];
    },
  },
} satisfies Record<string, ToolRule>;

const rules = { ...toolRules, ...schemaRules, ...modelRules, ...iconRules };

/** Finds the issues of a tool from a response to `tools/list`. */
export function lintTool(tool: unknown): readonly LintIssue[] {
  return [...lintFieldTypes(tool, toolFieldTypes), ...createLintIssues(rules, checkTool(tool))];
}

function* checkTool(tool: unknown): Generator<LintFinding<keyof typeof rules>> {
  if (!isJsonObject(tool)) {
    yield { rule: 'tool-not-object' };
    return;
  }
  yield* runChecks<keyof typeof toolRules, ToolRule>(toolRules, ({ check }) => check?.(tool));
  yield* findIconIssues(tool['icons'], '/icons');
  const { inputSchema, outputSchema } = tool;
  if (inputSchema === undefined || inputSchema === null) yield { rule: 'input-schema-missing' };
  else {
    yield* findSchemaIssues(inputSchema, '/inputSchema');
    yield* findModelIssues(inputSchema, '/inputSchema');
  }
  // Clients don't send output schemas to models.
  if (outputSchema !== undefined) yield* findSchemaIssues(outputSchema, '/outputSchema');
}

function isNonEmpty(name: unknown): name is string {
  return typeof name === 'string' && name !== '';
}

function nameAndLength(name: string): LintViolation {
  return { path: '/name', messageArguments: [name, String(name.length)] };
}

function getHints(annotations: unknown): Readonly<Record<string, unknown>> {
  const hints = isJsonObject(annotations) ? annotations : {};
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = hints;
  return { readOnlyHint, destructiveHint, idempotentHint, openWorldHint };
}
