import * as z from 'zod/mini';
import { deployment } from './deployments.ts';
import {
  optionalPart,
  optionalText,
  optionalVisibleText,
  record,
  requiredId,
  tolerantList,
} from './responseSchemas.ts';

const domainRecord = record({ domain: z.string(), status: optionalText, createdAt: optionalText });

/** A host name of an environment. */
export type Domain = z.infer<typeof domainRecord>;

// The specification shows plain names, but the live service returns records.
const domain = z.union([
  domainRecord,
  z.pipe(
    z.string(),
    z.transform((name): Domain => ({ domain: name })),
  ),
]);

const fields = record({
  id: requiredId,
  name: optionalVisibleText,
  sourceBranch: optionalVisibleText,
  mcpServerUrl: optionalText,
  domains: tolerantList(domain),
  urls: tolerantList(z.string()),
  createdAt: optionalText,
  projectId: optionalText,
  latestDeployment: optionalPart(deployment),
});

/**
 * Reads an environment from `environments.get`, from a project, or from `environments.create`. Uses its ID if the name
 * is missing or blank.
 */
export const environment = z.pipe(
  fields,
  z.transform((read) => ({ ...read, name: read.name ?? read.id })),
);

/**
 * An environment. Its source determines which optional fields it has. `urls` isn't empty only in the response to
 * `environments.create`.
 */
export type Environment = z.infer<typeof environment>;
