import { fileURLToPath } from 'node:url';
import { endGroup, startGroup } from '../harness/processes.ts';

/** A sample service in a separate process, so that its work isn't measured. */
export interface ServiceProcess {
  readonly url: string;
  readonly apiKey: string;
  /** The ID of `weather-tools / production`, the environment with the load. */
  readonly environmentId: string;
  /** Sends a POST request to one of its controls, below `/_sample/`. */
  steer(path: string, body: object): Promise<void>;
  close(): Promise<void>;
}

const main = fileURLToPath(new URL('../service/main.ts', import.meta.url));

/** Starts a service on a free port, with options of its command line. */
export async function startServiceProcess(...options: readonly string[]): Promise<ServiceProcess> {
  const child = startGroup(process.execPath, [
    main,
    '--port',
    '0',
    '--typical-only',
    '--no-live',
    ...options,
  ]);
  let text = '';
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (text.includes('Ctrl+C')) resolve();
    });
    child.stderr?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    child.on('error', reject);
    child.on('exit', () => reject(new Error(`The sample service didn't start.\n${text}`)));
  });
  const url = /URL +(\S+)/.exec(text)?.[1] ?? '';
  const apiKey = /API key +(\S+)/.exec(text)?.[1] ?? '';
  const steer = async (path: string, body: object): Promise<void> => {
    const response = await fetch(`${url}/_sample/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`The sample service rejected ${path}: ${await response.text()}`);
  };
  return { url, apiKey, environmentId: await loadedEnvironment(url), steer, close: () => endGroup(child) };
}

async function loadedEnvironment(url: string): Promise<string> {
  const response = await fetch(`${url}/_sample/world`);
  const projects = (await response.json()) as {
    name: string;
    environments: { id: string; name: string }[];
  }[];
  const environment = projects
    .find(({ name }) => name === 'weather-tools')
    ?.environments.find(({ name }) => name === 'production');
  if (!environment) throw new Error('The sample service has no weather-tools / production.');
  return environment.id;
}
