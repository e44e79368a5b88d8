import * as l10n from '@vscode/l10n';
import type { Rule } from './fault.ts';

const rejectsAll = () => l10n.t('Clients that use an MCP SDK reject the whole list.');

/** What is wrong with resources, templates of resources, and prompts. */
export const offerRules = {
  'offer-not-object': {
    severity: 'error',
    message: () => l10n.t("This isn't a JSON object."),
    why: rejectsAll,
  },
  'offer-name-missing': {
    severity: 'error',
    message: () => l10n.t('It has no name.'),
    why: rejectsAll,
  },
  'offer-title-missing': {
    severity: 'info',
    message: () => l10n.t('It has no title.'),
    why: () => l10n.t('Clients show its name to people instead.'),
  },
  'offer-description-missing': {
    severity: 'info',
    message: () => l10n.t('It has no description.'),
    why: () => l10n.t('Neither people nor a model know what it is good for, in every client.'),
  },
  'offer-text-type': {
    severity: 'error',
    message: (field = '') => l10n.t('"{0}" isn\'t a text.', field),
    why: rejectsAll,
  },
  'uri-missing': {
    severity: 'error',
    message: () => l10n.t('The resource has no URI.'),
    why: rejectsAll,
  },
  'uri-invalid': {
    severity: 'warning',
    message: (uri = '') => l10n.t('"{0}" isn\'t a URI with a scheme.', uri),
    why: () =>
      l10n.t('MCP names resources by URI. Older versions of the MCP SDK for Python reject the whole list.'),
  },
  'uri-template-invalid': {
    severity: 'warning',
    message: (template = '') => l10n.t('"{0}" isn\'t a valid URI template.', template),
    why: () => l10n.t("MCP uses URI templates of RFC 6570. Clients can't fill in this one."),
  },
  'uri-template-fixed': {
    severity: 'info',
    message: (template = '') => l10n.t('The template "{0}" has nothing to fill in.', template),
    why: () => l10n.t('Clients ask for values where there are none. A resource says the same.'),
  },
  'mime-type-missing': {
    severity: 'info',
    message: () => l10n.t('It has no MIME type.'),
    why: () => l10n.t('A client knows only once it has read the resource whether it can show it.'),
  },
  'mime-type-invalid': {
    severity: 'warning',
    message: (type = '') => l10n.t('"{0}" isn\'t a MIME type.', type),
    why: () => l10n.t("A client that chooses by type how to show a resource doesn't know what to do."),
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
    why: () => l10n.t('Arguments are sent by name: only one of them can have a value.'),
  },
  'argument-description-missing': {
    severity: 'info',
    message: (name = '') => l10n.t('The argument "{0}" has no description.', name),
    why: () => l10n.t('Clients ask people for arguments by name and description.'),
  },
  'argument-required-type': {
    severity: 'error',
    message: (name = '') => l10n.t('Whether the argument "{0}" is required is neither true nor false.', name),
    why: rejectsAll,
  },
} satisfies Record<string, Rule>;
