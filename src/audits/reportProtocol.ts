import * as z from 'zod/mini';
import { createTextsSchema, definePage } from '../editor/webview/protocol.ts';
import type { ReportTexts } from './pageTexts.ts';
import { reportSchema } from './report/reportSchema.ts';

/** The data that identifies a report page. The editor saves it to restore the page after a restart. */
const identitySchema = z.object({
  /** The base URL of the service. The ID isn't sent to another service. */
  baseUrl: z.string(),
  auditId: z.string().check(z.minLength(1)),
  targetUrl: z.string(),
  /** The ID of the audit to compare with. */
  previousId: z.exactOptional(z.string().check(z.minLength(1))),
});
export type ReportIdentity = z.infer<typeof identitySchema>;

const stateSchema = z.object({
  identity: identitySchema,
  view: reportSchema,
  /** The indexes of failed checks that might be about a tool, for which the page shows *Find in Workspace*. */
  toolCheckIndexes: z.readonly(z.array(z.number())),
  /** Whether the audit was read, so that it can be exported. */
  hasAudit: z.boolean(),
  /** The action that can lead to a report. Absent if there is an audit, or if it's being loaded. */
  remedy: z.exactOptional(z.enum(['retry', 'runAgain', 'copyId'])),
  /** Whether the user can select an audit to compare with. */
  canCompare: z.boolean(),
});
export type ReportState = z.infer<typeof stateSchema>;

const screenshotResponseSchema = z.object({
  /** The image as a `data:` URL, because the page can't load other URLs. */
  data: z.exactOptional(z.string().check(z.regex(/^data:image\/(png|jpeg|webp);base64,[A-Za-z0-9+/=]+$/))),
  /** A sentence about why there is no image. */
  problem: z.exactOptional(z.string()),
});
export type ScreenshotResponse = z.infer<typeof screenshotResponseSchema>;

export const reportPage = definePage({
  texts: createTextsSchema<ReportTexts>(),
  state: stateSchema,
  fromPage: {
    copyMarkdown: {},
    /** Copies a prompt that fixes a check. `index` is the index of the check in the report. */
    copyFixPrompt: { index: z.number() },
    /** Copies a prompt that fixes all failed checks. */
    copyAllFixPrompts: {},
    copyId: {},
    export: {},
    runAgain: {},
    /** Lets the user select an audit to compare with. */
    compare: {},
    /** Loads the audit again. */
    retry: {},
    /** Searches the workspace for the tool that a check is about. `index` is the index of the check in the report. */
    findInWorkspace: { index: z.number() },
    saveScreenshot: { platform: z.string() },
  },
  toPage: {},
  requests: {
    /** Loads the screenshot of the server's views in an AI client. */
    screenshot: { params: { platform: z.string() }, response: screenshotResponseSchema },
  },
});
export type ReportPage = typeof reportPage.definition;

/** Parses the saved state of a page. Returns `undefined` if it isn't valid. */
export function parseReportIdentity(value: unknown): ReportIdentity | undefined {
  return z.object({ identity: identitySchema }).safeParse(value).data?.identity;
}
