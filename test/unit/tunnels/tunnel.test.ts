import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request as requestHttp } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import { openTunnel, type Tunnel } from '../../../src/tunnels/client/tunnel.node.ts';
import type { TunnelState } from '../../../src/tunnels/client/tunnelState.ts';
import { defaultTunnelTiming, type TunnelTiming } from '../../../src/tunnels/client/tunnelTiming.ts';
import { waitFor } from '../../kit/eventLoop.ts';
import { startTunnelHost, type TunnelHost } from '../../service/tunnels/tunnelHost.ts';

const subdomain = 'octo-test';

interface Parts {
  readonly host: TunnelHost;
  /** The tickets that the host accepts. Others are rejected. */
  readonly tickets: Set<string>;
  open(timing?: Partial<TunnelTiming>): { readonly tunnel: Tunnel; readonly states: TunnelState[] };
  fetchPublic(path: string): Promise<string>;
  /** Resolves once a response has begun that doesn't end. */
  openStream(): Promise<IncomingMessage>;
}

async function useTunnelHost(body: (parts: Parts) => Promise<void>): Promise<void> {
  const local = createServer((request, response) => {
    if (request.url === '/stream') response.flushHeaders();
    else response.end(`local ${request.url}`);
  });
  await new Promise<void>((resolve) => local.listen(0, 'localhost', resolve));
  const tickets = new Set(['ticket-1']);
  const host = await startTunnelHost({ isValidTicket: (_, ticket) => tickets.has(ticket) });
  const tunnels: Tunnel[] = [];
  let publicUrl = '';
  try {
    await body({
      host,
      tickets,
      open(changedTiming) {
        const states: TunnelState[] = [];
        const tunnel = openTunnel({
          localPort: (local.address() as AddressInfo).port,
          keepsBodies: () => true,
          onExchange: () => undefined,
          describeFailure: (failure) => failure,
          getTicket: async () => ({ subdomain, tunnelHost: host.name, ticket: [...tickets].at(-1) ?? '' }),
          onState(state) {
            states.push(state);
            if (state.kind === 'open') ({ publicUrl } = state);
          },
          timing: {
            ...defaultTunnelTiming,
            baseDelayMs: 50,
            maxDelayMs: 200,
            checkIntervalMs: 200,
            tickMs: 50,
            acceptedMs: 100,
            ...changedTiming,
          },
        });
        tunnels.push(tunnel);
        return { tunnel, states };
      },
      openStream: async () => {
        const request = requestHttp(new URL('/stream', publicUrl), { agent: false }).end();
        const [response] = (await once(request, 'response')) as [IncomingMessage];
        return response.resume().on('error', () => undefined);
      },
      fetchPublic: async (path) => {
        const { promise, resolve, reject } = Promise.withResolvers<string>();
        requestHttp(new URL(path, publicUrl), { agent: false })
          .once('response', (response) => void text(response).then(resolve, reject))
          .once('error', reject)
          .end();
        return promise;
      },
    });
  } finally {
    for (const tunnel of tunnels) tunnel.close();
    await host.close();
    local.closeAllConnections();
    local.close();
  }
}

const waitForState = ({ tunnel }: { readonly tunnel: Tunnel }, kind: TunnelState['kind']) =>
  waitFor(() => tunnel.state.kind === kind);

describe('a tunnel', () => {
  test('forwards a thousand requests at once, each to its own response', async () => {
    await useTunnelHost(async ({ open, fetchPublic }) => {
      await waitForState(open(), 'open');
      const paths = Array.from({ length: 1000 }, (_, index) => `/${index}`);
      const bodies = await Promise.all(paths.map(fetchPublic));
      assert.deepEqual(
        bodies,
        paths.map((path) => `local ${path}`),
      );
    });
  });

  test('returns with the same URL after the tunnel host restarts, and with a new ticket', async () => {
    await useTunnelHost(async ({ open, fetchPublic, host, tickets }) => {
      const opened = open();
      await waitForState(opened, 'open');
      tickets.clear();
      tickets.add('ticket-2');
      host.restart();
      await waitForState(opened, 'interrupted');
      await waitForState(opened, 'open');
      assert.equal(await fetchPublic('/again'), 'local /again');
    });
  });

  test('stops after it was displaced, until it takes over', async () => {
    await useTunnelHost(async ({ open, fetchPublic }) => {
      const first = open();
      await waitForState(first, 'open');
      const second = open();
      await waitForState(second, 'open');
      await waitForState(first, 'displaced');
      first.tunnel.reopen();
      await waitForState(first, 'open');
      await waitForState(second, 'displaced');
      assert.equal(await fetchPublic('/x'), 'local /x');
    });
  });

  test('is not taken for displaced if it is lost again and again, unless the tunnel host reports nothing', async () => {
    for (const reportsSockets of [true, false])
      await useTunnelHost(async ({ open, host }) => {
        host.faults.hidesSocketCounts = !reportsSockets;
        const opened = open();
        for (let loss = 1; loss <= 3; loss++) {
          await waitFor(() => opened.states.filter(({ kind }) => kind === 'open').length === loss);
          if (reportsSockets) host.faults.rejectsSockets = true;
          if (reportsSockets) host.dropSockets();
          else host.restart();
          await waitFor(() => opened.tunnel.state.kind !== 'open');
          delete host.faults.rejectsSockets;
          if (opened.tunnel.state.kind === 'displaced') break;
        }
        const isDisplaced = opened.states.some(({ kind }) => kind === 'displaced');
        assert.equal(isDisplaced, !reportsSockets);
      });
  });

  test('opens sockets slowly if the tunnel host closes them after an invalid request', async () => {
    await useTunnelHost(async ({ open, host }) => {
      const opened = open();
      await waitForState(opened, 'open');
      const { sockets } = host.counts;
      host.faults.greeting = '404 not found';
      host.dropSockets();
      await waitForState(opened, 'interrupted');
      // The ten sockets that replace the dropped ones, and one for each further attempt.
      const { sockets: socketsAtEnd } = host.counts;
      assert.ok(socketsAtEnd - sockets <= 20, `${socketsAtEnd - sockets} sockets`);
    });
  });

  test('opens again if its sockets are half-open, and does not take itself for another tunnel', async () => {
    await useTunnelHost(async ({ open, fetchPublic, host }) => {
      const opened = open({ checkTimeoutMs: 500 });
      await waitForState(opened, 'open');
      host.faults.isHalfOpen = true;
      await waitFor(() => opened.tunnel.state.kind !== 'open');
      delete host.faults.isHalfOpen;
      await waitForState(opened, 'open');
      assert.equal(await fetchPublic('/again'), 'local /again');
      assert.equal(
        opened.states.some(({ kind }) => kind === 'displaced'),
        false,
      );
    });
  });

  test('remains open while all of its sockets carry streams, so that a check waits', async () => {
    await useTunnelHost(async ({ open, openStream, host }) => {
      const opened = open({ checkTimeoutMs: 100 });
      await waitForState(opened, 'open');
      const streams = await Promise.all(Array.from({ length: 10 }, openStream));
      const { requests } = host.counts;
      await waitFor(() => host.counts.requests >= requests + 4);
      assert.deepEqual(
        opened.states.map(({ kind }) => kind),
        ['open'],
      );
      assert.ok(streams.every(({ destroyed }) => !destroyed));
    });
  });
});
