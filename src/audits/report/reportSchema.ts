import * as z from 'zod/mini';
import { optionalString, readonlyList } from '../../editor/webview/protocol.ts';
import { checkKinds } from './checkKinds.ts';
import { verdictTones } from './tone.ts';

/**
 * A report in words, as plain data for a page or a file. Texts of the service are as they came: whoever shows them makes
 * them harmless.
 */

const checkKindSchema = z.enum(checkKinds);

const factSchema = z.object({ label: z.string(), value: z.string() });
export type Fact = z.infer<typeof factSchema>;

const checkSchema = z.object({
  /** Its place in the report, from 0. */
  index: z.number(),
  kind: checkKindSchema,
  name: z.string(),
  id: optionalString,
  category: z.string(),
  message: optionalString,
  description: optionalString,
  skipReason: optionalString,
  hint: optionalString,
  /** A status or severity that isn't known here, as it came. */
  unknown: optionalString,
  /** It is about the views that the server shows, and not about the server itself. */
  isAboutViews: z.boolean(),
  /** The AI clients that it concerns, by their names. */
  platforms: readonlyList(z.string()),
  duration: optionalString,
  details: readonlyList(factSchema),
  /** What it is about, where that isn't the server itself, and all that the service sent besides. */
  others: readonlyList(factSchema),
});
export type ReportCheck = z.infer<typeof checkSchema>;

const sectionSchema = z.object({
  kind: checkKindSchema,
  title: z.string(),
  count: z.number(),
  categories: readonlyList(z.object({ name: z.string(), checks: readonlyList(checkSchema) })),
});
export type ReportSection = z.infer<typeof sectionSchema>;

/** Whether an AI client can use the server. */
const platformSchema = z.object({
  name: z.string(),
  /** `null`: the service doesn't know. */
  isReady: z.nullable(z.boolean()),
  /**
   * Of one that isn't ready: the checks that failed and that name it, the worst first, by their places in the report. A
   * check may name none. `severity`: how bad it is, where it is no plain failure.
   */
  failing: readonlyList(z.object({ index: z.number(), name: z.string(), severity: optionalString })),
});
export type Platform = z.infer<typeof platformSchema>;

/** A picture of what the server shows in an AI client. Its address isn't part of a report: whoever has it may read it. */
const screenshotRefSchema = z.object({ platform: z.string(), name: z.string() });
export type ScreenshotRef = z.infer<typeof screenshotRefSchema>;

/** Checks that changed in one way. */
const changeSchema = z.object({
  kind: z.enum(['newlyFailing', 'fixed', 'stillFailing', 'undecided', 'new', 'gone']),
  title: z.string(),
  checks: readonlyList(
    z.object({
      name: z.string(),
      /** Its place in this report, if it is there. */
      index: z.exactOptional(z.number()),
      message: optionalString,
      /** How bad a failure is that the verdict doesn't count as one: `warning` or `info`. */
      severity: optionalString,
    }),
  ),
});
export type CheckChange = z.infer<typeof changeSchema>;

const reportComparisonSchema = z.object({
  /** ISO 8601; when the other run started. */
  since: optionalString,
  previousId: z.string(),
  note: optionalString,
  changes: readonlyList(changeSchema),
});
export type ReportComparison = z.infer<typeof reportComparisonSchema>;

/** What an audit comes to, in one line and a second one. */
const verdictSchema = z.object({ tone: z.enum(verdictTones), title: z.string(), detail: z.string() });
export type AuditVerdict = z.infer<typeof verdictSchema>;

export const reportSchema = z.object({
  auditId: z.string(),
  targetUrl: z.string(),
  verdict: verdictSchema,
  /** ISO 8601. */
  startedAt: optionalString,
  completedAt: optionalString,
  facts: readonlyList(factSchema),
  platforms: readonlyList(platformSchema),
  readiness: z.string(),
  screenshots: readonlyList(screenshotRefSchema),
  comparison: z.exactOptional(reportComparisonSchema),
  sections: readonlyList(sectionSchema),
  checks: z.number(),
  others: readonlyList(factSchema),
});
export type ReportView = z.infer<typeof reportSchema>;
