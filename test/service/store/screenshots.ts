import type { IncomingMessage, ServerResponse } from 'node:http';
import { crc32, deflateSync } from 'node:zlib';

/** The valid signature in the URL of a screenshot. */
export const screenshotSignature = 'sample-screenshot-signature';

/**
 * Sends the screenshot of a view. `now` is in milliseconds since 1970. For the audit `aud_odd`, the
 * screenshot for ChatGPT is an HTML page, and that for Claude has an expired URL.
 */
export function sendScreenshot(
  { url = '', headers }: IncomingMessage,
  response: ServerResponse,
  now: number,
): void {
  const { pathname, searchParams } = new URL(url, 'http://store');
  const [, auditId, platform] = /^\/screenshots\/(.+)-(\w+)\.png$/.exec(pathname) ?? [];
  const isOver = now >= Number(searchParams.get('X-Expires'));
  const isGood =
    searchParams.get('X-Signature') === screenshotSignature && headers.authorization === undefined;
  if (auditId === undefined || !isGood || isOver || (auditId === 'aud_odd' && platform === 'claudeai')) {
    response
      .writeHead(403, { 'Content-Type': 'application/xml' })
      .end(
        '<?xml version="1.0"?><Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>',
      );
    return;
  }
  response.writeHead(200, { 'Content-Type': 'image/png' });
  response.end(
    auditId === 'aud_odd'
      ? '<svg xmlns="http://www.w3.org/2000/svg"/>'
      : drawScreenshot(platform === 'chatgpt'),
  );
}

const [width, height] = [640, 400];

/** Draws a card with a heading and lines, as a PNG with a palette. */
function drawScreenshot(isLight: boolean): Buffer {
  const colors = isLight
    ? [0xf7f7f8, 0xffffff, 0x2f6fde, 0xc9ced6]
    : [0x262624, 0x30302e, 0xd97757, 0x6b6a66];
  const rows = Array.from({ length: height }, (_, y) => {
    const row = Buffer.alloc(width + 1);
    for (let x = 0; x < width; x += 1) row[x + 1] = colorAt(x, y);
    return row;
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  const palette = Buffer.from(colors.flatMap((color) => [color >> 16, (color >> 8) & 255, color & 255]));
  return Buffer.concat([
    Buffer.from('\u0089PNG\r\n\u001A\n', 'latin1'),
    createPngChunk('IHDR', header),
    createPngChunk('PLTE', palette),
    createPngChunk('IDAT', deflateSync(Buffer.concat(rows))),
    createPngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Returns the palette index of a pixel: background, card, heading, or line. */
function colorAt(x: number, y: number): number {
  const isInside = x >= 60 && x < 580 && y >= 40 && y < 360;
  if (!isInside) return 0;
  if (y >= 70 && y < 100 && x >= 90 && x < 330) return 2;
  const isLine =
    y >= 130 &&
    y < 330 &&
    (y - 130) % 40 < 14 &&
    x >= 90 &&
    x < 550 - ((Math.floor((y - 130) / 40) * 67) % 160);
  return isLine ? 3 : 1;
}

function createPngChunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
