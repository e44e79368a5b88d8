/** What the rows are of; names what is made of them. */
export interface LogOrigin {
  readonly projectName?: string;
  readonly environmentName: string;
}

/** Characters that a file name cannot have on some system, and those that would be read as something else. */
const unsafe = /[\s\p{Cc}\p{Cf}\p{Cs}<>:"/\\|?*%#&{}$!'`@+=~^,;()[\]]+/gu;

/** Names that mean a device on Windows. */
const devices = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|-|$)/i;

/** `project-environment-2026-11-21T10-00-01Z`: safe as a file name on every system, without its ending. */
export function safeName({ projectName, environmentName }: LogOrigin, now: number): string {
  const parts = [projectName, environmentName].flatMap((name) => {
    const safe = (name ?? '').replaceAll(unsafe, '-').replaceAll(/^[-.]+|[-.]+$/g, '');
    // By characters: half of a surrogate pair is none.
    return safe === '' ? [] : [[...safe].slice(0, 50).join('')];
  });
  const time = new Date(now).toISOString().slice(0, 19).replaceAll(':', '-');
  return [...(parts.length > 0 ? parts : ['logs']), `${time}Z`].join('-').replace(devices, '_$&');
}
