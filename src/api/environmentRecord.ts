import * as z from 'zod/mini';
import { deployment } from './deployments.ts';
import { id, optionalPart, optionalText, optionalVisibleText, record, tolerantList } from './schemas.ts';

const domainRecord = record({ domain: z.string(), status: optionalText, createdAt: optionalText });

/** A host name that leads to an environment. */
export type Domain = z.infer<typeof domainRecord>;

// The specification shows plain names, the live service records.
const domain = z.union([
  domainRecord,
  z.pipe(
    z.string(),
    z.transform((name): Domain => ({ domain: name })),
  ),
]);

const fields = record({
  id,
  name: optionalVisibleText,
  sourceBranch: optionalVisibleText,
  mcpServerUrl: optionalText,
  domains: tolerantList(domain),
  urls: tolerantList(z.string()),
  createdAt: optionalText,
  projectId: optionalText,
  latestDeployment: optionalPart(deployment),
});

/** An environment, by itself (E12), inside a project, or just created; its id stands in for a missing or blank name. */
export const environment = z.pipe(
  fields,
  z.transform((read) => ({ ...read, name: read.name ?? read.id })),
);

/**
 * An environment. Which optional fields there are depends on where it comes from; `urls` has something only
 * when it was just created.
 */
export type Environment = z.infer<typeof environment>;
