import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type BaseUrlRule, parseBaseUrl } from '../../src/api/baseUrl.ts';
import { normalizeTypedUrl } from '../../src/editor/normalizeTypedUrl.ts';
import { type SampleService, startService } from '../service/service.ts';
import { startEditor } from './editor.ts';
import { currentEditor, installEditor } from './editorInstall.ts';
import { cache } from './paths.ts';
import { freePort } from './ports.ts';
import { progress } from './progress.mjs';
import { quietSettings, readSettings } from './settings.ts';
import { onStop, stop, stopOnSignals } from './stop.ts';
import { packageExtension } from './vsix.ts';

const welcome = `# Hosted MCP Servers

- To see the projects of the service, select the cloud (**Hosted MCP**) in the activity bar on the left.
- To open the logs of an environment, select it.
- To see all commands, press F1, and then enter "Hosted MCP".
`;

const usage = `Usage: npm start -- [options]
  --service URL   connect to your own service instead of the sample service
  --port N        port of the editor on 127.0.0.1; 0 uses any free port (default 3100, or any free port)
  --seed N        seed of the sample data (default 7)
  --spec-only     start a sample service that has only the operations in the API specification
  --no-open       don't open a browser
  -h, --help      show this help`;

/** The messages for an invalid base URL. */
const baseUrlMessages: Readonly<Record<BaseUrlRule, string>> = {
  empty: 'the base URL is missing.',
  notUrl: 'the base URL must be a valid URL, such as https://api.example.com.',
  scheme: 'the base URL must begin with https://.',
  insecure:
    'the base URL must use HTTPS because credentials sent over HTTP could be read in transit. HTTP is allowed only for this machine (localhost).',
  credentials: "the base URL can't contain a user name or password.",
  query: "the base URL can't contain a query (?) or a fragment (#).",
  fragment: "the base URL can't contain a query (?) or a fragment (#).",
};

const defaultPort = 3100;

/** Runs `npm start`: a real editor with the extension, connected to a service, until Ctrl+C. */
async function start(): Promise<void> {
  const { service: given, port, seed, specOnly, open } = readArguments();
  if (port !== undefined) await assertPortIsFree(port);
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
      defaultFolder: createWorkspaceFolder(),
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
        Then select the cloud (Hosted MCP) in the activity bar.
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
    service: values.service === undefined ? undefined : readBaseUrl(values.service),
    port: values.port === undefined ? undefined : parseWholeNumber('--port', values.port, 65_535),
    seed: parseWholeNumber('--seed', values.seed, 999_999_999),
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
    // Removes Node's advice about options that begin with a dash, which doesn't apply here.
    throw usageError(error instanceof Error ? (error.message.split(/\. |\n/)[0] ?? '') : String(error));
  }
}

function readBaseUrl(text: string): string {
  const parsed = parseBaseUrl(normalizeTypedUrl(text));
  if (!parsed.ok) throw usageError(`--service: ${baseUrlMessages[parsed.rule]}`);
  return parsed.url;
}

function parseWholeNumber(name: string, text: string, max: number): number {
  if (!/^\d{1,9}$/.test(text) || Number(text) > max) {
    throw usageError(`${name} ${text}: enter a whole number from 0 to ${max}.`);
  }
  return Number(text);
}

function usageError(message: string): Error {
  return new Error(`${message}\n\n${usage}`);
}

/** Throws if the requested port isn't free, so that it isn't replaced without notice. */
async function assertPortIsFree(port: number): Promise<void> {
  if (port === 0 || (await freePort(port)) === port) return;
  throw new Error(
    `--port ${port}: this port is in use or not permitted. ` +
      'End the program that uses it, enter a different port, or omit --port to use any free port.',
  );
}

async function startSample(seed: number, specOnly: boolean): Promise<SampleService> {
  const service = await startService({ port: await freePort(4100), seed, specOnly });
  onStop(() => service.close());
  return service;
}

/** Creates a folder to open, so that the window isn't empty. */
function createWorkspaceFolder(): string {
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

/** Opens a URL in the user's browser if there is a screen. Ignores errors. */
function openInBrowser(address: string): void {
  const { platform, env } = process;
  const hasScreen = platform !== 'linux' || Boolean(env['DISPLAY'] ?? env['WAYLAND_DISPLAY']);
  if (!hasScreen || env['CI']) return;
  const [command, ...args] =
    platform === 'darwin'
      ? ['open']
      : platform === 'win32'
        ? ['rundll32', 'url.dll,FileProtocolHandler']
        : ['xdg-open'];
  const child = spawn(command, [...args, address], { stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.unref();
}
