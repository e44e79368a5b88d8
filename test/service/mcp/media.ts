import { crc32, deflateSync } from 'node:zlib';

/** A PNG image of a sky with 32 by 32 pixels, in Base64. */
export const skyPng = png(32, (x, y) => [90 + y * 3, 140 + y * 2, 230 - x]).toString('base64');

/** A WAV tone of a fifth of a second, in Base64. */
export const toneWav = wav(8000, 1600, (at) => 128 + 60 * Math.sin((at * 2 * Math.PI * 440) / 8000)).toString(
  'base64',
);

function png(size: number, colorAt: (x: number, y: number) => number[]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 2, 0, 0, 0], 8); // 8 bits each of red, green, and blue
  const indexes = Array.from({ length: size }, (_, index) => index);
  const rows = indexes.map((y) => [0, ...indexes.flatMap((x) => colorAt(x, y))]);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.from(rows.flat()))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const typeAndData = Buffer.concat([Buffer.from(type), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(typeAndData), 4);
  return Buffer.concat([ends.subarray(0, 4), typeAndData, ends.subarray(4)]);
}

function wav(rate: number, length: number, sampleAt: (index: number) => number): Buffer {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.set([1, 0, 1, 0], 20); // PCM, one channel
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate, 28);
  header.set([1, 0, 8, 0], 32); // one byte per sample
  header.write('data', 36);
  header.writeUInt32LE(length, 40);
  return Buffer.concat([
    header,
    Buffer.from(Array.from({ length }, (_, index) => Math.round(sampleAt(index)))),
  ]);
}
