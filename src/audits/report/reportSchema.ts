/**
 * Schemas of a report, as plain data for a page or a file. Texts of the service aren't changed, and must be escaped.
 *
 * @module
 */

import * as z from 'zod/mini';
import { optionalString, readonlyList } from '../../editor/webview/protocol.ts';
import { checkKinds, verdictTones } from './checkKinds.ts';

const checkKindSchema = z.enum(checkKinds);

const factSchema = z.object({ label: z.string(), value: z.string() });
export type Fact = z.infer<typeof factSchema>;

const checkSchema = z.object({
  /** The index of the check in the service's report. */
  index: z.number(),
  kind: checkKindSchema,
  name: z.string(),
  id: optionalString,
  category: z.string(),
  message: optionalString,
  description: optionalString,
  skipReason: optionalString,
  hint: optionalString,
  /** The status or the severity of the service if this client doesn't know it. */
  unknownValues: optionalString,
  /** Whether the check is about the server's views, and not about the server itself. */
  isAboutViews: z.boolean(),
  /** The names of the affected AI clients. */
  platforms: readonlyList(z.string()),
  duration: optionalString,
  details: readonlyList(factSchema),
  /** The scope if it isn't the server, and additional data from the service. */
  additionalFacts: readonlyList(factSchema),
});
export type ReportCheck = z.infer<typeof checkSchema>;

const sectionSchema = z.object({
  kind: checkKindSchema,
  title: z.string(),
  count: z.number(),
  categories: readonlyList(z.object({ name: z.string(), checks: readonlyList(checkSchema) })),
});
export type ReportSection = z.infer<typeof sectionSchema>;

/** The readiness of the server for an AI client. */
const platformSchema = z.object({
  name: z.string(),
  /** `warned`: ready, although failed checks name the AI client. */
  readiness: z.enum(['ready', 'warned', 'notReady', 'unknown']),
  /** The readiness, such as `Ready, with 1 issue`. */
  label: z.string(),
  /** A sentence about a difference between the readiness from the service and the checks. */
  note: optionalString,
  /** Failures and warnings that name the AI client, the failures first. `severity` is absent for failures. */
  failedChecks: readonlyList(z.object({ index: z.number(), name: z.string(), severity: optionalString })),
});
export type Platform = z.infer<typeof platformSchema>;

/**
 * A screenshot in an AI client. Its URL isn't part of the report, because anyone who has the URL can read the image.
 */
const screenshotRefSchema = z.object({ platform: z.string(), name: z.string() });
export type ScreenshotRef = z.infer<typeof screenshotRefSchema>;

/** Checks with the same kind of change. */
const changeSchema = z.object({
  kind: z.enum(['newlyFailing', 'fixed', 'stillFailing', 'undecided', 'new', 'gone']),
  title: z.string(),
  checks: readonlyList(
    z.object({
      name: z.string(),
      /** The index of the check in this report. Absent if the report doesn't contain the check. */
      index: z.exactOptional(z.number()),
      message: optionalString,
      /** The label of the severity. Absent for failures. */
      severity: optionalString,
    }),
  ),
});
export type CheckChange = z.infer<typeof changeSchema>;

const reportComparisonSchema = z.object({
  /** The start of the other audit (ISO 8601). */
  previousStartedAt: optionalString,
  previousId: z.string(),
  note: optionalString,
  changes: readonlyList(changeSchema),
});
export type ReportComparison = z.infer<typeof reportComparisonSchema>;

/** The result of an audit. `detail`: why there is no report, or an empty text. */
const verdictSchema = z.object({ tone: z.enum(verdictTones), title: z.string(), detail: z.string() });
export type AuditVerdict = z.infer<typeof verdictSchema>;

export const reportSchema = z.object({
  auditId: z.string(),
  targetUrl: z.string(),
  verdict: verdictSchema,
  /** ISO 8601. */
  startedAt: optionalString,
  completedAt: optionalString,
  /** The total duration. Absent if the service didn't return it. */
  duration: optionalString,
  facts: readonlyList(factSchema),
  platforms: readonlyList(platformSchema),
  readinessSummary: z.string(),
  screenshots: readonlyList(screenshotRefSchema),
  comparison: z.exactOptional(reportComparisonSchema),
  sections: readonlyList(sectionSchema),
  checkCount: z.number(),
  /** The number of failed checks, including warnings and informational ones. */
  problemCount: z.number(),
  additionalFacts: readonlyList(factSchema),
});
export type ReportView = z.infer<typeof reportSchema>;
