import { encode } from 'uqr';
import type { QrCode } from './protocol.ts';

/** Creates the QR code of a URL, with the light border of four modules that readers need (ISO/IEC 18004). */
export function createQrCode(url: string): QrCode {
  const { data, size } = encode(url, { ecc: 'M', border: 4 });
  const rows = data.map((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')).join(''));
  return { url, size, path: rows.join('') };
}
