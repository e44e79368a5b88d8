import { type Audit, toRawAudit } from '../../api/audit.ts';
import { toSafeFileName } from '../../editor/fileName.ts';
import { createReport } from '../report/createReport.ts';
import { getUrlHost, redactUrl } from '../report/redactUrl.ts';
import type { ReportInput } from '../reportInput.ts';
import type { ExportFormatId } from './formatNames.ts';
import { formatReportAsHtml } from './html.ts';
import { formatReportAsMarkdown } from './markdown.ts';
import { formatAuditAsSarif } from './sarif.ts';
import type { ToolLocation } from './sarifLocation.ts';

export const exportExtensions: Readonly<Record<ExportFormatId, string>> = {
  markdown: 'md',
  json: 'json',
  sarif: 'sarif',
  html: 'html',
};

/** What can be exported: a report that could be read. */
export type ReadableReport = ReportInput & { readonly audit: Audit };

interface ExportContext {
  /** Of this extension. */
  readonly version: string;
  /** Of the editor, such as `en`. */
  readonly language: string;
  /** The definitions of tools in the open repository, by name. */
  readonly toolPlaces?: ReadonlyMap<string, ToolLocation>;
}

export function formatAudit(input: ReadableReport, format: ExportFormatId, context: ExportContext): string {
  const { version, language, toolPlaces } = context;
  switch (format) {
    case 'markdown':
      return formatReportAsMarkdown(createReport(input));
    case 'json':
      return formatAuditAsJson(input.audit);
    case 'sarif':
      return formatAuditAsSarif(input.audit, version, toolPlaces);
    case 'html':
      return formatReportAsHtml(createReport(input), language);
  }
}

/** All that the service sent; only addresses, of the target and of screenshots, are without what may be a secret. */
function formatAuditAsJson(audit: Audit): string {
  const shown = (name: string, value: unknown): unknown =>
    typeof value === 'string' && ['targetUrl', 'url'].includes(name) ? redactUrl(value) : value;
  return `${JSON.stringify(toRawAudit(audit), shown, 2)}\n`;
}

/** `audit-weather.example.com-2026-11-21.md` */
export function suggestExportName({ audit, targetUrl }: ReadableReport, format: ExportFormatId): string {
  const host = getUrlHost(audit.targetUrl ?? targetUrl);
  const [, day] = /^(\d{4}-\d{2}-\d{2})T/.exec(audit.report?.startedAt ?? audit.createdAt ?? '') ?? [];
  return `${toSafeFileName(['audit', host, day])}.${exportExtensions[format]}`;
}
