import * as l10n from '@vscode/l10n';
import { type Audit, toRawAudit } from '../../api/audit.ts';
import { toSafeFileName } from '../../editor/fileName.ts';
import { createReport } from '../report/createReport.ts';
import { getUrlHost, redactUrl } from '../report/redactUrl.ts';
import type { ReportInput } from '../reportInput.ts';
import { formatReportAsHtml } from './html.ts';
import { formatReportAsMarkdown } from './markdown.ts';
import { formatAuditAsSarif } from './sarif.ts';
import type { ToolLocation } from './sarifLocation.ts';

/** A report whose audit was read, so that the report can be exported. */
export type ReadableReport = ReportInput & { readonly audit: Audit };

interface ExportContext {
  /** The version of this extension. */
  readonly version: string;
  /** The language of the editor, such as `en`. */
  readonly language: string;
  /** Returns the locations of tools in the workspace, by the names of the tools. */
  readonly findToolLocations: () => Promise<ReadonlyMap<string, ToolLocation>>;
}

export interface AuditExportFormat {
  readonly id: 'markdown' | 'json' | 'sarif' | 'html';
  /** The file extension, without a dot. */
  readonly extension: string;
  readonly label: () => string;
  readonly detail: () => string;
  readonly write: (report: ReadableReport, context: ExportContext) => Promise<string>;
}

export const exportFormats: readonly AuditExportFormat[] = [
  {
    id: 'markdown',
    extension: 'md',
    label: () => l10n.t('Markdown (.md)'),
    detail: () => l10n.t('The report, for an issue or a wiki'),
    write: async (report) => formatReportAsMarkdown(createReport(report)),
  },
  {
    id: 'json',
    extension: 'json',
    label: () => l10n.t('JSON (.json)'),
    detail: () => l10n.t('All data from the service'),
    write: async ({ audit }) => formatAuditAsJson(audit),
  },
  {
    id: 'sarif',
    extension: 'sarif',
    label: () => l10n.t('SARIF (.sarif)'),
    detail: () => l10n.t("Checks that didn't pass, for CI and code scanning"),
    write: async ({ audit }, { version, findToolLocations }) =>
      formatAuditAsSarif(audit, version, await findToolLocations()),
  },
  {
    id: 'html',
    extension: 'html',
    label: () => l10n.t('Printable HTML (.html)'),
    detail: () => l10n.t('The report as a web page, for printing in a browser'),
    write: async (report, { language }) => formatReportAsHtml(createReport(report), language),
  },
];

/** Formats all data from the service. Secrets in the URLs of the target and the screenshots are redacted. */
function formatAuditAsJson(audit: Audit): string {
  const redactField = (name: string, value: unknown): unknown =>
    typeof value === 'string' && ['targetUrl', 'url'].includes(name) ? redactUrl(value) : value;
  return `${JSON.stringify(toRawAudit(audit), redactField, 2)}\n`;
}

/** Returns a file name such as `audit-weather.example.com-2026-11-21.md`. */
export function suggestExportName({ audit, targetUrl }: ReadableReport, extension: string): string {
  const host = getUrlHost(audit.targetUrl ?? targetUrl);
  const [, day] = /^(\d{4}-\d{2}-\d{2})T/.exec(audit.report?.startedAt ?? audit.createdAt ?? '') ?? [];
  return `${toSafeFileName(['audit', host, day])}.${extension}`;
}
