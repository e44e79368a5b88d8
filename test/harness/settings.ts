import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export type Settings = Readonly<Record<string, unknown>>;

/** The setting that turns on workspace trust. A folder is then restricted until its user trusts it. */
export const workspaceTrust = 'security.workspace.trust.enabled';

/**
 * Settings that turn off the welcome page, chat, trust questions, updates, and the message about the
 * machine's API key.
 */
export const quietSettings: Settings = {
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.enableExperiments': false,
  'chat.disableAIFeatures': true,
  [workspaceTrust]: false,
  'extensions.autoUpdate': false,
  'extensions.autoCheckUpdates': false,
  'extensions.ignoreRecommendations': true,
  'update.showReleaseNotes': false,
  'telemetry.telemetryLevel': 'off',
  'git.enabled': false,
  'window.restoreWindows': 'none',
  'hostedMcp.messages.machineKey': false,
};

/** Returns the path of the user settings for a data folder. */
export function settingsFile(dataDir: string): string {
  return join(dataDir, 'data', 'User', 'settings.json');
}

/** Replaces the user settings. */
export function writeSettings(dataDir: string, settings: Settings): void {
  const file = settingsFile(dataDir);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(settings, null, 2)}\n`);
}

/** Reads the user settings. Renames a file that isn't plain JSON to `settings.json.bak`. */
export function readSettings(dataDir: string): Settings {
  const file = settingsFile(dataDir);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return {};
  }
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return { ...value };
  } catch {
    // The editor allows comments in settings, but they don't justify a parser.
  }
  renameSync(file, `${file}.bak`);
  return {};
}
