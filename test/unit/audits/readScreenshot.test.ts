import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { maxScreenshotBytes, readScreenshot, ScreenshotError } from '../../../src/audits/readScreenshot.ts';

const png = Buffer.concat([Buffer.from('\u0089PNG\r\n\u001A\n', 'latin1'), Buffer.alloc(100)]);
const { signal } = new AbortController();

/** What is at each path. */
const answers: Readonly<Record<string, RequestListener>> = {
  '/png': (_, response) => response.writeHead(200, { 'Content-Type': 'text/plain' }).end(png),
  '/jpeg': (_, response) => response.end(Buffer.from('ffd8ffe000', 'hex')),
  '/webp': (_, response) => response.end(Buffer.from('RIFF....WEBPVP8 ', 'latin1')),
  '/svg': (_, response) => response.writeHead(200, { 'Content-Type': 'image/png' }).end('<svg xmlns="x"/>'),
  '/gif': (_, response) => response.writeHead(200, { 'Content-Type': 'image/gif' }).end('GIF89a'),
  '/empty': (_, response) => response.end(),
  '/expired': (_, response) => response.writeHead(403).end('<Error/>'),
  '/missing': (_, response) => response.writeHead(404).end(),
  '/broken': (_, response) => response.writeHead(500).end(),
  '/cut': (request, response) => {
    response.writeHead(200, { 'Content-Length': 1000 }).write(png);
    setImmediate(() => request.socket.destroy());
  },
  '/saysLarge': (_, response) =>
    response.writeHead(200, { 'Content-Length': maxScreenshotBytes + 1 }).end(png),
  '/large': (_, response) => {
    response.writeHead(200).write(png);
    response.end(Buffer.alloc(maxScreenshotBytes));
  },
  '/moved': (_, response) => response.writeHead(302, { Location: '/png' }).end(),
  '/circle': (_, response) => response.writeHead(302, { Location: '/circle' }).end(),
  '/out': (_, response) => response.writeHead(302, { Location: 'http://files.example.com/a.png' }).end(),
  '/credentials': ({ headers }, response) =>
    response
      .writeHead(headers.authorization === undefined && headers.cookie === undefined ? 200 : 400)
      .end(png),
};
const server = createServer((request, response) => answers[request.url ?? '']?.(request, response));
const at = (path: string): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;

before(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
after(() => server.close());

async function outcome(address: string, allowsLoopback = true): Promise<string> {
  try {
    return (await readScreenshot(address, { signal, allowsLoopback })).type;
  } catch (error) {
    assert.ok(error instanceof ScreenshotError, String(error));
    assert.ok(!error.message.includes('://'), 'the address is in no message');
    return error.kind;
  }
}

describe('a picture of a report', () => {
  for (const [path, expected] of Object.entries({
    '/png': 'image/png',
    '/jpeg': 'image/jpeg',
    '/webp': 'image/webp',
    '/credentials': 'image/png',
    '/moved': 'image/png',
    '/svg': 'unsupportedType',
    '/gif': 'unsupportedType',
    '/empty': 'unsupportedType',
    '/expired': 'expired',
    '/missing': 'expired',
    '/broken': 'failed',
    '/cut': 'failed',
    '/saysLarge': 'tooLarge',
    '/large': 'tooLarge',
    '/circle': 'failed',
    '/out': 'unsafeUrl',
  })) {
    test(`at ${path}: ${expected}`, async () => assert.equal(await outcome(at(path)), expected));
  }

  test('has all of its bytes', async () => {
    const { bytes } = await readScreenshot(at('/png'), { signal, allowsLoopback: true });
    assert.deepEqual(Buffer.from(bytes), png);
  });

  test('comes from nowhere that is not encrypted', async () => {
    assert.equal(await outcome(at('/png'), false), 'unsafeUrl');
    for (const address of [
      'http://example.com/a.png',
      'file:///a.png',
      'data:image/png,a',
      'a',
      'https://me:pw@example.com/',
    ]) {
      assert.equal(await outcome(address), 'unsafeUrl', address);
    }
  });

  test('is not waited for once the page is closed', async () => {
    const controller = new AbortController();
    const reading = readScreenshot(at('/png'), { signal: controller.signal, allowsLoopback: true });
    controller.abort(new Error('closed'));
    await assert.rejects(reading, { message: 'closed' });
  });
});
