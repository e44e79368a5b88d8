/** What the rows are of; names what is made of them. */
export interface LogOrigin {
  readonly projectName?: string;
  readonly environmentName: string;
  readonly deploymentId?: string;
}

/** Characters that a file name cannot have on some system, and those that would be read as something else. */
const unsafe = /[\s\p{Cc}\p{Cf}\p{Cs}<>:"/\\|?*%#&{}$!'`@+=~^,;()[\]]+/gu;

/** Names that mean a device on Windows. */
const devices = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|-|$)/i;

/**
 * `project-environment-2026-11-21T10-00-01Z`, of a deployment with its id before the time: safe as a file name on every
 * system, without its ending.
 */
export function safeName({ projectName, environmentName, deploymentId }: LogOrigin, now: number): string {
  // Where its environment is not known, a deployment is named by its id there as well.
  const deployment = deploymentId === environmentName ? undefined : deploymentId;
  const parts = [projectName, environmentName, deployment].flatMap((name) => {
    const safe = (name ?? '').replaceAll(unsafe, '-').replaceAll(/^[-.]+|[-.]+$/g, '');
    // By characters: half of a surrogate pair is none.
    return safe === '' ? [] : [[...safe].slice(0, 50).join('')];
  });
  const time = new Date(now).toISOString().slice(0, 19).replaceAll(':', '-');
  return [...(parts.length > 0 ? parts : ['logs']), `${time}Z`].join('-').replace(devices, '_$&');
}
