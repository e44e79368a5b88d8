import * as z from 'zod/mini';
import { list, text } from '../../editor/webview/protocol.ts';
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
  id: text,
  category: z.string(),
  message: text,
  description: text,
  skipReason: text,
  hint: text,
  /** A status or severity that isn't known here, as it came. */
  unknown: text,
  /** It is about the views that the server shows, and not about the server itself. */
  isAboutViews: z.boolean(),
  /** The AI clients that it concerns, by their names. */
  platforms: list(z.string()),
  duration: text,
  details: list(factSchema),
  /** What it is about, where that isn't the server itself, and all that the service sent besides. */
  others: list(factSchema),
});
export type ReportCheck = z.infer<typeof checkSchema>;

const sectionSchema = z.object({
  kind: checkKindSchema,
  title: z.string(),
  count: z.number(),
  categories: list(z.object({ name: z.string(), checks: list(checkSchema) })),
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
  failing: list(z.object({ index: z.number(), name: z.string(), severity: text })),
});
export type Platform = z.infer<typeof platformSchema>;

/** A picture of what the server shows in an AI client. Its address isn't part of a report: whoever has it may read it. */
const screenshotRefSchema = z.object({ platform: z.string(), name: z.string() });
export type ScreenshotRef = z.infer<typeof screenshotRefSchema>;

/** Checks that changed in one way. */
const changeSchema = z.object({
  kind: z.enum(['newlyFailing', 'fixed', 'stillFailing', 'undecided', 'new', 'gone']),
  title: z.string(),
  checks: list(
    z.object({
      name: z.string(),
      /** Its place in this report, if it is there. */
      index: z.exactOptional(z.number()),
      message: text,
      /** How bad a failure is that the verdict doesn't count as one: `warning` or `info`. */
      severity: text,
    }),
  ),
});
export type CheckChange = z.infer<typeof changeSchema>;

const reportComparisonSchema = z.object({
  /** ISO 8601; when the other run started. */
  since: text,
  previousId: z.string(),
  note: text,
  changes: list(changeSchema),
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
  startedAt: text,
  completedAt: text,
  facts: list(factSchema),
  platforms: list(platformSchema),
  readiness: z.string(),
  screenshots: list(screenshotRefSchema),
  comparison: z.exactOptional(reportComparisonSchema),
  sections: list(sectionSchema),
  checks: z.number(),
  others: list(factSchema),
});
export type ReportView = z.infer<typeof reportSchema>;
