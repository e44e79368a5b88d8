import { type Audit, auditAsSent } from '../../api/audit.ts';
import { safeFileName } from '../../editor/fileName.ts';
import { createReport } from '../report/createReport.ts';
import { getUrlHost, redactUrl } from '../report/redactUrl.ts';
import type { ReportInput } from '../reportInput.ts';
import type { ExportFormat } from './formatNames.ts';
import { htmlReport } from './html.ts';
import { markdownReport } from './markdown.ts';
import { sarifLog } from './sarif.ts';
import type { ToolPlace } from './sarifLocation.ts';

export const extensions: Readonly<Record<ExportFormat, string>> = {
  markdown: 'md',
  json: 'json',
  sarif: 'sarif',
  html: 'html',
};

/** What can be exported: a report that could be read. */
export type Readable = ReportInput & { readonly audit: Audit };

interface Context {
  /** Of this extension. */
  readonly version: string;
  /** Of the editor, such as `en`. */
  readonly language: string;
  /** The definitions of tools in the open repository, by name. */
  readonly toolPlaces?: ReadonlyMap<string, ToolPlace>;
}

export function exportText(input: Readable, format: ExportFormat, context: Context): string {
  const { version, language, toolPlaces } = context;
  switch (format) {
    case 'markdown':
      return markdownReport(createReport(input));
    case 'json':
      return jsonAudit(input.audit);
    case 'sarif':
      return sarifLog(input.audit, version, toolPlaces);
    case 'html':
      return htmlReport(createReport(input), language);
  }
}

/** All that the service sent; only addresses, of the target and of screenshots, are without what may be a secret. */
function jsonAudit(audit: Audit): string {
  const shown = (name: string, value: unknown): unknown =>
    typeof value === 'string' && ['targetUrl', 'url'].includes(name) ? redactUrl(value) : value;
  return `${JSON.stringify(auditAsSent(audit), shown, 2)}\n`;
}

/** `audit-weather.example.com-2026-11-21.md` */
export function fileName({ audit, targetUrl }: Readable, format: ExportFormat): string {
  const host = getUrlHost(audit.targetUrl ?? targetUrl);
  const [, day] = /^(\d{4}-\d{2}-\d{2})T/.exec(audit.report?.startedAt ?? audit.createdAt ?? '') ?? [];
  return `${safeFileName(['audit', host, day])}.${extensions[format]}`;
}
