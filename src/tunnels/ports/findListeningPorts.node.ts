import { execFile } from 'node:child_process';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { basename } from 'node:path';
import { promisify } from 'node:util';
import { type ListeningPort, mergePorts } from './listeningPort.ts';
import { parseLsof, parseNetstat, parseProcNetTcp, parseTasklist } from './portOutput.ts';

const commandTimeoutMs = 5000;
const maxOutputBytes = 10_000_000;

/** Returns the ports on which processes of this machine listen. Empty if the system doesn't report them. */
export async function findListeningPorts(platform = process.platform): Promise<readonly ListeningPort[]> {
  if (platform === 'linux') return mergePorts(await readProc());
  if (platform === 'win32') {
    const [ports, tasks] = await Promise.all([
      runCommand('netstat', ['-ano', '-p', 'TCP']),
      runCommand('tasklist', ['/FO', 'CSV', '/NH']),
    ]);
    return mergePorts(parseNetstat(ports, parseTasklist(tasks)));
  }
  return mergePorts(parseLsof(await runCommand('lsof', ['-nP', '-iTCP', '-sTCP:LISTEN', '-F', 'pcn'])));
}

/** Returns the output of a command, or an empty text if it fails. */
async function runCommand(command: string, args: readonly string[]): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(command, args, {
      timeout: commandTimeoutMs,
      maxBuffer: maxOutputBytes,
      windowsHide: true,
    });
    return stdout;
  } catch {
    return '';
  }
}

/** Reads the listening sockets from `/proc`, and their processes, unless other users own them. */
async function readProc(): Promise<ListeningPort[]> {
  const tables = await Promise.all(
    ['/proc/net/tcp', '/proc/net/tcp6'].map((file) => readFile(file, 'utf8').catch(() => '')),
  );
  const sockets = tables.flatMap(parseProcNetTcp);
  const inodes = new Set(sockets.map(({ inode }) => inode));
  const owners = new Map<string, number>();
  const ids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  await Promise.all(
    ids.map(async (id) => {
      for (const inode of await listSocketInodes(id)) if (inodes.has(inode)) owners.set(inode, Number(id));
    }),
  );
  return Promise.all(
    sockets.map(async ({ port, inode }) => {
      const id = owners.get(inode);
      const name = id === undefined ? '' : await readProcessName(id);
      return { port, ...(id !== undefined && name !== '' && { process: { id, name } }) };
    }),
  );
}

/** Returns the file name of the program. `/proc/ID/comm` is the name of a thread, which Node changes. */
async function readProcessName(id: number): Promise<string> {
  const [program = ''] = (await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')).split('\0');
  return basename(program);
}

async function listSocketInodes(processId: string): Promise<readonly string[]> {
  const folder = `/proc/${processId}/fd`;
  const files = await readdir(folder).catch(() => []);
  const targets = await Promise.all(files.map((file) => readlink(`${folder}/${file}`).catch(() => '')));
  return targets.flatMap((target) => /^socket:\[(\d+)\]$/.exec(target)?.[1] ?? []);
}
