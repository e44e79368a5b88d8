import assert from 'node:assert/strict';
import { detectHost, getSignInFlows, type HostCapabilities } from '../../../src/auth/flows.ts';

/** The properties of a host, and its sign-in methods, best first. */
const table: readonly [string, HostCapabilities, readonly string[]][] = [
  ['a desktop', { canListen: true, isLocal: true, hasFixedPort: false }, ['loopback', 'uri', 'pasteToken']],
  [
    'a remote host',
    { canListen: true, isLocal: false, hasFixedPort: false },
    ['uri', 'loopback', 'pasteToken'],
  ],
  [
    'a remote host with a port that is registered',
    { canListen: true, isLocal: false, hasFixedPort: true },
    ['loopback', 'uri', 'pasteToken'],
  ],
  ['a web worker', { canListen: false, isLocal: false, hasFixedPort: true }, ['uri', 'pasteToken']],
];

describe('the sign-in methods', () => {
  for (const [name, host, expected] of table) {
    it(`of ${name}`, () => {
      assert.deepEqual(
        getSignInFlows(host).map(({ id }) => id),
        expected,
      );
    });
  }

  it('treat a service on this machine as one that signs in here', () => {
    // The editor of these tests runs in a browser, with a remote host.
    assert.equal(detectHost('https://api.example.com', 0).isLocal, false);
    assert.equal(detectHost('http://127.0.0.1:4100', 0).isLocal, true);
    assert.equal(detectHost('https://api.example.com', 4711).hasFixedPort, true);
  });
});
