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

/** A report that can be exported, because its audit was read. */
export type ReadableReport = ReportInput & { readonly audit: Audit };

interface ExportContext {
  /** The version of this extension. */
  readonly version: string;
  /** The language of the editor, such as `en`. */
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

/** Returns all data from the service. Secrets are removed from the URLs of the target and the screenshots. */
function formatAuditAsJson(audit: Audit): string {
  const shown = (name: string, value: unknown): unknown =>
    typeof value === 'string' && ['targetUrl', 'url'].includes(name) ? redactUrl(value) : value;
  return `${JSON.stringify(toRawAudit(audit), shown, 2)}\n`;
}

/** Returns a file name such as `audit-weather.example.com-2026-11-21.md`. */
export function suggestExportName({ audit, targetUrl }: ReadableReport, format: ExportFormatId): string {
  const host = getUrlHost(audit.targetUrl ?? targetUrl);
  const [, day] = /^(\d{4}-\d{2}-\d{2})T/.exec(audit.report?.startedAt ?? audit.createdAt ?? '') ?? [];
  return `${toSafeFileName(['audit', host, day])}.${exportExtensions[format]}`;
}
