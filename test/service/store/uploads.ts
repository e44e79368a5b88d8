import type { Clock } from '../world/clock.ts';
import type { TarFile } from './tarFiles.ts';

/** An archive that can be uploaded, or has been. */
export interface Upload {
  readonly token: string;
  /** The signature in the upload URL. */
  readonly signature: string;
  readonly teamId?: string | undefined;
  /** Milliseconds since 1970, on the service's clock. */
  readonly expiresAt: number;
  /** Absent until a whole archive has arrived. */
  archive?: Archive;
  /** Whether it was deployed. */
  isUsed: boolean;
}

/** A received archive. */
export interface Archive {
  /** bytes */
  readonly size: number;
  readonly sha256: string;
  readonly files: readonly TarFile[];
  /** The reason why it can't be deployed. */
  readonly problem?: string;
}

/** The lifetime of an upload URL. */
const urlLifetimeMs = 15 * 60_000;

/** The uploads, which have an origin of their own. */
export interface Uploads {
  /** By token, the newest last. */
  readonly all: Map<string, Upload>;
  /** Without a trailing slash. */
  origin: string;
}

export function createUploads(): Uploads {
  return { all: new Map(), origin: '' };
}

interface UploadContext {
  readonly uploads: Uploads;
  readonly clock: Clock;
  newId(prefix: string): string;
}

/** Creates the upload URL of one archive. */
export function createUpload({ uploads, clock, newId }: UploadContext, teamId: string | undefined): Upload {
  const upload: Upload = {
    token: newId('upl'),
    signature: newId('signed'),
    teamId,
    expiresAt: clock.now() + urlLifetimeMs,
    isUsed: false,
  };
  uploads.all.set(upload.token, upload);
  return upload;
}

export function createUploadUrl({ origin }: Uploads, { token, signature, expiresAt }: Upload): string {
  const query = new URLSearchParams({ 'X-Expires': String(expiresAt), 'X-Signature': signature });
  return `${origin}/artifacts/${encodeURIComponent(token)}.tar.gz?${query}`;
}
