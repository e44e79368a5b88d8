import { canonicalJson, isJsonObject } from '../schema/json.ts';
import { createLintIssues, type LintFinding, type LintIssue } from './lintIssue.ts';
import { toolListRules } from './toolListRules.ts';

type ToolListFinding = LintFinding<keyof typeof toolListRules>;

const maxTokens = 25_000;

/** What clients stumble over in all tools of a server together. Of each tool: `faultsOfTool`. */
export function lintToolList(tools: readonly unknown[]): readonly LintIssue[] {
  return createLintIssues(toolListRules, checkToolList(tools));
}

/** What the definitions of tools take in a request, roughly: a token has about four characters. */
export function estimateTokens(tools: readonly unknown[]): number {
  return Math.ceil(tools.reduce<number>((sum, tool) => sum + getModelText(tool).length, 0) / 4);
}

/** Clients send a model the name, the description and the input schema. */
function getModelText(tool: unknown): string {
  if (!isJsonObject(tool)) return '';
  const { name, description, inputSchema } = tool;
  return canonicalJson({ name, description, inputSchema });
}

function* checkToolList(tools: readonly unknown[]): Generator<ToolListFinding> {
  yield* checkNames(tools);
  const count = tools.length;
  if (count > 128) yield { rule: 'tools-over-128', names: [String(count)] };
  else if (count > 80) yield { rule: 'tools-over-80', names: [String(count)] };
  else if (count > 40) yield { rule: 'tools-over-40', names: [String(count)] };
  const tokens = estimateTokens(tools);
  if (tokens > maxTokens) yield { rule: 'tools-large', names: [String(tokens)] };
}

function* checkNames(tools: readonly unknown[]): Generator<ToolListFinding> {
  const counts = new Map<string, number>();
  for (const tool of tools) {
    const name = isJsonObject(tool) ? tool['name'] : undefined;
    if (typeof name === 'string' && name !== '') counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  for (const [name, count] of counts)
    if (count > 1) yield { rule: 'name-twice', names: [name, String(count)] };
  const sameIgnoringCase = Map.groupBy(counts.keys(), (name) => name.toLowerCase());
  for (const names of sameIgnoringCase.values())
    if (names.length > 1) yield { rule: 'name-case', names: [names.join(', ')] };
}
