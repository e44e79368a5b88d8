import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import type { GroupFunctions } from './functions.ts';
import type { OperationGroup } from './operation.ts';
import {
  booleanRule as flagRule,
  maxCharacters,
  nonEmptyString,
  queryString,
  ruleError,
  stringOfLength,
} from './rules.ts';
import {
  id,
  optionalFlag,
  optionalText,
  optionalVisibleText,
  readOne,
  record,
  tolerantList,
} from './schemas.ts';

const header = record({
  name: z.string(),
  description: optionalText,
  isRequired: optionalFlag,
  isSecret: optionalFlag,
});

/** A server as the registry knows it: the fields of its `server.json`. */
const serverFields = record({
  $schema: optionalText,
  name: id,
  description: optionalText,
  version: optionalVisibleText,
  title: optionalText,
  websiteUrl: optionalText,
  icons: tolerantList(record({ src: z.string(), mimeType: optionalText, sizes: tolerantList(z.string()) })),
  remotes: tolerantList(record({ type: optionalText, url: optionalText, headers: tolerantList(header) })),
});
export type ServerFields = z.infer<typeof serverFields>;

const published = record({ serverFields });

const webAddress = nonEmptyString.check(
  maxCharacters(255),
  z.refine(
    (url) => URL.canParse(url),
    ruleError(() => l10n.t('must be a URL')),
  ),
);

const publication = z.object({
  projectId: nonEmptyString,
  domain: nonEmptyString,
  title: stringOfLength(1, 100),
  description: stringOfLength(1, 100),
  websiteUrl: z.optional(webAddress),
  iconSrc: z.optional(webAddress),
  dryRun: z.optional(flagRule),
});

/** What is published of a project under one of its domains. */
export type Publication = z.infer<typeof publication>;

const where = z.object({ projectId: queryString, domain: queryString });

/** Beyond the specification: the MCP registry. */
export const distributionOperations = {
  /** Beyond the specification: what is published of a project under a domain; 404 with a code where nothing is. */
  get: {
    id: 'beyond',
    method: 'GET',
    path: '/v1/distribution/get',
    query: where,
    readResponse: readOne(published),
  },

  /** Beyond the specification: publishes, or only says what would be (`dryRun`). */
  publish: {
    id: 'beyond',
    method: 'POST',
    path: '/v1/distribution/publish',
    body: publication,
    readResponse: readOne(published),
  },
} satisfies OperationGroup;

export type Distribution = GroupFunctions<typeof distributionOperations>;
