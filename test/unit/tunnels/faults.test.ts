import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { runTunnelFaults, tunnelFaultScenarios } from '../../kit/tunnelFaults.ts';

describe('a tunnel with faults', () => {
  // The benchmark runs all scenarios. Each fault is here once, at another step than its neighbor.
  test('ends all requests, reconnects slowly, and leaves nothing behind', async () => {
    const scenarios = tunnelFaultScenarios.filter((_, index) => index % 10 === Math.floor(index / 10) % 10);
    assert.deepEqual(await runTunnelFaults(scenarios), { hung: [], runaway: [], left: [] });
  });
});
