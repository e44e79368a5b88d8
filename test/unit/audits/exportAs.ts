import assert from 'node:assert/strict';
import {
  type AuditExportFormat,
  exportFormats,
  type ReadableReport,
} from '../../../src/audits/export/exportFormats.ts';

/** Exports a report where no folder is open. */
export function exportAs(id: AuditExportFormat['id'], report: ReadableReport): Promise<string> {
  const format = exportFormats.find((one) => one.id === id);
  assert.ok(format);
  return format.write(report, {
    version: '1.0.0',
    language: 'en',
    findToolLocations: async () => new Map(),
  });
}
