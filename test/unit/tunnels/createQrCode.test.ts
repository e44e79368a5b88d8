import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import decodeQR from 'qr/decode.js';
import { createQrCode } from '../../../src/tunnels/page/createQrCode.ts';

/** Size of a module in the picture, in pixels. */
const scale = 4;

/** Draws the path of a QR code, and reads the picture with another implementation. */
function readQrCode({ size, path }: ReturnType<typeof createQrCode>): string {
  const width = size * scale;
  const data = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [, x = '', y = ''] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g))
    for (let row = 0; row < scale; row++)
      for (let column = 0; column < scale; column++) {
        const offset = ((Number(y) * scale + row) * width + Number(x) * scale + column) * 4;
        data.fill(0, offset, offset + 3);
      }
  return decodeQR({ width, height: width, data });
}

describe('a QR code', () => {
  for (const url of [
    'https://octo.example.com/mcp',
    'http://127.0.0.1:40123/',
    `https://octo.example.com/${'mcp/'.repeat(60)}?a=Bod%C3%B8`,
  ])
    test(`has the URL ${url.slice(0, 40)}, with a border`, () => {
      const code = createQrCode(url);
      assert.equal(readQrCode(code), url);
      const coordinates = [...code.path.matchAll(/M(\d+) (\d+)/g)].flatMap(([, x, y]) => [
        Number(x),
        Number(y),
      ]);
      assert.equal(Math.min(...coordinates), 4);
      assert.equal(Math.max(...coordinates), code.size - 5);
    });
});
