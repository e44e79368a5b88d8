import * as l10n from '@vscode/l10n';
import type { Rule } from './fault.ts';

/** What a tool says of itself, without its schemas. */
export const toolRules = {
  'tool-not-object': {
    severity: 'error',
    message: () => l10n.t("This is no tool: it isn't a JSON object."),
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
        'OpenAI, Claude Desktop and Gemini accept 64 characters. They reject the request with all of its tools, not only this one.',
      ),
  },
  'name-long-with-server': {
    severity: 'warning',
    message: (name = '', length = '') =>
      l10n.t(
        'The name "{0}" has {1} characters, which leaves little for the name of the server.',
        name,
        length,
      ),
    why: () =>
      l10n.t(
        'Cursor filters out tools whose server name and tool name together have 60 characters or more. Claude Code puts "mcp__", the server name and "__" in front.',
      ),
  },
  'name-characters': {
    severity: 'error',
    message: (name = '', characters = '') =>
      l10n.t('The name "{0}" has characters other than letters, digits, "_" and "-": {1}', name, characters),
    why: () =>
      l10n.t(
        'OpenAI and Claude reject the request with all of its tools. Visual Studio Code calls such a name invalid.',
      ),
  },
  'name-dot': {
    severity: 'warning',
    message: (name = '') => l10n.t('The name "{0}" has "." or "/" in it.', name),
    why: () =>
      l10n.t(
        'MCP accepts dots, but OpenAI, Claude Desktop and Windsurf accept letters, digits, "_" and "-" only. A client that doesn\'t rename the tool fails with all of its tools.',
      ),
  },
  'name-start': {
    severity: 'warning',
    message: (name = '') => l10n.t('The name "{0}" doesn\'t start with a letter or "_".', name),
    why: () => l10n.t('Gemini on Vertex AI requires it.'),
  },
  'title-missing': {
    severity: 'info',
    message: () => l10n.t('The tool has no title.'),
    why: () =>
      l10n.t("Clients show its name to people instead. Claude's connectors directory requires a title."),
  },
  'description-missing': {
    severity: 'warning',
    message: () => l10n.t('The tool has no description.'),
    why: () => l10n.t('A model chooses a tool by its description, in every client.'),
  },
  'description-long': {
    severity: 'warning',
    message: (length = '') => l10n.t('The description has {0} characters, more than 1,024.', length),
    why: () =>
      l10n.t(
        "OpenAI's chat completions reject more than 1,024 characters. Claude Code cuts descriptions off after 2,048.",
      ),
  },
  'text-type': {
    severity: 'error',
    message: (field = '') => l10n.t('"{0}" isn\'t a text.', field),
    why: () => l10n.t('Clients that use an MCP SDK reject the whole list of tools.'),
  },
  'hint-type': {
    severity: 'error',
    message: (hint = '') => l10n.t('"{0}" is neither true nor false.', hint),
    why: () => l10n.t('Clients that use an MCP SDK reject the whole list of tools.'),
  },
  'hints-missing': {
    severity: 'info',
    message: () => l10n.t('The tool says neither that it only reads, nor that it may destroy something.'),
    why: () =>
      l10n.t(
        "Without hints, MCP takes a tool for one that may destroy something, and clients ask before each call. Claude's connectors directory requires hints.",
      ),
  },
  'hints-contradict': {
    severity: 'warning',
    message: (hint = '') => l10n.t('The tool only reads, and has "{0}" as well.', hint),
    why: () =>
      l10n.t(
        'In MCP, this hint means something only for tools that write. A client that looks at one hint runs the tool without asking, another asks.',
      ),
  },
} satisfies Record<string, Rule>;
