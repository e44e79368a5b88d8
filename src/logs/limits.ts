import { settings } from '../editor/settings.ts';

interface SettingLimits {
  readonly defaultValue: number;
  readonly min: number;
  readonly max: number;
}

// As package.json says of the settings; the editor marks other values there, but keeps them.
const rows: SettingLimits = { defaultValue: 1_000_000, min: 10_000, max: 2_000_000 };
const megabytes: SettingLimits = { defaultValue: 500, min: 50, max: 4000 };

/** How many entries a log panel loads at most. */
export function rowLimit(): number {
  return Math.round(clampSetting(settings.rowLimit(), rows));
}

/** How much text all log panels together hold at most, in bytes. */
export function textLimit(): number {
  return Math.round(clampSetting(settings.textLimit(), megabytes) * 1_000_000);
}

function clampSetting(value: unknown, { defaultValue, min, max }: SettingLimits): number {
  if (typeof value !== 'number' || Number.isNaN(value)) return defaultValue;
  return Math.min(Math.max(value, min), max);
}
