import { isJsonObject, type JsonObject } from '../schema/json.ts';
import { toolFieldTypes } from '../wire/mcpTypes.ts';
import { findIconIssues, iconRules } from './iconIssues.ts';
import { lintFieldTypes } from './lintFieldTypes.ts';
import { createLintIssues, type LintFinding, type LintIssue } from './lintIssue.ts';
import { findModelIssues } from './modelIssues.ts';
import { modelRules } from './modelRules.ts';
import { findSchemaIssues } from './schemaIssues.ts';
import { schemaRules } from './schemaRules.ts';
import { toolRules } from './toolRules.ts';

const rules = { ...toolRules, ...schemaRules, ...modelRules, ...iconRules };

/** Names of which less than 20 characters are left in Cursor, where the name of the server comes first. */
const maxLengthWithServerName = 40;

const hintNames = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const;

/** What clients stumble over in a tool, as `tools/list` has it. */
export function lintTool(tool: unknown): readonly LintIssue[] {
  return [...lintFieldTypes(tool, toolFieldTypes), ...createLintIssues(rules, checkTool(tool))];
}

function* checkTool(tool: unknown): Generator<LintFinding<keyof typeof rules>> {
  if (!isJsonObject(tool)) {
    yield { rule: 'tool-not-object' };
    return;
  }
  yield* checkName(tool['name']);
  yield* checkTexts(tool);
  yield* checkHints(tool['annotations']);
  yield* findIconIssues(tool['icons'], '/icons');
  const input = tool['inputSchema'];
  if (input === undefined || input === null) yield { rule: 'input-schema-missing' };
  else {
    yield* findSchemaIssues(input, '/inputSchema');
    yield* findModelIssues(input, '/inputSchema');
  }
  // No model sees it: only what is wrong for all is wrong here.
  if (tool['outputSchema'] !== undefined) yield* findSchemaIssues(tool['outputSchema'], '/outputSchema');
}

function* checkName(name: unknown): Generator<LintFinding<keyof typeof toolRules>> {
  const path = '/name';
  if (typeof name !== 'string' || name === '') {
    yield { rule: name === undefined || name === '' ? 'name-missing' : 'text-type', path, names: ['name'] };
    return;
  }
  if (name.length > 64) yield { rule: 'name-long', path, names: [name, String(name.length)] };
  else if (name.length > maxLengthWithServerName) {
    yield { rule: 'name-long-with-server', path, names: [name, String(name.length)] };
  }
  const invalidCharacters = [...new Set(name.match(/[^\w.\-/]/gu))].map((character) =>
    JSON.stringify(character),
  );
  if (invalidCharacters.length > 0)
    yield { rule: 'name-characters', path, names: [name, invalidCharacters.join(', ')] };
  if (/[./]/.test(name)) yield { rule: 'name-dot', path, names: [name] };
  if (/^[\d.\-/]/.test(name)) yield { rule: 'name-start', path, names: [name] };
}

function* checkTexts(tool: JsonObject): Generator<LintFinding<keyof typeof toolRules>> {
  const { title, description, annotations } = tool;
  for (const [field, value] of Object.entries({ title, description })) {
    if (value !== undefined && typeof value !== 'string') {
      yield { rule: 'text-type', path: `/${field}`, names: [field] };
    }
  }
  if (isBlankString(title) && isBlankString(isJsonObject(annotations) ? annotations['title'] : undefined)) {
    yield { rule: 'title-missing' };
  }
  if (isBlankString(description)) yield { rule: 'description-missing' };
  else if (typeof description === 'string' && description.length > 1024) {
    yield { rule: 'description-long', path: '/description', names: [String(description.length)] };
  }
}

/** Something that isn't a text is a fault of its own. */
function isBlankString(text: unknown): boolean {
  return text === undefined || (typeof text === 'string' && text.trim() === '');
}

function* checkHints(annotations: unknown): Generator<LintFinding<keyof typeof toolRules>> {
  const fields = isJsonObject(annotations) ? annotations : {};
  for (const hint of hintNames) {
    const value = fields[hint];
    if (value !== undefined && typeof value !== 'boolean') {
      yield { rule: 'hint-type', path: `/annotations/${hint}`, names: [hint] };
    }
  }
  if (fields['readOnlyHint'] === undefined && fields['destructiveHint'] === undefined)
    yield { rule: 'hints-missing' };
  if (fields['readOnlyHint'] === true && fields['destructiveHint'] === true) {
    yield { rule: 'hints-contradict', path: '/annotations/destructiveHint', names: ['destructiveHint'] };
  }
}
