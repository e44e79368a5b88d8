import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { type Audit, audit } from './audit.ts';
import type { Call, CallOptions } from './operation.ts';
import { anyListOf, anyText, breaks, oneOf } from './rules.ts';
import { id, one, record } from './schemas.ts';

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
  targetUrl: anyText.check(
    z.refine(
      isHttpsUrl,
      breaks(() => l10n.t('must be an https URL')),
    ),
  ),
  teamId: z.optional(anyText),
  projectId: z.optional(anyText),
  excludeCategories: z.optional(anyListOf(oneOf(auditCategories))),
});

/** E5: an audit to be run on the MCP server at an https URL. */
export type NewAudit = z.infer<typeof newAudit>;

export type Beacon = ReturnType<typeof beaconOperations>;

/** The group *beacon*. */
export function beaconOperations(call: Call) {
  return {
    /** E5: starts an audit; `badRequest` with code `DNS_RESOLUTION_FAILED` when its host is not known. */
    createAudit: (input: NewAudit, options?: CallOptions) =>
      call(
        {
          name: 'beacon.createAudit',
          method: 'POST',
          path: '/v1/beacon/audits',
          body: { schema: newAudit, value: input },
          reply: one(record({ id })),
        },
        options,
      ),

    /** Beyond the specification: an audit, with its report as far as there is one. */
    getAudit: (auditId: string, options?: CallOptions): Promise<Audit> =>
      call(
        {
          name: 'beacon.getAudit',
          method: 'GET',
          path: '/v1/beacon/audits/{auditId}',
          params: { auditId },
          beyond: true,
          reply: one(audit),
        },
        options,
      ),
  };
}

function isHttpsUrl(text: string): boolean {
  return URL.canParse(text) && new URL(text).protocol === 'https:';
}
