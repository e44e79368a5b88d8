import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { UploadMeasurement } from './folderChild.ts';
import type { Measurement } from './measurement.ts';
import { jsonPages } from './pages.ts';
import { sized } from './size.ts';
import { measureTime, median } from './statistics.ts';

const start = promisify(execFile);

/** 500 MB in files of 5 MB: half of them text, half of them not compressible. */
const files = sized(100, 4);
const fileBytes = sized(5_000_000, 100_000);
const rounds = sized(3, 1);

/**
 * Measures packing and uploading a large folder, with the code of *Deploy Folder…* and with tools of the
 * system.
 */
export async function run(): Promise<Measurement[]> {
  const workFolder = mkdtempSync(join(tmpdir(), 'bench-folder-'));
  const root = join(workFolder, 'folder');
  const server = await takeAll();
  try {
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/archive`;
    writeFolder(root);
    const tools = `tar -czf - -C "$0" . | curl -sf -T - -o /dev/null "$1"`;
    const [ours, theirs, memory]: [number[], number[], number[]] = [[], [], []];
    // The turns alternate, so that a slow machine affects both. The first turn fills the file cache.
    for (let round = 0; round <= rounds; round += 1) {
      const sent = await send(root, workFolder, address);
      const tool = await measureTime(() => start('bash', ['-o', 'pipefail', '-c', tools, root, address]));
      if (round === 0) continue;
      ours.push(sent.ms);
      theirs.push(tool);
      memory.push(sent.bytes);
    }
    const name = 'Folder of 500 MB, packed and uploaded';
    return [
      {
        name,
        value: median(ours),
        unit: 'ms',
        baseline: { value: median(theirs), name: 'Packing with tar, uploading with curl' },
        budget: { quantity: 'ratio', max: 1.3 },
      },
      {
        name: `${name}: memory beyond an idle process`,
        value: Math.max(...memory) / 1e6,
        unit: 'MB',
        budget: { quantity: 'value', max: 50 },
      },
    ];
  } finally {
    server.close();
    rmSync(workFolder, { recursive: true, force: true });
  }
}

/** Sends the folder from a separate process, so that nothing else is in its memory. */
async function send(root: string, workFolder: string, address: string): Promise<UploadMeasurement> {
  const child = fileURLToPath(new URL('folderChild.ts', import.meta.url));
  const { stdout } = await start(process.execPath, [child, root, workFolder, address]);
  return JSON.parse(stdout) as UploadMeasurement;
}

function writeFolder(root: string): void {
  const text = Buffer.from([...jsonPages(5)].join('\n'));
  for (let n = 0; n < files; n += 1) {
    const folder = join(root, `part-${n % 10}`);
    mkdirSync(folder, { recursive: true });
    const file = openSync(join(folder, `file-${n}`), 'w');
    for (let rest = fileBytes; rest > 0; ) {
      const piece = n % 2 === 0 ? text : randomBytes(1_000_000);
      rest -= writeSync(file, piece, 0, Math.min(rest, piece.length));
    }
    closeSync(file);
  }
}

/** Starts a server that reads uploads and discards them. */
async function takeAll(): Promise<Server> {
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => response.end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
