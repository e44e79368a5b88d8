import * as l10n from '@vscode/l10n';
import type { LintRule } from './lintIssue.ts';

const rejectsAll = () => l10n.t('Clients that use an MCP SDK reject the whole list.');

/** What is wrong with resources, templates of resources, and prompts. */
export const resourceAndPromptRules = {
  'offer-not-object': {
    severity: 'error',
    message: () => l10n.t("The item isn't a JSON object."),
    why: rejectsAll,
  },
  'offer-name-missing': {
    severity: 'error',
    message: () => l10n.t('The name is missing.'),
    why: rejectsAll,
  },
  'offer-title-missing': {
    severity: 'info',
    message: () => l10n.t('The title is missing.'),
    why: () => l10n.t('Without a title, clients show the name to users.'),
  },
  'offer-description-missing': {
    severity: 'info',
    message: () => l10n.t('The description is missing.'),
    why: () =>
      l10n.t('Without a description, users and models must guess the purpose. This affects every client.'),
  },
  'offer-text-type': {
    severity: 'error',
    message: (field = '') => l10n.t('"{0}" isn\'t a string.', field),
    why: rejectsAll,
  },
  'uri-missing': {
    severity: 'error',
    message: () => l10n.t('The resource has no URI.'),
    why: rejectsAll,
  },
  'uri-invalid': {
    severity: 'warning',
    message: (uri = '') => l10n.t('"{0}" isn\'t a valid URI with a scheme.', uri),
    why: () =>
      l10n.t(
        'MCP identifies resources by URI. Older versions of the MCP SDK for Python reject the whole list.',
      ),
  },
  'uri-template-invalid': {
    severity: 'warning',
    message: (template = '') => l10n.t('"{0}" isn\'t a valid URI template.', template),
    why: () =>
      l10n.t("MCP uses URI templates as defined in RFC 6570. Clients can't fill in an invalid template."),
  },
  'uri-template-fixed': {
    severity: 'info',
    message: (template = '') => l10n.t('The template "{0}" has no variables to fill in.', template),
    why: () =>
      l10n.t(
        'Clients prompt for values even though the template has no variables. Use a resource instead of a template.',
      ),
  },
  'mime-type-missing': {
    severity: 'info',
    message: () => l10n.t('The MIME type is missing.'),
    why: () =>
      l10n.t(
        'Without a MIME type, a client must read the resource to find out whether the resource can be shown.',
      ),
  },
  'mime-type-invalid': {
    severity: 'warning',
    message: (type = '') => l10n.t('"{0}" isn\'t a MIME type.', type),
    why: () =>
      l10n.t(
        "A client that uses the MIME type to decide how to show a resource can't handle an invalid type.",
      ),
  },
  'arguments-type': {
    severity: 'error',
    message: () => l10n.t("The arguments aren't a list of objects."),
    why: rejectsAll,
  },
  'argument-name-missing': {
    severity: 'error',
    message: () => l10n.t('An argument has no name.'),
    why: rejectsAll,
  },
  'argument-twice': {
    severity: 'error',
    message: (name = '') => l10n.t('More than one argument has the name "{0}".', name),
    why: () => l10n.t('Arguments are sent by name, so only one argument with this name can have a value.'),
  },
  'argument-description-missing': {
    severity: 'info',
    message: (name = '') => l10n.t('The argument "{0}" has no description.', name),
    why: () =>
      l10n.t("Clients show an argument's name and description when they prompt users for the argument."),
  },
  'argument-required-type': {
    severity: 'error',
    message: (name = '') => l10n.t('"required" is neither true nor false for the argument "{0}".', name),
    why: rejectsAll,
  },
} satisfies Record<string, LintRule>;
