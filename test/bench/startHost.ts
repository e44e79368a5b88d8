import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Browser } from '@playwright/test';
import { type Editor, openWorkbench } from '../harness/editor.ts';
import { openPage } from './frameMeasurements.ts';

/** A duration in milliseconds: elapsed time, and processor time of the host's thread. */
type StartTime = readonly [clock: number, thread: number];

/** The startup times of an extension. */
interface StartTimes {
  readonly load: StartTime;
  readonly activate: StartTime;
  /** The time from the request for activation to its end. */
  readonly whole: number;
}

/** The startup times of the measured extension and of an empty extension in the same host. */
export interface StartPair {
  readonly measured: StartTimes;
  readonly empty: StartTimes;
}

interface HostOptions {
  readonly browser: Browser;
  readonly editor: Editor;
  readonly folder: string;
  readonly probe: string;
}

/** Starts each of these extensions in new extension hosts, in turns. The first turns are warm-ups. */
export async function timeStarts<Name extends string>(
  options: HostOptions,
  { rounds, warmUps }: { readonly rounds: number; readonly warmUps: number },
  folders: Readonly<Record<Name, string>>,
): Promise<Record<Name, StartPair[]>> {
  const names = Object.keys(folders) as Name[];
  const pairs = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, StartPair[]>;
  for (let round = 1 - warmUps; round <= rounds; round++) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const order = ['empty', 'hosted-mcp'];
      const pair = await startOnce(options, folders[name], round % 4 < 2 ? order : order.toReversed());
      if (round > 0) pairs[name].push(pair);
    }
  }
  return pairs;
}

async function startOnce(
  { browser, editor, folder, probe }: HostOptions,
  extension: string,
  order: readonly string[],
): Promise<StartPair> {
  writeFileSync(join(dirname(probe), 'order.json'), JSON.stringify(order));
  const page = await openPage(browser);
  try {
    const output: string[] = [];
    const times = new Promise<string>((resolve, reject) => {
      void page.exposeFunction('codeAutomationLog', (_kind: string, parts: readonly unknown[]) => {
        const text = parts.join(' ');
        output.push(text);
        const [, found] = /TIMES (\{.*\})/.exec(text) ?? [];
        if (found !== undefined) resolve(found);
      });
      void page.exposeFunction('codeAutomationExit', () => reject(new Error(output.join('\n'))));
      setTimeout(() => reject(new Error(`The host didn't start.\n${output.join('\n')}`)), 300_000).unref();
    });
    await openWorkbench(page, editor, { folder, extension, tests: probe });
    const { empty, 'hosted-mcp': measured } = JSON.parse(await times);
    return { measured, empty };
  } finally {
    await page.close();
  }
}
