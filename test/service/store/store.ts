import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import { applyFault } from '../applyFault.ts';
import type { createFaults } from '../faults.ts';
import type { createRequestLog } from '../requestLog.ts';
import type { Clock } from '../world/clock.ts';
import { sendScreenshot } from './screenshots.ts';
import { readTarFiles, type TarFile } from './tarFiles.ts';
import type { Archive, Upload, Uploads } from './uploads.ts';

interface StoreOptions {
  readonly uploads: Uploads;
  readonly clock: Clock;
  readonly faults: ReturnType<typeof createFaults>;
  readonly requests: ReturnType<typeof createRequestLog>;
  readonly report: (error: Error) => void;
}

/** An error of the object store, which sends it as XML. */
class StoreError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** bytes */
const maxArchiveBytes = 2 * 1024 ** 3;

/**
 * Creates an object store that accepts only signed uploads. Its origin isn't that of the service. The caller
 * starts it.
 */
export function createStore(options: StoreOptions): Server {
  const { clock, faults, requests, report } = options;
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', url = '' } = request;
    // The query contains the credential.
    requests.record({ method, url: url.replace(/\?.*$/, '') } as IncomingMessage, response);
    const fault = faults.take(method, url);
    if (fault?.cutAtBytes !== undefined) return disconnectAfter(request, fault.cutAtBytes);
    if (fault && (await applyFault(fault, request, response))) return;
    if (method === 'GET') return sendScreenshot(request, response, clock.now());
    try {
      const upload = checkRequest(request, options);
      const archive = await receiveArchive(request);
      upload.archive = archive;
      response.writeHead(200, { ETag: `"${archive.sha256}"` }).end();
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      request.resume();
      response
        .writeHead(error.status, { 'Content-Type': 'application/xml' })
        .end(
          `<?xml version="1.0"?><Error><Code>${error.code}</Code><Message>${error.message}</Message></Error>`,
        );
    }
  };
  return createServer((request, response) => {
    respond(request, response).catch((error: unknown) => {
      // An interrupted request isn't an error of the store.
      if (!request.destroyed) report(error instanceof Error ? error : new Error(String(error)));
      response.destroy();
    });
  });
}

function checkRequest(request: IncomingMessage, { uploads, clock }: StoreOptions): Upload {
  const { method, url = '', headers } = request;
  const { pathname, searchParams } = new URL(url, 'http://store');
  const token = /^\/artifacts\/(.+)\.tar\.gz$/.exec(pathname)?.[1];
  const upload = token === undefined ? undefined : uploads.all.get(decodeURIComponent(token));
  if (upload === undefined || method !== 'PUT') throw new StoreError(403, 'AccessDenied', 'Access Denied');
  if (headers.authorization !== undefined || headers.cookie !== undefined) {
    throw new StoreError(400, 'InvalidArgument', 'Only one auth mechanism allowed');
  }
  const isSigned =
    searchParams.get('X-Signature') === upload.signature &&
    searchParams.get('X-Expires') === String(upload.expiresAt) &&
    headers['content-type'] === 'application/gzip';
  if (!isSigned) throw new StoreError(403, 'SignatureDoesNotMatch', 'The signature does not match');
  if (clock.now() >= upload.expiresAt) throw new StoreError(403, 'AccessDenied', 'Request has expired');
  const length = Number(headers['content-length'] ?? Number.NaN);
  if (headers['transfer-encoding'] !== undefined || Number.isNaN(length)) {
    throw new StoreError(411, 'MissingContentLength', 'You must provide the Content-Length HTTP header.');
  }
  if (length > maxArchiveBytes) throw new StoreError(413, 'EntityTooLarge', 'The object is too large');
  return upload;
}

/** Receives a whole archive. An invalid archive is reported when it's deployed. */
async function receiveArchive(request: IncomingMessage): Promise<Archive> {
  const hash = createHash('sha256');
  const body = new PassThrough();
  let files: readonly TarFile[] = [];
  let problem: string | undefined;
  const reading = readTarFiles(body)
    .then((archiveFiles) => {
      files = archiveFiles;
    })
    .catch((error: Error) => {
      problem = error.message;
    })
    // The rest of an invalid archive must also be received.
    .finally(() => body.resume());
  let size = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    hash.update(piece);
    size += piece.length;
    if (!body.write(piece) && problem === undefined) {
      await Promise.race([new Promise((resolve) => body.once('drain', resolve)), reading]);
    }
  }
  if (size !== Number(request.headers['content-length'])) throw new Error('The upload was interrupted.');
  body.end();
  await reading;
  return { size, sha256: hash.digest('hex'), files, ...(problem !== undefined && { problem }) };
}

/** Ends the connection after a number of received bytes. */
function disconnectAfter(request: IncomingMessage, bytes: number): void {
  let receivedBytes = 0;
  const countBytes = (): void => {
    if (receivedBytes >= bytes) request.socket.destroy();
  };
  request.on('data', (piece: Buffer) => {
    receivedBytes += piece.length;
    countBytes();
  });
  request.on('end', () => request.socket.destroy());
  request.on('error', () => undefined);
  countBytes();
}
