import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type BaseUrlRule, parseBaseUrl } from '../../src/api/baseUrl.ts';
import { webAddress } from '../../src/editor/webAddress.ts';
import { type SampleService, startService } from '../service/service.ts';
import { startEditor } from './editor.ts';
import { currentEditor, installEditor } from './editorInstall.ts';
import { openInBrowser } from './openInBrowser.ts';
import { cache } from './paths.ts';
import { freePort } from './ports.ts';
import { progress } from './progress.mjs';
import { quietSettings, readSettings } from './settings.ts';
import { onStop, stop, stopOnSignals } from './stop.ts';
import { packageExtension } from './vsix.ts';

const welcome = `# Hosted MCP Servers

- The cloud in the activity bar, at the left edge, opens **Hosted MCP**: the projects of the service.
- A click on an environment opens its logs.
- F1, then "Hosted MCP", shows all commands.
`;

const usage = `Usage: npm start -- [options]
  --service URL   connect to a service of yours instead of the sample service
  --port N        port of the editor on 127.0.0.1, 0 for any free one (default 3100, or any free one)
  --seed N        which sample world (default 7)
  --spec-only     a sample service with the specified operations only
  --no-open       do not open a browser
  -h, --help      show this`;

/** What is wrong with the address; the editor has the same rules in its own words. */
const ruleWords: Readonly<Record<BaseUrlRule, string>> = {
  empty: 'the base URL is missing.',
  notUrl: 'the base URL must be a web address, such as https://api.example.com.',
  scheme: 'the base URL must begin with https://.',
  insecure:
    'the base URL must use https: over plain http, credentials could be read on the way. Only this machine (localhost) may use http.',
  credentials: "the base URL can't contain a user name or password.",
  query: "the base URL can't have a ? or # part.",
  fragment: "the base URL can't have a ? or # part.",
};

const defaultPort = 3100;

/** `npm start`: a real editor with the extension, connected to a service, until Ctrl+C. */
async function start(): Promise<void> {
  const { service: given, port, seed, specOnly, open } = readArguments();
  if (port !== undefined) await mustBeFree(port);
  await installEditor(currentEditor);
  const vsix = await packageExtension();
  const service = given === undefined ? await startSample(seed, specOnly) : undefined;
  const url = service?.url ?? given ?? '';
  const dataDir = join(cache, 'start');
  const editor = await progress('Starting the editor', async () =>
    startEditor({
      editor: currentEditor,
      port: port ?? defaultPort,
      dataDir,
      vsix,
      defaultFolder: workspace(),
      settings: {
        ...quietSettings,
        'workbench.startupEditor': 'readme',
        ...readSettings(dataDir),
        'hostedMcp.baseUrl': url,
      },
      env: service ? { HOSTED_MCP_BASE_URL: service.url, HOSTED_MCP_API_KEY: service.apiKey } : {},
    }),
  );
  onStop(() => editor.close());
  console.log(`
Open    ${editor.url}
        then the cloud in the activity bar: Hosted MCP
Service ${url}${service ? ` (sample)\nSign-in ${service.login.email} / ${service.login.password}` : ''}
Stop    Ctrl+C
`);
  if (open) openInBrowser(editor.url);
}

function readArguments() {
  const values = parseOptions();
  if (values.help) {
    console.log(usage);
    process.exit(0);
  }
  return {
    service: values.service === undefined ? undefined : baseUrl(values.service),
    port: values.port === undefined ? undefined : wholeNumber('--port', values.port, 65_535),
    seed: wholeNumber('--seed', values.seed, 999_999_999),
    specOnly: values['spec-only'],
    open: values.open,
  };
}

function parseOptions() {
  try {
    return parseArgs({
      allowNegative: true,
      options: {
        service: { type: 'string' },
        port: { type: 'string' },
        seed: { type: 'string', default: '7' },
        'spec-only': { type: 'boolean', default: false },
        open: { type: 'boolean', default: true },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }).values;
  } catch (error) {
    // Node adds advice on options that begin with a dash: none of ours does.
    throw misused(error instanceof Error ? (error.message.split(/\. |\n/)[0] ?? '') : String(error));
  }
}

function baseUrl(text: string): string {
  const parsed = parseBaseUrl(webAddress(text));
  if (!parsed.ok) throw misused(`--service: ${ruleWords[parsed.rule]}`);
  return parsed.url;
}

function wholeNumber(name: string, text: string, most: number): number {
  if (!/^\d{1,9}$/.test(text) || Number(text) > most) {
    throw misused(`${name} ${text}: it takes a whole number from 0 to ${most}.`);
  }
  return Number(text);
}

function misused(message: string): Error {
  return new Error(`${message}\n\n${usage}`);
}

/** A port that was asked for isn't quietly replaced by another one. */
async function mustBeFree(port: number): Promise<void> {
  if (port === 0 || (await freePort(port)) === port) return;
  throw new Error(
    `--port ${port}: that port is in use, or may not be used here. ` +
      'End what uses it, choose another one, or leave --port out to take any free one.',
  );
}

async function startSample(seed: number, specOnly: boolean): Promise<SampleService> {
  const service = await startService({ port: await freePort(4100), seed, specOnly });
  onStop(() => service.close());
  return service;
}

/** A folder to open, so that the window isn't empty. */
function workspace(): string {
  const folder = join(cache, 'workspace');
  mkdirSync(folder, { recursive: true });
  const readme = join(folder, 'README.md');
  if (!existsSync(readme)) {
    writeFileSync(readme, welcome);
  }
  return folder;
}

stopOnSignals(() => 0);
await start().catch(async (error: unknown) => {
  console.error(`\n${error instanceof Error ? error.message : String(error)}`);
  await stop();
  process.exit(1);
});
