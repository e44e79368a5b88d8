import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { registerTunnel } from '../../../src/tunnels/client/registerTunnel.node.ts';
import { startTunnelHost } from '../../service/tunnels/tunnelHost.ts';

/** Delays of this process that are longer than any time after which a tunnel is forgotten. */
const longMs = 60_000;

test('the tunnel host forgets a tunnel without sockets, but not while they wait to be accepted', async (context) => {
  const { timers } = context.mock;
  timers.enable({ apis: ['setTimeout'] });
  const host = await startTunnelHost({ isValidTicket: () => true });
  try {
    const ticket = { subdomain: 'octo', tunnelHost: host.name, ticket: 'ticket' };
    const { id, socketHost, socketPort, publicUrl } = await registerTunnel(
      ticket,
      new AbortController().signal,
    );
    const statusUrl = `http://${host.name}/api/tunnels/${id}/status`;
    /** Returns the number of sockets of the tunnel. `undefined`: the tunnel was forgotten. */
    const readCount = async (): Promise<number | undefined> => {
      const response = await fetch(statusUrl);
      if (response.status !== 200) return undefined;
      return ((await response.json()) as { readonly connectedSockets: number }).connectedSockets;
    };
    const openSocket = () => {
      const socket = connect(socketPort, socketHost);
      socket.write(`${id}\n`);
      return socket.resume();
    };
    // First the time after the registration, then the shorter one after the last socket was closed.
    for (let round = 0; round < 2; round++) {
      const socket = openSocket();
      // All timers that have expired in the meantime run before the host accepts the socket.
      timers.tick(longMs);
      let count = await readCount();
      while (count === 0) count = await readCount();
      assert.equal(count, 1, 'The tunnel was forgotten.');
      socket.destroy();
      while (host.countSockets() > 0) await setImmediate();
    }
    while ((await readCount()) !== undefined) timers.tick(100);
    assert.equal((await fetch(publicUrl)).status, 404);
  } finally {
    await host.close();
  }
});
