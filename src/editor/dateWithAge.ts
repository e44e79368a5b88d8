import * as vscode from 'vscode';
import { formatAge } from '../domain/age.ts';
import { toPlainText } from '../domain/plainText.ts';
import { formatDateTime } from './webview/dateTime.ts';

/**
 * Formats a time for a tooltip, such as "Nov 25, 2026, 6:33 AM (3 hours ago)". `time`: milliseconds since the epoch, or
 * an ISO 8601 text. Returns another text unchanged.
 */
export function formatDateWithAge(time: number | string, now = Date.now()): string {
  const ms = typeof time === 'number' ? time : Date.parse(time);
  if (Number.isNaN(ms)) return toPlainText(String(time));
  const { language } = vscode.env;
  return vscode.l10n.t('{0} ({1})', formatDateTime(ms, language), formatAge(now - ms, language));
}
