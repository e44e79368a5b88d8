/** A TCP port on which a process of this machine listens, reachable as `localhost`. */
export interface ListeningPort {
  readonly port: number;
  /** Absent if the system doesn't report it, such as for processes of other users. */
  readonly process?: { readonly id: number; readonly name: string };
}

/** Returns the ports in ascending order, each once. A port with a known process replaces one without. */
export function mergePorts(ports: readonly ListeningPort[]): ListeningPort[] {
  const byPort = new Map<number, ListeningPort>();
  for (const port of ports) {
    if (port.process || !byPort.has(port.port)) byPort.set(port.port, port);
  }
  return [...byPort.values()].sort((a, b) => a.port - b.port);
}

/** Whether a server that listens on an address is reachable as `localhost`: a loopback address, or all addresses. */
export function isReachableLocally(address: string): boolean {
  return /^(?:\*|0\.0\.0\.0|::|127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+|localhost)$/.test(
    address.replace(/^\[|\]$/g, '').replace(/%.*$/, ''),
  );
}
