import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { audit } from './audit.ts';
import type { OperationGroup } from './operation.ts';
import { anyList, anyString, oneOf, ruleError } from './rules.ts';
import { id, readOne, record } from './schemas.ts';

/** The kinds of checks that an audit can leave out. */
export const auditCategories = [
  'connectivity',
  'tool-metadata',
  'resource-metadata',
  'performance',
  'e2e',
] as const;
export type AuditCategory = (typeof auditCategories)[number];

const newAudit = z.object({
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

/** E5: an audit to be run on the MCP server at an https URL. */
export type NewAudit = z.infer<typeof newAudit>;

/** The group *beacon*. */
export const beaconOperations = {
  /** E5: starts an audit; `badRequest` with code `DNS_RESOLUTION_FAILED` when its host isn't known. */
  createAudit: {
    id: 'E5',
    method: 'POST',
    path: '/v1/beacon/audits',
    body: newAudit,
    readResponse: readOne(record({ id })),
  },

  /** Beyond the specification: an audit, with its report as far as there is one. */
  getAudit: {
    id: 'beyond',
    method: 'GET',
    path: '/v1/beacon/audits/{auditId}',
    readResponse: readOne(audit),
  },
} satisfies OperationGroup;

function isHttpsUrl(text: string): boolean {
  return URL.canParse(text) && new URL(text).protocol === 'https:';
}
