import * as z from 'zod/mini';
import { definePage, stringsSchema } from '../editor/webview/protocol.ts';
import type { ReportTexts } from './pageTexts.ts';
import { reportSchema } from './report/reportSchema.ts';

/** Which audit a page shows. Goes to the page and comes back when the editor restores it. */
const identitySchema = z.object({
  /** Base URL of the service: an ID means nothing elsewhere, and no other service shall see it. */
  baseUrl: z.string(),
  auditId: z.string().check(z.minLength(1)),
  targetUrl: z.string(),
  /** The run that it is compared with. */
  previousId: z.exactOptional(z.string().check(z.minLength(1))),
});
export type ReportIdentity = z.infer<typeof identitySchema>;

const stateSchema = z.object({
  identity: identitySchema,
  view: reportSchema,
  /** The checks that may be about a tool, by their indexes. */
  toolCheckIndexes: z.readonly(z.array(z.number())),
  /** There is an audit: it can be exported. */
  hasAudit: z.boolean(),
  /** A run to compare with can be chosen. */
  canCompare: z.boolean(),
});
/** What the page shows. */
export type ReportState = z.infer<typeof stateSchema>;

/** `data`: a URL that holds the picture itself, which is all that the page may load. */
const screenshotResponseSchema = z.object({
  data: z.exactOptional(z.string().check(z.regex(/^data:image\/(png|jpeg|webp);base64,[A-Za-z0-9+/=]+$/))),
  /** Why there is none. */
  problem: z.exactOptional(z.string()),
});
export type ScreenshotResponse = z.infer<typeof screenshotResponseSchema>;

export const reportPage = definePage({
  strings: stringsSchema<ReportTexts>(),
  state: stateSchema,
  fromPage: {
    copyMarkdown: {},
    copyId: {},
    export: {},
    runAgain: {},
    /** With a run that is to be chosen. */
    compare: {},
    /** Reads the audit again. */
    retry: {},
    /** The tool that the check with this index is about. */
    findInWorkspace: { index: z.number() },
    savePicture: { platform: z.string() },
  },
  toPage: {},
  requests: {
    /** Of the server's views in an AI client. */
    picture: { params: { platform: z.string() }, response: screenshotResponseSchema },
  },
});
export type ReportPage = typeof reportPage.parts;

/** Reads what the editor kept of a page; `undefined` if it isn't of this shape. */
export function parseReportIdentity(value: unknown): ReportIdentity | undefined {
  return z.object({ identity: identitySchema }).safeParse(value).data?.identity;
}
