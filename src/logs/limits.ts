import { settings } from '../editor/settings.ts';

interface SettingLimits {
  readonly defaultValue: number;
  readonly min: number;
  readonly max: number;
}

// The same values as in package.json. The editor reports values outside of these limits, but doesn't reject them.
const rowLimits: SettingLimits = { defaultValue: 1_000_000, min: 10_000, max: 2_000_000 };
const megabyteLimits: SettingLimits = { defaultValue: 500, min: 50, max: 4000 };

/** Returns the maximum number of entries that a log panel loads. */
export function getRowLimit(): number {
  return Math.round(clampSetting(settings.rowLimit(), rowLimits));
}

/** Returns the maximum size of the text in all log panels together, in bytes. */
export function getTextLimit(): number {
  return Math.round(clampSetting(settings.textLimit(), megabyteLimits) * 1_000_000);
}

function clampSetting(value: unknown, { defaultValue, min, max }: SettingLimits): number {
  if (typeof value !== 'number' || Number.isNaN(value)) return defaultValue;
  return Math.min(Math.max(value, min), max);
}
