import * as l10n from '@vscode/l10n';
import type { LintRule } from './lintIssue.ts';

/** What a tool says of itself, without its schemas. */
export const toolRules = {
  'tool-not-object': {
    severity: 'error',
    message: () => l10n.t("The tool isn't a JSON object."),
    why: () => l10n.t('Clients that use an MCP SDK reject the whole list of tools.'),
  },
  'name-missing': {
    severity: 'error',
    message: () => l10n.t('The tool has no name.'),
    why: () => l10n.t('MCP requires a name. Clients that use an MCP SDK reject the whole list of tools.'),
  },
  'name-long': {
    severity: 'error',
    message: (name = '', length = '') =>
      l10n.t('The name "{0}" has {1} characters, more than 64.', name, length),
    why: () =>
      l10n.t(
        "OpenAI, Claude Desktop, and Gemini accept names with up to 64 characters. If a name is longer, they reject the whole request, so none of the server's tools work.",
      ),
  },
  'name-long-with-server': {
    severity: 'warning',
    message: (name = '', length = '') =>
      l10n.t(
        'The name "{0}" has {1} characters, which leaves little room for the server name.',
        name,
        length,
      ),
    why: () =>
      l10n.t(
        'Cursor filters out tools if the server name and the tool name together have 60 characters or more. Claude Code adds "mcp__", the server name, and "__" before the tool name.',
      ),
  },
  'name-characters': {
    severity: 'error',
    message: (name = '', characters = '') =>
      l10n.t(
        'The name "{0}" contains characters other than letters, digits, "_", and "-": {1}',
        name,
        characters,
      ),
    why: () =>
      l10n.t(
        "OpenAI and Claude reject the whole request, so none of the server's tools work. Visual Studio Code reports such a name as invalid.",
      ),
  },
  'name-dot': {
    severity: 'warning',
    message: (name = '') => l10n.t('The name "{0}" contains "." or "/".', name),
    why: () =>
      l10n.t(
        'MCP accepts dots, but OpenAI, Claude Desktop, and Windsurf accept only letters, digits, "_", and "-". If a client doesn\'t rename the tool, none of the server\'s tools work.',
      ),
  },
  'name-start': {
    severity: 'warning',
    message: (name = '') => l10n.t('The name "{0}" doesn\'t start with a letter or "_".', name),
    why: () => l10n.t('Gemini on Vertex AI requires a name that starts with a letter or "_".'),
  },
  'title-missing': {
    severity: 'info',
    message: () => l10n.t('The tool has no title.'),
    why: () =>
      l10n.t(
        "Without a title, clients show the name to users. Claude's connectors directory requires a title.",
      ),
  },
  'description-missing': {
    severity: 'warning',
    message: () => l10n.t('The tool has no description.'),
    why: () => l10n.t('Models choose tools by their descriptions. This affects every client.'),
  },
  'description-long': {
    severity: 'warning',
    message: (length = '') => l10n.t('The description has {0} characters, more than 1,024.', length),
    why: () =>
      l10n.t(
        "OpenAI's Chat Completions API rejects descriptions with more than 1,024 characters. Claude Code truncates descriptions after 2,048 characters.",
      ),
  },
  'text-type': {
    severity: 'error',
    message: (field = '') => l10n.t('"{0}" isn\'t a string.', field),
    why: () => l10n.t('Clients that use an MCP SDK reject the whole list of tools.'),
  },
  'hint-type': {
    severity: 'error',
    message: (hint = '') => l10n.t('"{0}" is neither true nor false.', hint),
    why: () => l10n.t('Clients that use an MCP SDK reject the whole list of tools.'),
  },
  'hints-missing': {
    severity: 'info',
    message: () => l10n.t('The tool sets neither "readOnlyHint" nor "destructiveHint".'),
    why: () =>
      l10n.t(
        "Without these hints, MCP treats a tool as destructive, and clients ask for confirmation before each call. Claude's connectors directory requires hints.",
      ),
  },
  'hints-contradict': {
    severity: 'warning',
    message: (hint = '') => l10n.t('The tool is marked as read-only but also sets "{0}".', hint),
    why: () =>
      l10n.t(
        'In MCP, this hint applies only to tools that write. Depending on which hint a client reads, the client either runs the tool without confirmation or asks for confirmation first.',
      ),
  },
} satisfies Record<string, LintRule>;
