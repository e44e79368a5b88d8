import { settings } from '../editor/settings.ts';

/** As package.json says of the setting; the editor marks other values there, but keeps them. */
const limits = { usual: 1_000_000, least: 10_000, most: 2_000_000 };

/** How many entries a log panel loads at most. */
export function rowLimit(): number {
  const value = settings.rowLimit();
  if (typeof value !== 'number' || Number.isNaN(value)) return limits.usual;
  return Math.round(Math.min(Math.max(value, limits.least), limits.most));
}
