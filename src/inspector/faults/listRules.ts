import * as l10n from '@vscode/l10n';
import type { Rule } from './fault.ts';

/** What is wrong with all tools of a server together. */
export const listRules = {
  'name-twice': {
    severity: 'error',
    message: (name = '', count = '') => l10n.t('{1} tools have the name "{0}".', name, count),
    why: () =>
      l10n.t(
        'Claude rejects the request with all of its tools: "Tool names must be unique". Other clients call one of them.',
      ),
  },
  'name-case': {
    severity: 'warning',
    message: (names = '') => l10n.t('Names that differ in upper and lower case only: {0}', names),
    why: () => l10n.t('MCP tells them apart. A model mixes them up easily, in every client.'),
  },
  'tools-over-128': {
    severity: 'error',
    message: (count = '') => l10n.t('The server has {0} tools, more than 128.', count),
    why: () =>
      l10n.t('GitHub Copilot, as in Visual Studio Code, accepts 128 tools of all servers in a request.'),
  },
  'tools-over-80': {
    severity: 'warning',
    message: (count = '') => l10n.t('The server has {0} tools, more than 80.', count),
    why: () =>
      l10n.t('Cursor warns where all servers together have more than 80. Windsurf accepts about 50.'),
  },
  'tools-over-40': {
    severity: 'info',
    message: (count = '') => l10n.t('The server has {0} tools, more than 40.', count),
    why: () =>
      l10n.t(
        'Older versions of Cursor give the first 40 tools of all servers to a model. Windsurf accepts about 50.',
      ),
  },
  'tools-large': {
    severity: 'warning',
    message: (tokens = '') =>
      l10n.t(
        'The definitions of the tools take about {0} tokens, estimated as a quarter of their characters.',
        tokens,
      ),
    why: () =>
      l10n.t('Claude Code warns above 25,000 tokens. Most clients send all of them with each request.'),
  },
} satisfies Record<string, Rule>;
