import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type LaunchOptions } from '@playwright/test';
import { installBundledChromium } from './bundledChromium.ts';

/** The environment variable with the path of a Chrome, Edge, or Chromium to use. */
const browserVariable = 'HOSTED_MCP_BROWSER';

/**
 * Returns the launch options for the browser of this machine: the one in the environment variable, the
 * bundled one (Linux x64), or an installed one. No flag weakens its isolation, so that content security
 * policies are enforced.
 */
export async function findLaunchOptions(): Promise<LaunchOptions> {
  const args = ['--disable-quic', '--font-render-hinting=none'];
  const customPath = process.env[browserVariable];
  if (customPath) {
    if (!existsSync(customPath))
      throw new Error(`${browserVariable} is set to ${customPath}, which doesn't exist.`);
    return { executablePath: customPath, args };
  }
  const bundled = await installBundledChromium();
  if (bundled) return { ...bundled, args };
  const installed = findInstalledBrowsers().find((path) => existsSync(path));
  if (installed) return { executablePath: installed, args };
  throw new Error(
    `No browser was found. Install Chrome, Edge, or Chromium, or set ${browserVariable} to the path of a browser.`,
  );
}

/** Starts the browser of this machine, with additional arguments. */
export async function launchBrowser(...moreArgs: readonly string[]): Promise<Browser> {
  const options = await findLaunchOptions();
  return await chromium.launch({ ...options, args: [...(options.args ?? []), ...moreArgs] });
}

function findInstalledBrowsers(): string[] {
  if (process.platform === 'darwin') {
    return ['Google Chrome', 'Microsoft Edge', 'Chromium'].map(
      (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
    );
  }
  if (process.platform === 'win32') {
    const roots = ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap(
      (name) => process.env[name] ?? [],
    );
    const programs = ['Google/Chrome/Application/chrome.exe', 'Microsoft/Edge/Application/msedge.exe'];
    return roots.flatMap((folder) => programs.map((program) => join(folder, program)));
  }
  const names = ['google-chrome', 'chromium', 'chromium-browser', 'microsoft-edge'];
  return (process.env['PATH'] ?? '').split(':').flatMap((folder) => names.map((name) => join(folder, name)));
}
