import * as l10n from '@vscode/l10n';
import type { Rule } from './fault.ts';

const rejectsAll = () => l10n.t('Clients that use an MCP SDK reject the whole list of tools.');
const draft = () =>
  l10n.t('Claude requires JSON Schema draft 2020-12, and rejects the request with all of its tools.');
const notCompiled = () =>
  l10n.t(
    'In an output schema, the MCP SDK for TypeScript fails with the whole list of tools: its validator throws.',
  );

/** What is wrong with a schema wherever it is used: as JSON Schema, or for MCP itself. */
export const schemaRules = {
  'input-schema-missing': {
    severity: 'error',
    message: () => l10n.t('The tool has no input schema.'),
    why: rejectsAll,
  },
  'schema-not-object': {
    severity: 'error',
    message: () => l10n.t('The schema doesn\'t have the type "object".'),
    why: rejectsAll,
  },
  'property-not-schema': {
    severity: 'error',
    message: (property = '') => l10n.t('The property "{0}" isn\'t described by an object.', property),
    why: () =>
      l10n.t(
        'The MCP SDK for TypeScript rejects the whole list of tools where it is a property of the top. OpenAI rejects the request with all of its tools where it is neither true nor false.',
      ),
  },
  'schema-boolean': {
    severity: 'warning',
    message: (property = '') => l10n.t('The property "{0}" is described by true or false only.', property),
    why: () => l10n.t('JSON Schema allows it, but Gemini rejects the request with all of its tools.'),
  },
  'type-unknown': {
    severity: 'error',
    message: (type = '') => l10n.t('JSON Schema knows no type {0}.', type),
    why: () => `${draft()} ${notCompiled()}`,
  },
  'items-list': {
    severity: 'error',
    message: () => l10n.t('"items" is a list of schemas, which is "prefixItems" today.'),
    why: draft,
  },
  'ref-outside': {
    severity: 'error',
    message: (ref = '') => l10n.t('The reference "{0}" leads out of the schema.', ref),
    why: () => `${l10n.t('Clients load nothing else to read a schema.')} ${notCompiled()}`,
  },
  'ref-unresolved': {
    severity: 'error',
    message: (ref = '') => l10n.t('The reference "{0}" leads nowhere.', ref),
    why: () =>
      l10n.t('Claude Code, Gemini CLI, Cursor and opencode were reported to show no tools of such a server.'),
  },
  'ref-recursive': {
    severity: 'warning',
    message: (ref = '') => l10n.t('The reference "{0}" leads back to a schema that it is a part of.', ref),
    why: () =>
      l10n.t(
        'JSON Schema allows it. Clients that put schemas in place of references, as Claude Code was reported to do, show no tools of such a server.',
      ),
  },
  'required-type': {
    severity: 'error',
    message: () => l10n.t('"required" isn\'t a list of names.'),
    why: () => `${rejectsAll()} ${draft()}`,
  },
  'required-unknown': {
    severity: 'error',
    message: (property = '') => l10n.t('The required property "{0}" isn\'t described.', property),
    why: () => l10n.t('Gemini rejects the request with all of its tools: "property is not defined".'),
  },
  'required-twice': {
    severity: 'error',
    message: (property = '') => l10n.t('"required" names "{0}" more than once.', property),
    why: draft,
  },
  'enum-empty': {
    severity: 'error',
    message: () => l10n.t('The list of allowed values is empty.'),
    why: () => `${l10n.t('No value is allowed.')} ${notCompiled()}`,
  },
  'enum-twice': {
    severity: 'warning',
    message: (value = '') => l10n.t('The list of allowed values has {0} more than once.', value),
    why: () => l10n.t('JSON Schema wants each value once. Strict validators reject the schema.'),
  },
  'default-unfit': {
    severity: 'warning',
    message: (value = '') => l10n.t("The default {0} isn't a value that the schema allows.", value),
    why: () => l10n.t('A client that fills in defaults sends a value that the server refuses.'),
  },
  'pattern-invalid': {
    severity: 'error',
    message: (pattern = '') => l10n.t('The pattern "{0}" isn\'t a regular expression.', pattern),
    why: () => `${l10n.t('OpenAI rejects the request with all of its tools.')} ${notCompiled()}`,
  },
  'pattern-unicode': {
    severity: 'warning',
    message: (pattern = '') =>
      l10n.t('The pattern "{0}" isn\'t a regular expression where Unicode mode is on.', pattern),
    why: () => `${l10n.t('JSON Schema recommends this mode.')} ${notCompiled()}`,
  },
} satisfies Record<string, Rule>;
