import { uploadArchive } from '../../src/api/upload.ts';
import { packFolder } from '../../src/deployments/folder/pack.node.ts';
import { inspectFiles } from '../../src/folder/inspect.node.ts';
import { walkFiles } from '../../src/folder/walkFiles.node.ts';

/** The duration in milliseconds, and the peak of additional memory in bytes. */
export interface UploadMeasurement {
  readonly ms: number;
  readonly bytes: number;
}

/** Packs and uploads a folder. Arguments: the folder, a folder for the archive, and the URL. */
async function send([root = '', storage = '', address = '']: readonly string[]): Promise<UploadMeasurement> {
  const { signal } = new AbortController();
  // Loads the code of `fetch`, as an earlier request in the editor would have.
  await fetch(address).then((response) => response.text());
  const idle = process.memoryUsage.rss();
  const start = performance.now();
  const { files } = await inspectFiles(root, await walkFiles(root, signal), { signal });
  const packed = await packFolder(root, files, {
    signal,
    archiveFolder: storage,
    onProgress: () => undefined,
  });
  await uploadArchive(address, packed.source, { signal });
  await packed.dispose();
  return { ms: performance.now() - start, bytes: process.resourceUsage().maxRSS * 1024 - idle };
}

console.log(JSON.stringify(await send(process.argv.slice(2))));
