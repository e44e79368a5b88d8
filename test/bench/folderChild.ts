import { uploadArchive } from '../../src/api/upload.ts';
import { packFolder } from '../../src/deployments/folder/pack.node.ts';
import { inspectFiles } from '../../src/folder/inspect.node.ts';
import { walkFiles } from '../../src/folder/walkFiles.node.ts';

/** How long it took (ms), and the most memory (bytes) beyond what the process had before. */
export interface UploadMeasurement {
  readonly ms: number;
  readonly bytes: number;
}

/** Run with a folder, a place for the archive, and an address. */
async function send([root = '', storage = '', address = '']: readonly string[]): Promise<UploadMeasurement> {
  const { signal } = new AbortController();
  // As in an editor where something was asked before: the machine's `fetch` is there.
  await fetch(address).then((response) => response.text());
  const idle = process.memoryUsage.rss();
  const start = performance.now();
  const { files } = await inspectFiles(root, await walkFiles(root, signal), { signal });
  const packed = await packFolder(root, files, { signal, storage, onProgress: () => undefined });
  await uploadArchive(address, packed.source, { signal });
  await packed.dispose();
  return { ms: performance.now() - start, bytes: process.resourceUsage().maxRSS * 1024 - idle };
}

console.log(JSON.stringify(await send(process.argv.slice(2))));
