import { settings } from '../editor/settings.ts';

interface Limits {
  readonly usual: number;
  readonly least: number;
  readonly most: number;
}

// As package.json says of the settings; the editor marks other values there, but keeps them.
const rows: Limits = { usual: 1_000_000, least: 10_000, most: 2_000_000 };
const megabytes: Limits = { usual: 500, least: 50, most: 4000 };

/** How many entries a log panel loads at most. */
export function rowLimit(): number {
  return Math.round(within(settings.rowLimit(), rows));
}

/** How much text all log panels together hold at most, in bytes. */
export function textLimit(): number {
  return Math.round(within(settings.textLimit(), megabytes) * 1_000_000);
}

function within(value: unknown, { usual, least, most }: Limits): number {
  if (typeof value !== 'number' || Number.isNaN(value)) return usual;
  return Math.min(Math.max(value, least), most);
}
