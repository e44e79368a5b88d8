import * as vscode from 'vscode';

const units = [
  ['year', 365 * 86_400_000],
  ['month', 30 * 86_400_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** A date of the service in the user's own time and words, with its age; what is no date stays as it is. */
export function dateText(iso: string, now = Date.now()): string {
  const time = Date.parse(iso);
  if (Number.isNaN(time)) return iso;
  const { language } = vscode.env;
  const date = new Date(time).toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short' });
  return vscode.l10n.t('{0} ({1})', date, ageText(time - now, language));
}

/** `3 days ago`, in its largest whole unit. ms. */
function ageText(age: number, language: string): string {
  const words = new Intl.RelativeTimeFormat(language, { numeric: 'always' });
  const found = units.find(([, length]) => Math.abs(age) >= length);
  if (!found) return vscode.l10n.t('just now');
  const [unit, length] = found;
  return words.format(Math.trunc(age / length), unit);
}
