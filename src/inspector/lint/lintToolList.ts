import * as l10n from '@vscode/l10n';
import { canonicalJson } from '../schema/canonicalJson.ts';
import { isJsonObject } from '../schema/json.ts';
import {
  createLintIssues,
  type LintIssue,
  type LintRule,
  type LintViolation,
  runChecks,
} from './lintIssue.ts';

/** Maximum number of tokens for which Claude Code shows no warning. */
const maxTokens = 25_000;

/** The data about all tools of a server that the rules check. */
interface ToolListFacts {
  readonly count: number;
  readonly countByName: ReadonlyMap<string, number>;
  /** Estimated number of tokens of all definitions. */
  readonly tokens: number;
}

interface ToolListRule extends LintRule {
  readonly check: (facts: ToolListFacts) => Iterable<LintViolation>;
}

/** The rules for all tools of a server together. */
export const toolListRules = {
  'name-duplicate': {
    severity: 'error',
    message: (name = '', count = '') => l10n.t('{1} tools have the name "{0}".', name, count),
    reason: () =>
      l10n.t(
        'Claude rejects the whole request with the error "Tool names must be unique", so none of the server\'s tools work. Other clients call only one of the tools with this name.',
      ),
    *check({ countByName }) {
      for (const [name, count] of countByName)
        if (count > 1) yield { messageArguments: [name, String(count)] };
    },
  },
  'name-case': {
    severity: 'warning',
    message: (names = '') => l10n.t('Names that differ only in letter case: {0}', names),
    reason: () =>
      l10n.t(
        'MCP treats these names as different, but models easily confuse them. This affects every client.',
      ),
    *check({ countByName }) {
      const groups = Map.groupBy(countByName.keys(), (name) => name.toLowerCase());
      for (const names of groups.values())
        if (names.length > 1) yield { messageArguments: [names.join(', ')] };
    },
  },
  'tools-over-128': {
    severity: 'error',
    message: (count = '') => l10n.t('The server has {0} tools, more than 128.', count),
    reason: () =>
      l10n.t(
        'GitHub Copilot, for example in Visual Studio Code, accepts up to 128 tools from all servers in one request.',
      ),
    check: ({ count }) => (count > 128 ? [{ messageArguments: [String(count)] }] : []),
  },
  'tools-over-80': {
    severity: 'warning',
    message: (count = '') => l10n.t('The server has {0} tools, more than 80.', count),
    reason: () =>
      l10n.t(
        'Cursor shows a warning if all servers together have more than 80 tools. Windsurf accepts about 50.',
      ),
    check: ({ count }) => (count > 80 && count <= 128 ? [{ messageArguments: [String(count)] }] : []),
  },
  'tools-over-40': {
    severity: 'info',
    message: (count = '') => l10n.t('The server has {0} tools, more than 40.', count),
    reason: () =>
      l10n.t(
        'Older versions of Cursor send only the first 40 tools of all servers to a model. Windsurf accepts about 50.',
      ),
    check: ({ count }) => (count > 40 && count <= 80 ? [{ messageArguments: [String(count)] }] : []),
  },
  'tools-large': {
    severity: 'warning',
    message: (tokens = '') =>
      l10n.t(
        'The tool definitions use about {0} tokens, estimated as a quarter of the number of characters.',
        tokens,
      ),
    reason: () =>
      l10n.t(
        'Claude Code shows a warning above 25,000 tokens. Most clients send all tool definitions with every request.',
      ),
    check: ({ tokens }) => (tokens > maxTokens ? [{ messageArguments: [String(tokens)] }] : []),
  },
} satisfies Record<string, ToolListRule>;

/** Finds the issues of all tools of a server together. `lintTool` finds those of one tool. */
export function lintToolList(tools: readonly unknown[]): readonly LintIssue[] {
  const facts: ToolListFacts = {
    count: tools.length,
    countByName: countNames(tools),
    tokens: estimateTokens(tools),
  };
  const findings = runChecks<keyof typeof toolListRules, ToolListRule>(toolListRules, ({ check }) =>
    check(facts),
  );
  return createLintIssues(toolListRules, findings);
}

/** Estimates the number of tokens that the definitions of tools take in a request, at four characters for each token. */
export function estimateTokens(tools: readonly unknown[]): number {
  return Math.ceil(tools.reduce<number>((sum, tool) => sum + getModelText(tool).length, 0) / 4);
}

/** Returns the part of a definition that clients send to a model. */
function getModelText(tool: unknown): string {
  if (!isJsonObject(tool)) return '';
  const { name, description, inputSchema } = tool;
  return canonicalJson({ name, description, inputSchema });
}

function countNames(tools: readonly unknown[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const tool of tools) {
    const name = isJsonObject(tool) ? tool['name'] : undefined;
    if (typeof name === 'string' && name !== '') counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}
