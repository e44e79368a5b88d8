import { isJsonObject, type JsonObject } from '../schema/json.ts';
import { isUriTemplate, templateVariables } from '../uriTemplate.ts';
import { listItemFieldTypes } from '../wire/mcpTypes.ts';
import { findIconIssues, iconRules } from './iconIssues.ts';
import { lintFieldTypes } from './lintFieldTypes.ts';
import { createLintIssues, type LintFinding, type LintIssue } from './lintIssue.ts';
import { resourceAndPromptRules } from './resourceAndPromptRules.ts';

const rules = { ...resourceAndPromptRules, ...iconRules };

type ResourceOrPromptFinding = LintFinding<keyof typeof rules>;

/** What clients stumble over in a resource of `resources/list`, or a template of `resources/templates/list`. */
export function lintResource(resource: unknown): readonly LintIssue[] {
  return [
    ...lintFieldTypes(resource, listItemFieldTypes),
    ...createLintIssues(rules, checkResource(resource)),
  ];
}

/** What clients stumble over in a prompt of `prompts/list`. */
export function lintPrompt(prompt: unknown): readonly LintIssue[] {
  return [...lintFieldTypes(prompt, listItemFieldTypes), ...createLintIssues(rules, checkPrompt(prompt))];
}

function* checkResource(resource: unknown): Generator<ResourceOrPromptFinding> {
  yield* checkItemTexts(resource, ['mimeType', 'uri', 'uriTemplate']);
  if (!isJsonObject(resource)) return;
  const { uri, uriTemplate, mimeType } = resource;
  if (uri === undefined && uriTemplate === undefined) yield { rule: 'uri-missing' };
  if (typeof uri === 'string' && !URL.canParse(uri))
    yield { rule: 'uri-invalid', path: '/uri', names: [uri] };
  if (typeof uriTemplate === 'string') yield* checkTemplate(uriTemplate);
  if (mimeType === undefined) {
    // Resources of one template may have many.
    if (uriTemplate === undefined) yield { rule: 'mime-type-missing' };
  } else if (typeof mimeType === 'string' && !/^[\w.+-]+\/[\w.+*-]+\s*(?:;|$)/.test(mimeType)) {
    yield { rule: 'mime-type-invalid', path: '/mimeType', names: [mimeType] };
  }
}

function* checkTemplate(template: string): Generator<ResourceOrPromptFinding> {
  const path = '/uriTemplate';
  if (!isUriTemplate(template)) yield { rule: 'uri-template-invalid', path, names: [template] };
  else if (templateVariables(template).length === 0) {
    yield { rule: 'uri-template-fixed', path, names: [template] };
  }
}

function* checkPrompt(prompt: unknown): Generator<ResourceOrPromptFinding> {
  yield* checkItemTexts(prompt, []);
  if (!isJsonObject(prompt) || prompt['arguments'] === undefined) return;
  const args = prompt['arguments'];
  if (!Array.isArray(args) || !args.every(isJsonObject)) {
    yield { rule: 'arguments-type', path: '/arguments' };
    return;
  }
  const seen = new Set<string>();
  for (const [at, { name, description, required }] of args.entries()) {
    const path = `/arguments/${at}`;
    if (typeof name !== 'string' || name === '') {
      yield { rule: 'argument-name-missing', path };
      continue;
    }
    if (seen.has(name)) yield { rule: 'argument-twice', path, names: [name] };
    seen.add(name);
    if (description === undefined || description === '') {
      yield { rule: 'argument-description-missing', path, names: [name] };
    } else if (typeof description !== 'string') {
      yield { rule: 'offer-text-type', path: `${path}/description`, names: ['description'] };
    }
    if (required !== undefined && typeof required !== 'boolean') {
      yield { rule: 'argument-required-type', path, names: [name] };
    }
  }
}

/** What all of them have, and fields that are texts besides. */
function* checkItemTexts(offer: unknown, others: readonly string[]): Generator<ResourceOrPromptFinding> {
  if (!isJsonObject(offer)) {
    yield { rule: 'offer-not-object' };
    return;
  }
  for (const field of ['name', 'title', 'description', ...others]) {
    const value = offer[field];
    if (value !== undefined && typeof value !== 'string') {
      yield { rule: 'offer-text-type', path: `/${field}`, names: [field] };
    }
  }
  if (isBlankField(offer, 'name')) yield { rule: 'offer-name-missing' };
  if (isBlankField(offer, 'title')) yield { rule: 'offer-title-missing' };
  if (isBlankField(offer, 'description')) yield { rule: 'offer-description-missing' };
  yield* findIconIssues(offer['icons'], '/icons');
}

/** Something that isn't a text is a fault of its own. */
function isBlankField(offer: JsonObject, field: string): boolean {
  const text = offer[field];
  return text === undefined || (typeof text === 'string' && text.trim() === '');
}
