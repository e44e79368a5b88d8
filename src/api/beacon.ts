import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { auditSchema } from './audit.ts';
import type { OperationGroup } from './operation.ts';
import { anyList, anyString, oneOf, ruleError } from './requestSchemas.ts';
import { readOne, record, requiredId } from './responseSchemas.ts';

/** The categories of checks that an audit can leave out. */
export const auditCategories = [
  'connectivity',
  'tool-metadata',
  'resource-metadata',
  'performance',
  'e2e',
] as const;
export type AuditCategory = (typeof auditCategories)[number];

const newAuditSchema = z.object({
  targetUrl: anyString.check(
    z.refine(
      isHttpsUrl,
      ruleError(() => l10n.t('must be an HTTPS URL')),
    ),
  ),
  teamId: z.optional(anyString),
  projectId: z.optional(anyString),
  excludeCategories: z.optional(anyList(oneOf(auditCategories))),
});

/** The operations of the group *beacon*. */
export const beaconOperations = {
  /**
   * Starts an audit. Rejects with kind `badRequest` and code `DNS_RESOLUTION_FAILED` if the service can't resolve the
   * host.
   */
  createAudit: {
    id: 'E5',
    method: 'POST',
    path: '/v1/beacon/audits',
    body: newAuditSchema,
    readResponse: readOne(record({ id: requiredId })),
  },

  /** Returns an audit with the part of the report that is finished. Not in the specification. */
  getAudit: {
    id: 'unspecified',
    method: 'GET',
    path: '/v1/beacon/audits/{auditId}',
    readResponse: readOne(auditSchema),
  },
} satisfies OperationGroup;

function isHttpsUrl(text: string): boolean {
  return URL.canParse(text) && new URL(text).protocol === 'https:';
}
