import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import type { GroupFunctions } from './functions.ts';
import type { OperationGroup } from './operation.ts';
import {
  anyBoolean,
  maxCharacters,
  nonEmptyString,
  queryString,
  ruleError,
  stringOfLength,
} from './requestSchemas.ts';
import {
  optionalFlag,
  optionalText,
  optionalVisibleText,
  readOne,
  record,
  requiredId,
  tolerantList,
} from './responseSchemas.ts';

const headerSchema = record({
  name: z.string(),
  description: optionalText,
  isRequired: optionalFlag,
  isSecret: optionalFlag,
});

/** A server in the MCP Registry: the fields of its `server.json`. */
const serverFieldsSchema = record({
  $schema: optionalText,
  name: requiredId,
  description: optionalText,
  version: optionalVisibleText,
  title: optionalText,
  websiteUrl: optionalText,
  icons: tolerantList(record({ src: z.string(), mimeType: optionalText, sizes: tolerantList(z.string()) })),
  remotes: tolerantList(
    record({ type: optionalText, url: optionalText, headers: tolerantList(headerSchema) }),
  ),
});
export type ServerFields = z.infer<typeof serverFieldsSchema>;

const publishedSchema = record({ serverFields: serverFieldsSchema });

const urlSchema = nonEmptyString.check(
  maxCharacters(255),
  z.refine(
    (url) => URL.canParse(url),
    ruleError(() => l10n.t('must be a URL')),
  ),
);

const publicationSchema = z.object({
  projectId: nonEmptyString,
  domain: nonEmptyString,
  title: stringOfLength(1, 100),
  description: stringOfLength(1, 100),
  websiteUrl: z.optional(urlSchema),
  iconSrc: z.optional(urlSchema),
  dryRun: z.optional(anyBoolean),
});

/** The input of `distribution.publish`: the data that a project publishes under one of its domains. */
export type Publication = z.infer<typeof publicationSchema>;

const publicationQuerySchema = z.object({ projectId: queryString, domain: queryString });

/** The service's operations for publishing to the MCP Registry. They aren't in the specification. */
export const distributionOperations = {
  /**
   * Returns the data that a project has published under a domain. If there is none, rejects with an `ApiError` of kind
   * `notFound` that has a `code`. Not in the specification.
   */
  get: {
    id: 'unspecified',
    method: 'GET',
    path: '/v1/distribution/get',
    query: publicationQuerySchema,
    readResponse: readOne(publishedSchema),
  },

  /** Publishes a server. With `dryRun`, only returns the data that would be published. Not in the specification. */
  publish: {
    id: 'unspecified',
    method: 'POST',
    path: '/v1/distribution/publish',
    body: publicationSchema,
    readResponse: readOne(publishedSchema),
  },
} satisfies OperationGroup;

export type Distribution = GroupFunctions<typeof distributionOperations>;
