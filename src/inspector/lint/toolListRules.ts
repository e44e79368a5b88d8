import * as l10n from '@vscode/l10n';
import type { LintRule } from './lintIssue.ts';

/** What is wrong with all tools of a server together. */
export const toolListRules = {
  'name-twice': {
    severity: 'error',
    message: (name = '', count = '') => l10n.t('{1} tools have the name "{0}".', name, count),
    why: () =>
      l10n.t(
        'Claude rejects the whole request with the error "Tool names must be unique", so none of the server\'s tools work. Other clients call only one of the tools with this name.',
      ),
  },
  'name-case': {
    severity: 'warning',
    message: (names = '') => l10n.t('Names that differ only in letter case: {0}', names),
    why: () =>
      l10n.t(
        'MCP treats these names as different, but models easily confuse them. This affects every client.',
      ),
  },
  'tools-over-128': {
    severity: 'error',
    message: (count = '') => l10n.t('The server has {0} tools, more than 128.', count),
    why: () =>
      l10n.t(
        'GitHub Copilot, for example in Visual Studio Code, accepts up to 128 tools from all servers in one request.',
      ),
  },
  'tools-over-80': {
    severity: 'warning',
    message: (count = '') => l10n.t('The server has {0} tools, more than 80.', count),
    why: () =>
      l10n.t(
        'Cursor shows a warning if all servers together have more than 80 tools. Windsurf accepts about 50.',
      ),
  },
  'tools-over-40': {
    severity: 'info',
    message: (count = '') => l10n.t('The server has {0} tools, more than 40.', count),
    why: () =>
      l10n.t(
        'Older versions of Cursor send only the first 40 tools of all servers to a model. Windsurf accepts about 50.',
      ),
  },
  'tools-large': {
    severity: 'warning',
    message: (tokens = '') =>
      l10n.t(
        'The tool definitions use about {0} tokens, estimated as a quarter of the number of characters.',
        tokens,
      ),
    why: () =>
      l10n.t(
        'Claude Code shows a warning above 25,000 tokens. Most clients send all tool definitions with every request.',
      ),
  },
} satisfies Record<string, LintRule>;
