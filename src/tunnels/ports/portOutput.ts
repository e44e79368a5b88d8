import { isReachableLocally, type ListeningPort } from './listeningPort.ts';

/** The state *LISTEN* in `/proc/net/tcp`. */
const listenState = '0A';
const loopbackOrAny = /^(?:0{8}|[0-9A-F]{6}7F|0{32}|0{24}01000000|0{16}0000FFFF[0-9A-F]{6}7F)$/;

/** Reads `/proc/net/tcp` or `/proc/net/tcp6` of Linux. The inode identifies the socket among the files of a process. */
export function parseProcNetTcp(text: string): readonly { readonly port: number; readonly inode: string }[] {
  return text
    .split('\n')
    .slice(1)
    .flatMap((line) => {
      const columns = line.trim().split(/\s+/);
      const [address = '', port = ''] = (columns[1] ?? '').split(':');
      const inode = columns[9];
      return columns[3] === listenState && inode !== undefined && loopbackOrAny.test(address)
        ? [{ port: Number.parseInt(port, 16), inode }]
        : [];
    });
}

/** Reads the output of `lsof -nP -iTCP -sTCP:LISTEN -F pcn`: a line for each field, which begins with its letter. */
export function parseLsof(text: string): ListeningPort[] {
  let id = 0;
  let name = '';
  return text.split('\n').flatMap((line) => {
    const value = line.slice(1);
    if (line.startsWith('p')) id = Number(value);
    if (line.startsWith('c')) name = value;
    if (!line.startsWith('n')) return [];
    const address = splitAddress(value);
    return address ? [{ port: address.port, process: { id, name } }] : [];
  });
}

/** Reads the output of `netstat -ano -p TCP` of Windows. The names of the states depend on the language of the system. */
export function parseNetstat(text: string, names: ReadonlyMap<number, string>): ListeningPort[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const [protocol, local = '', remote = '', , id = ''] = line.trim().split(/\s+/);
    // Only sockets that listen have no remote port.
    if (protocol !== 'TCP' || !/:0$/.test(remote)) return [];
    const address = splitAddress(local);
    const name = names.get(Number(id));
    if (!address) return [];
    return [{ port: address.port, ...(name !== undefined && { process: { id: Number(id), name } }) }];
  });
}

/** Reads the output of `tasklist /FO CSV /NH` of Windows. Returns the names by process ID. */
export function parseTasklist(text: string): ReadonlyMap<number, string> {
  const rows = text.matchAll(/^"([^"]*)","(\d+)"/gm);
  return new Map([...rows].map(([, name = '', id]) => [Number(id), name.replace(/\.exe$/i, '')]));
}

function splitAddress(text: string): { readonly port: number } | undefined {
  const match = /^(.*):(\d+)$/.exec(text);
  return match && isReachableLocally(match[1] ?? '') ? { port: Number(match[2]) } : undefined;
}
