import * as l10n from '@vscode/l10n';
import { isJsonObject, type JsonObject } from '../schema/json.ts';
import { isUriTemplate, parseTemplateVariables } from '../uriTemplate.ts';
import { listItemFieldTypes } from '../wire/mcpTypes.ts';
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

/** The fields of all items that must be strings. */
const stringFields = ['name', 'title', 'description'];
/** The fields of a resource or a resource template that must be strings. */
const resourceStringFields = [...stringFields, 'mimeType', 'uri', 'uriTemplate'];

interface PromptArgument {
  /** JSON Pointer into the prompt. */
  readonly path: string;
  /** `undefined` if the name is missing, empty, or not a string. */
  readonly name: string | undefined;
  /** Whether an earlier argument has the same name. */
  readonly isDuplicate: boolean;
  readonly description: unknown;
  readonly required: unknown;
}

interface ResourceOrPromptRule extends LintRule {
  /** Checks a resource, a resource template, or a prompt. */
  readonly checkItem?: (
    item: JsonObject,
    options: { readonly stringFields: readonly string[] },
  ) => Iterable<LintViolation>;
  /** Checks a resource or a resource template. */
  readonly checkResource?: (resource: JsonObject) => Iterable<LintViolation>;
  readonly checkArgument?: (argument: PromptArgument) => Iterable<LintViolation>;
}

const explainListRejection = () => l10n.t('Clients that use an MCP SDK reject the whole list.');

/** The rules for resources, resource templates, and prompts, without their icons. */
export const resourceAndPromptRules = {
  'item-not-object': {
    severity: 'error',
    message: () => l10n.t("The item isn't a JSON object."),
    reason: explainListRejection,
  },
  'item-name-missing': {
    severity: 'error',
    message: () => l10n.t('The name is missing.'),
    reason: explainListRejection,
    checkItem: ({ name }) => violationIf(isBlank(name)),
  },
  'item-title-missing': {
    severity: 'info',
    message: () => l10n.t('The title is missing.'),
    reason: () => l10n.t('Without a title, clients show the name to users.'),
    checkItem: ({ title }) => violationIf(isBlank(title)),
  },
  'item-description-missing': {
    severity: 'info',
    message: () => l10n.t('The description is missing.'),
    reason: () =>
      l10n.t('Without a description, users and models must guess the purpose. This affects every client.'),
    checkItem: ({ description }) => violationIf(isBlank(description)),
  },
  'item-string-type': {
    severity: 'error',
    message: (field = '') => l10n.t('"{0}" isn\'t a string.', field),
    reason: explainListRejection,
    checkItem: (item, { stringFields }) =>
      stringFields
        .filter((field) => item[field] !== undefined && typeof item[field] !== 'string')
        .map((field) => ({ path: `/${field}`, messageArguments: [field] })),
    checkArgument: ({ path, name, description }) =>
      name === undefined || description === undefined || typeof description === 'string'
        ? []
        : [{ path: `${path}/description`, messageArguments: ['description'] }],
  },
  'uri-missing': {
    severity: 'error',
    message: () => l10n.t('The resource has no URI.'),
    reason: explainListRejection,
    checkResource: ({ uri, uriTemplate }) => violationIf(uri === undefined && uriTemplate === undefined),
  },
  'uri-invalid': {
    severity: 'warning',
    message: (uri = '') => l10n.t('"{0}" isn\'t a valid URI with a scheme.', uri),
    reason: () =>
      l10n.t(
        'MCP identifies resources by URI. Older versions of the MCP SDK for Python reject the whole list.',
      ),
    checkResource: ({ uri }) =>
      typeof uri === 'string' && !URL.canParse(uri) ? [{ path: '/uri', messageArguments: [uri] }] : [],
  },
  'uri-template-invalid': {
    severity: 'warning',
    message: (template = '') => l10n.t('"{0}" isn\'t a valid URI template.', template),
    reason: () =>
      l10n.t("MCP uses URI templates as defined in RFC 6570. Clients can't fill in an invalid template."),
    checkResource: ({ uriTemplate: template }) =>
      typeof template === 'string' && !isUriTemplate(template)
        ? [{ path: '/uriTemplate', messageArguments: [template] }]
        : [],
  },
  'uri-template-fixed': {
    severity: 'info',
    message: (template = '') => l10n.t('The template "{0}" has no variables to fill in.', template),
    reason: () =>
      l10n.t(
        'Clients prompt for values even though the template has no variables. Use a resource instead of a template.',
      ),
    checkResource: ({ uriTemplate: template }) =>
      typeof template === 'string' && isUriTemplate(template) && parseTemplateVariables(template).length === 0
        ? [{ path: '/uriTemplate', messageArguments: [template] }]
        : [],
  },
  'mime-type-missing': {
    severity: 'info',
    message: () => l10n.t('The MIME type is missing.'),
    reason: () =>
      l10n.t(
        'Without a MIME type, a client must read the resource to find out whether the resource can be shown.',
      ),
    // The resources of a template can have different types.
    checkResource: ({ mimeType, uriTemplate }) =>
      violationIf(mimeType === undefined && uriTemplate === undefined),
  },
  'mime-type-invalid': {
    severity: 'warning',
    message: (type = '') => l10n.t('"{0}" isn\'t a MIME type.', type),
    reason: () =>
      l10n.t(
        "A client that uses the MIME type to decide how to show a resource can't handle an invalid type.",
      ),
    checkResource: ({ mimeType }) =>
      typeof mimeType === 'string' && !/^[\w.+-]+\/[\w.+*-]+\s*(?:;|$)/.test(mimeType)
        ? [{ path: '/mimeType', messageArguments: [mimeType] }]
        : [],
  },
  'arguments-type': {
    severity: 'error',
    message: () => l10n.t("The arguments aren't a list of objects."),
    reason: explainListRejection,
  },
  'argument-name-missing': {
    severity: 'error',
    message: () => l10n.t('An argument has no name.'),
    reason: explainListRejection,
    checkArgument: ({ path, name }) => (name === undefined ? [{ path }] : []),
  },
  'argument-duplicate': {
    severity: 'error',
    message: (name = '') => l10n.t('More than one argument has the name "{0}".', name),
    reason: () => l10n.t('Arguments are sent by name, so only one argument with this name can have a value.'),
    checkArgument: ({ path, name, isDuplicate }) =>
      name !== undefined && isDuplicate ? [{ path, messageArguments: [name] }] : [],
  },
  'argument-description-missing': {
    severity: 'info',
    message: (name = '') => l10n.t('The argument "{0}" has no description.', name),
    reason: () =>
      l10n.t("Clients show an argument's name and description when they prompt users for the argument."),
    checkArgument: ({ path, name, description }) =>
      name !== undefined && (description === undefined || description === '')
        ? [{ path, messageArguments: [name] }]
        : [],
  },
  'argument-required-type': {
    severity: 'error',
    message: (name = '') => l10n.t('"required" is neither true nor false for the argument "{0}".', name),
    reason: explainListRejection,
    checkArgument: ({ path, name, required }) =>
      name === undefined || required === undefined || typeof required === 'boolean'
        ? []
        : [{ path, messageArguments: [name] }],
  },
} satisfies Record<string, ResourceOrPromptRule>;

const rules = { ...resourceAndPromptRules, ...iconRules };

type ResourceOrPromptFinding = LintFinding<keyof typeof rules>;

/** Finds the issues of an item from a response to `resources/list` or `resources/templates/list`. */
export function lintResource(resource: unknown): readonly LintIssue[] {
  return [
    ...lintFieldTypes(resource, listItemFieldTypes),
    ...createLintIssues(rules, checkResource(resource)),
  ];
}

/** Finds the issues of an item from a response to `prompts/list`. */
export function lintPrompt(prompt: unknown): readonly LintIssue[] {
  return [...lintFieldTypes(prompt, listItemFieldTypes), ...createLintIssues(rules, checkPrompt(prompt))];
}

function* checkResource(resource: unknown): Generator<ResourceOrPromptFinding> {
  yield* checkItem(resource, resourceStringFields);
  if (isJsonObject(resource)) yield* checkRules((rule) => rule.checkResource?.(resource));
}

function* checkPrompt(prompt: unknown): Generator<ResourceOrPromptFinding> {
  yield* checkItem(prompt, stringFields);
  if (!isJsonObject(prompt) || prompt['arguments'] === undefined) return;
  const args = prompt['arguments'];
  if (!Array.isArray(args) || !args.every(isJsonObject)) {
    yield { rule: 'arguments-type', path: '/arguments' };
    return;
  }
  for (const argument of readArguments(args)) yield* checkRules((rule) => rule.checkArgument?.(argument));
}

function* checkItem(item: unknown, stringFields: readonly string[]): Generator<ResourceOrPromptFinding> {
  if (!isJsonObject(item)) {
    yield { rule: 'item-not-object' };
    return;
  }
  yield* checkRules((rule) => rule.checkItem?.(item, { stringFields }));
  yield* findIconIssues(item['icons'], '/icons');
}

function checkRules(
  check: (rule: ResourceOrPromptRule) => Iterable<LintViolation> | undefined,
): Iterable<ResourceOrPromptFinding> {
  return runChecks<keyof typeof resourceAndPromptRules, ResourceOrPromptRule>(resourceAndPromptRules, check);
}

function readArguments(args: readonly JsonObject[]): readonly PromptArgument[] {
  const names = new Set<string>();
  return args.map(({ name, description, required }, index) => {
    const isNamed = typeof name === 'string' && name !== '';
    const isDuplicate = isNamed && names.has(name);
    if (isNamed) names.add(name);
    return {
      path: `/arguments/${index}`,
      name: isNamed ? name : undefined,
      isDuplicate,
      description,
      required,
    };
  });
}
