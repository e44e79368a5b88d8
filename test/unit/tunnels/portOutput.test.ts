import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { describe, test } from 'node:test';
import { findListeningPorts } from '../../../src/tunnels/ports/findListeningPorts.node.ts';
import {
  parseLsof,
  parseNetstat,
  parseProcNetTcp,
  parseTasklist,
} from '../../../src/tunnels/ports/portOutput.ts';

describe('listening ports', () => {
  test('are read from `/proc/net/tcp`: those of loopback addresses and of all addresses', () => {
    const text = [
      '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode',
      '   0: 0100007F:0BB8 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 1111 1 0',
      '   1: 00000000:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 2222 1 0',
      '   2: 0100000A:0050 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 3333 1 0',
      '   3: 0100007F:0BB8 0100007F:9C40 01 00000000:00000000 00:00000000 00000000  1000        0 4444 1 0',
      '   4: 00000000000000000000000001000000:0BB9 00000000000000000000000000000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 5555 1 0',
      '',
    ].join('\n');
    assert.deepEqual(parseProcNetTcp(text), [
      { port: 3000, inode: '1111' },
      { port: 8080, inode: '2222' },
      { port: 3001, inode: '5555' },
    ]);
  });

  test('are read from `lsof`', () => {
    const text = [
      'p120',
      'cnode',
      'f20',
      'n*:3000',
      'f21',
      'n[::1]:3001',
      'p130',
      'cPython',
      'f5',
      'n10.0.0.1:80',
      'n127.0.0.1:8000',
    ];
    assert.deepEqual(parseLsof(text.join('\n')), [
      { port: 3000, process: { id: 120, name: 'node' } },
      { port: 3001, process: { id: 120, name: 'node' } },
      { port: 8000, process: { id: 130, name: 'Python' } },
    ]);
  });

  test('are read from `netstat` in any language', () => {
    const names = parseTasklist(
      '"node.exe","120","Console","1","40,000 K"\r\n"System","4","Services","0","1 K"\r\n',
    );
    const text = [
      'Aktive Verbindungen',
      '  Proto  Lokale Adresse         Remoteadresse          Status           PID',
      '  TCP    0.0.0.0:3000           0.0.0.0:0              ABHÖREN         120',
      '  TCP    127.0.0.1:3000         127.0.0.1:50000        HERGESTELLT     120',
      '  TCP    [::1]:3001             [::]:0                 ABHÖREN         99',
      '  TCP    192.168.1.4:139        0.0.0.0:0              ABHÖREN         4',
    ].join('\r\n');
    assert.deepEqual(parseNetstat(text, names), [
      { port: 3000, process: { id: 120, name: 'node' } },
      { port: 3001 },
    ]);
  });

  test('of this machine include a server of this process, with its name', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const found = (await findListeningPorts()).find((candidate) => candidate.port === port);
    server.close();
    assert.equal(found?.process?.id, process.pid);
    assert.match(found?.process?.name ?? '', /./);
  });
});
