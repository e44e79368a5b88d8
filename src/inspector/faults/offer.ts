import { createLintIssues, type LintFinding, type LintIssue } from '../lint/lintIssue.ts';
import { isJsonObject, type JsonObject } from '../schema/json.ts';
import { isUriTemplate, templateVariables } from '../uriTemplate.ts';
import { offerFields } from '../wire/mcpTypes.ts';
import { iconFindings, iconRules } from './icons.ts';
import { offerRules } from './offerRules.ts';
import { typeFaults } from './typeFaults.ts';

const rules = { ...offerRules, ...iconRules };

type Found = LintFinding<keyof typeof rules>;

/** What clients stumble over in a resource of `resources/list`, or a template of `resources/templates/list`. */
export function faultsOfResource(resource: unknown): readonly LintIssue[] {
  return [...typeFaults(resource, offerFields), ...createLintIssues(rules, ofResource(resource))];
}

/** What clients stumble over in a prompt of `prompts/list`. */
export function faultsOfPrompt(prompt: unknown): readonly LintIssue[] {
  return [...typeFaults(prompt, offerFields), ...createLintIssues(rules, ofPrompt(prompt))];
}

function* ofResource(resource: unknown): Generator<Found> {
  yield* ofTexts(resource, ['mimeType', 'uri', 'uriTemplate']);
  if (!isJsonObject(resource)) return;
  const { uri, uriTemplate, mimeType } = resource;
  if (uri === undefined && uriTemplate === undefined) yield { rule: 'uri-missing' };
  if (typeof uri === 'string' && !URL.canParse(uri))
    yield { rule: 'uri-invalid', path: '/uri', names: [uri] };
  if (typeof uriTemplate === 'string') yield* ofTemplate(uriTemplate);
  if (mimeType === undefined) {
    // Resources of one template may have many.
    if (uriTemplate === undefined) yield { rule: 'mime-type-missing' };
  } else if (typeof mimeType === 'string' && !/^[\w.+-]+\/[\w.+*-]+\s*(?:;|$)/.test(mimeType)) {
    yield { rule: 'mime-type-invalid', path: '/mimeType', names: [mimeType] };
  }
}

function* ofTemplate(template: string): Generator<Found> {
  const path = '/uriTemplate';
  if (!isUriTemplate(template)) yield { rule: 'uri-template-invalid', path, names: [template] };
  else if (templateVariables(template).length === 0) {
    yield { rule: 'uri-template-fixed', path, names: [template] };
  }
}

function* ofPrompt(prompt: unknown): Generator<Found> {
  yield* ofTexts(prompt, []);
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
function* ofTexts(offer: unknown, others: readonly string[]): Generator<Found> {
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
  if (isBlank(offer, 'name')) yield { rule: 'offer-name-missing' };
  if (isBlank(offer, 'title')) yield { rule: 'offer-title-missing' };
  if (isBlank(offer, 'description')) yield { rule: 'offer-description-missing' };
  yield* iconFindings(offer['icons'], '/icons');
}

/** Something that isn't a text is a fault of its own. */
function isBlank(offer: JsonObject, field: string): boolean {
  const text = offer[field];
  return text === undefined || (typeof text === 'string' && text.trim() === '');
}
