import type { Clock } from '../world/clock.ts';
import type { TarFile } from './tarFiles.ts';

/** An archive that may be uploaded, or was. */
export interface Upload {
  readonly token: string;
  /** In the address, as in one that is signed. */
  readonly signature: string;
  readonly teamId?: string | undefined;
  /** ms since 1970, of the service's clock */
  readonly expiresAt: number;
  /** Absent: nothing has arrived as a whole. */
  archive?: Archive;
  /** It was deployed. */
  isUsed: boolean;
}

/** What arrived. */
export interface Archive {
  /** bytes */
  readonly size: number;
  readonly sha256: string;
  readonly files: readonly TarFile[];
  /** Why it can't be deployed. */
  readonly problem?: string;
}

/** How long an address is good. */
const urlLifetimeMs = 15 * 60_000;

/** Where archives are uploaded to: an origin of its own. */
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

/** A new address for one archive. */
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
