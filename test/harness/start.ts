import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { parseBaseUrl } from '../../src/api/baseUrl.ts';
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
  --port N        port of the editor on 127.0.0.1 (default 3100, or any free one)
  --seed N        which sample world (default 7)
  --spec-only     a sample service with the specified operations only
  --no-open       do not open a browser`;

/** `npm start`: a real editor with the extension, connected to a service, until Ctrl+C. */
async function start(): Promise<void> {
  const { service: given, port, seed, specOnly, open } = readArguments();
  await installEditor(currentEditor);
  const vsix = await packageExtension();
  const service = given === undefined ? await startSample(seed, specOnly) : undefined;
  const url = service?.url ?? given ?? '';
  const dataDir = join(cache, 'start');
  const editor = await progress('Starting the editor', async () =>
    startEditor({
      editor: currentEditor,
      port,
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
  const { values } = parseArgs({
    allowNegative: true,
    options: {
      service: { type: 'string' },
      port: { type: 'string', default: '3100' },
      seed: { type: 'string', default: '7' },
      'spec-only': { type: 'boolean', default: false },
      open: { type: 'boolean', default: true },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(usage);
    process.exit(0);
  }
  let service: string | undefined;
  if (values.service !== undefined) {
    const parsed = parseBaseUrl(values.service);
    if (!parsed.ok) throw new Error(`--service: not a usable base URL (${parsed.rule}).\n${usage}`);
    service = parsed.url;
  }
  return {
    service,
    port: wholeNumber('--port', values.port),
    seed: wholeNumber('--seed', values.seed),
    specOnly: values['spec-only'],
    open: values.open,
  };
}

function wholeNumber(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`${name} takes a whole number.\n${usage}`);
  return Number(text);
}

async function startSample(seed: number, specOnly: boolean): Promise<SampleService> {
  const service = await startService({ port: await freePort(4100), seed, specOnly });
  onStop(() => service.close());
  return service;
}

/** A folder to open, so that the window is not empty. */
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
