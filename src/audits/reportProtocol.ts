import * as z from 'zod/mini';
import type { Kind } from './report/kinds.ts';
import type { ReportView } from './report/view.ts';

/** Which audit a page shows. Goes to the page and comes back when the editor restores it. */
export const identitySchema = z.object({
  /** Base URL of the service: an ID means nothing elsewhere, and no other service shall see it. */
  baseUrl: z.string(),
  auditId: z.string().check(z.minLength(1)),
  targetUrl: z.string(),
  /** The run that it is compared with. */
  previousId: z.exactOptional(z.string().check(z.minLength(1))),
});
export type ReportIdentity = z.infer<typeof identitySchema>;

const fromPage = z.discriminatedUnion('kind', [
  /** The page runs; nothing is sent to it before. */
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('copyMarkdown') }),
  z.object({ kind: z.literal('copyId') }),
  z.object({ kind: z.literal('export') }),
  z.object({ kind: z.literal('runAgain') }),
  /** With a run that is to be chosen. */
  z.object({ kind: z.literal('compare') }),
  /** Reads the audit again. */
  z.object({ kind: z.literal('retry') }),
  /** The tool that the check with this index is about. */
  z.object({ kind: z.literal('findInWorkspace'), index: z.number() }),
]);
export type FromReport = z.infer<typeof fromPage>;

/** What the page shows. */
export interface ToReport {
  readonly kind: 'show';
  readonly identity: ReportIdentity;
  readonly strings: ReportStrings;
  readonly view: ReportView;
  /** The checks that may be about a tool, by their indexes. */
  readonly aboutTools: readonly number[];
  /** There is an audit: it can be exported. */
  readonly isReadable: boolean;
  /** A run to compare with can be chosen. */
  readonly mayCompare: boolean;
}

/** Every text of the page that is not of its report. `{0}`, `{1}` are filled in by the page. */
export interface ReportStrings {
  readonly title: string;
  readonly runAgain: string;
  readonly copyMarkdown: string;
  readonly copyId: string;
  readonly export: string;
  readonly compare: string;
  readonly retry: string;
  readonly readiness: string;
  readonly ready: string;
  readonly notReady: string;
  readonly readinessUnknown: string;
  readonly noneFailing: string;
  readonly comparison: string;
  readonly comparedWith: string;
  readonly started: string;
  readonly completed: string;
  readonly auditId: string;
  readonly filter: string;
  readonly clearFilter: string;
  readonly showKinds: string;
  readonly shown: string;
  readonly noneShown: string;
  readonly clearFilters: string;
  readonly checks: string;
  readonly expandAll: string;
  readonly collapseAll: string;
  readonly hint: string;
  readonly details: string;
  readonly reason: string;
  readonly platforms: string;
  readonly duration: string;
  readonly checkId: string;
  readonly asService: string;
  readonly findInWorkspace: string;
  readonly more: string;
  readonly kinds: Readonly<Record<Kind, string>>;
}

/** Reads a message of the page; `undefined` for anything else. */
export function readFromReport(value: unknown): FromReport | undefined {
  return fromPage.safeParse(value).data;
}

/** Reads what the editor kept of a page; `undefined` if it is not of this shape. */
export function readReportState(value: unknown): ReportIdentity | undefined {
  return z.object({ identity: identitySchema }).safeParse(value).data?.identity;
}
