import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createAdaptedFetch } from '../../../src/inspector/wire/adaptedFetch.ts';
import { createMessageAdapter } from '../../../src/inspector/wire/messageAdapter.ts';

/** The event stream that the SDK gets for one of a server. */
async function streamOf(text: string): Promise<string> {
  const fetch = async () => new Response(text, { headers: { 'content-type': 'text/event-stream' } });
  const wired = createAdaptedFetch(
    fetch,
    createMessageAdapter(() => undefined),
    { transport: 'http', onResponseError: () => undefined },
  );
  return (await wired('https://mcp.example.com/mcp', { method: 'GET' })).text();
}

describe('the requested delay before a stream is reopened', () => {
  for (const [asked, taken] of [
    ['0', 1000],
    ['1', 1000],
    ['999', 1000],
    ['1000', 1000],
    ['1001', 1001],
    ['30000', 30_000],
    ['30001', 30_000],
    // A timer of more than 31 bits runs out at once.
    ['2147483648', 30_000],
    ['99999999999999999999', 30_000],
  ] as const) {
    test(`is between 1 and 30 seconds: ${asked} ms`, async () => {
      assert.equal(await streamOf(`retry: ${asked}\n\n`), `retry: ${taken}\n\n`);
    });
  }

  for (const asked of ['-1', 'soon', '1.5', '']) {
    test(`has the default of the SDK if it isn't a number: "${asked}"`, async () => {
      assert.doesNotMatch(await streamOf(`retry: ${asked}\n\n`), /retry/);
    });
  }
});
