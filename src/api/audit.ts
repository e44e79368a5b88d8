import * as z from 'zod/mini';
import { omitUndefined } from '../fields.ts';
import { looseList, looseRecord, toRawRecord } from './looseRecord.ts';
import { optionalFlag, optionalNumber, optionalPart, optionalText, requiredId } from './responseSchemas.ts';

const detailSchema = looseRecord({
  label: optionalText,
  value: z.catch(z.optional(z.union([z.string(), z.number(), z.boolean()])), undefined),
});

const resultSchema = looseRecord({
  checkId: optionalText,
  checkName: optionalText,
  description: optionalText,
  status: optionalText,
  message: optionalText,
  skipReason: optionalText,
  severity: optionalText,
  category: optionalText,
  /** `server`, or `view` for checks of the views that the server shows in a client. */
  scope: optionalText,
  platforms: z.catch(z.array(z.pipe(z.unknown(), z.transform(toDetailText))), () => []),
  durationMs: optionalNumber,
  details: looseList(detailSchema),
  hint: optionalPart(looseRecord({ text: optionalText })),
});

/** Values that aren't validated, by the name of an AI client. */
const platformValuesSchema = optionalPart(z.record(z.string(), z.unknown()));

const reportSchema = looseRecord({
  schemaVersion: optionalText,
  auditId: optionalText,
  targetUrl: optionalText,
  startedAt: optionalText,
  completedAt: optionalText,
  durationMs: optionalNumber,
  requiresAuth: optionalFlag,
  hasViewSupport: optionalFlag,
  viewPlatforms: optionalPart(z.array(z.string())),
  widgetScreenshotKeys: platformValuesSchema,
  widgetScreenshots: platformValuesSchema,
  isReadyForPlatform: z.pipe(
    z.catch(z.record(z.string(), z.unknown()), () => ({})),
    z.transform((platforms) =>
      Object.fromEntries(
        Object.entries(platforms).filter(
          // The service returns null if the readiness is unknown.
          (entry): entry is [string, boolean | null] => entry[1] === null || typeof entry[1] === 'boolean',
        ),
      ),
    ),
  ),
  results: looseList(resultSchema),
});

export const auditSchema = looseRecord({
  id: requiredId,
  targetUrl: optionalText,
  status: optionalText,
  durationMs: optionalNumber,
  createdAt: optionalText,
  report: optionalPart(reportSchema),
});

/**
 * An audit. Its status is `pending`, `partial`, `completed`, `failed`, or one that this client doesn't know. The report
 * can grow while the audit runs.
 */
export type Audit = z.infer<typeof auditSchema>;

export type AuditReport = z.infer<typeof reportSchema>;

/**
 * The result of one check of an audit. Its status is normally `pass`, `fail`, `skip`, or `pending`, and its severity
 * `error`, `warning`, or `info`. Neither is validated.
 */
export type AuditResult = AuditReport['results'][number];

/** Returns an audit as the service sent it, but maybe with its fields in another order. */
export function toRawAudit(record: Audit): unknown {
  const { report, ...rest } = record;
  if (!report) return toRawRecord(record);
  const results = report.results.map((check) => {
    const details = check.details.map(toRawRecord);
    const hint = check.hint && toRawRecord(check.hint);
    return toRawRecord({
      ...check,
      ...(details.length > 0 && { details }),
      ...omitUndefined({ hint }),
    });
  });
  return toRawRecord({ ...rest, report: toRawRecord({ ...report, results }) });
}

function toDetailText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
