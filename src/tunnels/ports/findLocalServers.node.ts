import type { NamedUrl } from '../../context.ts';
import { type LocalServer, parseLocalUrl } from '../localServer.ts';
import { findListeningPorts } from './findListeningPorts.node.ts';
import type { ListeningPort } from './listeningPort.ts';
import { type ProbedServer, probeServer } from './probeServer.node.ts';

/** Maximum number of ports to which a request is sent. */
const maxProbes = 60;

/** A server on this machine that the user can select. */
export interface LocalServerCandidate extends LocalServer {
  /** Absent if the port isn't open, or the system doesn't report its process. */
  readonly process?: ListeningPort['process'];
  readonly isListening: boolean;
  /** Absent if the port didn't answer as an MCP server. */
  readonly mcpServer?: ProbedServer;
  /** Whether a tunnel was opened for the port before. */
  readonly isRemembered: boolean;
  /** The name of the entry in a file of the workspace that has the port. */
  readonly entryName?: string;
}

interface FindOptions {
  readonly remembered: readonly LocalServer[];
  /** The servers that files of the workspace define. */
  readonly entries: readonly NamedUrl[];
  readonly signal: AbortSignal;
}

/**
 * Finds the servers on this machine: listening ports, ports of the entries, and remembered ones. Sends an `initialize`
 * request to the listening ports whose process is known, because the system reports the processes of the user, and to
 * the ports of the entries and the remembered ones. MCP servers come first.
 */
export async function findLocalServers({
  remembered,
  entries,
  signal,
}: FindOptions): Promise<readonly LocalServerCandidate[]> {
  const listening = await findListeningPorts();
  const ofEntries = entries.flatMap(({ name, url }) => {
    const server = parseLocalUrl(url);
    return server ? [{ ...server, entryName: name }] : [];
  });
  const known: readonly (LocalServer & { readonly entryName?: string })[] = [...remembered, ...ofEntries];
  const ports = [...new Set([...known, ...listening].map(({ port }) => port))];
  const probed = new Map<number, ProbedServer>();
  const isProbed = (port: number): boolean =>
    known.some((one) => one.port === port) || listening.some((one) => one.port === port && one.process);
  await Promise.all(
    ports
      .filter(isProbed)
      .slice(0, maxProbes)
      .map(async (port) => {
        const server = await probeServer(port, signal);
        if (server) probed.set(port, server);
      }),
  );
  const candidates = ports.map((port): LocalServerCandidate => {
    const listeningPort = listening.find((one) => one.port === port);
    const mcpServer = probed.get(port);
    const entryName = ofEntries.find((one) => one.port === port)?.entryName;
    const path = mcpServer?.path ?? known.find((one) => one.port === port)?.path;
    return {
      port,
      isListening: listeningPort !== undefined || mcpServer !== undefined,
      isRemembered: remembered.some((one) => one.port === port),
      ...(path !== undefined && { path }),
      ...(listeningPort?.process && { process: listeningPort.process }),
      ...(mcpServer && { mcpServer }),
      ...(entryName !== undefined && { entryName }),
    };
  });
  return sortCandidates(candidates);
}

/** Sorts MCP servers first, then remembered ports and ports of entries, and those that don't listen last. */
export function sortCandidates(candidates: readonly LocalServerCandidate[]): readonly LocalServerCandidate[] {
  const rank = ({ mcpServer, isListening, isRemembered, entryName }: LocalServerCandidate): number =>
    (mcpServer ? 0 : 8) + (isListening ? 0 : 4) + (isRemembered ? 0 : 2) + (entryName === undefined ? 1 : 0);
  return candidates.toSorted((a, b) => rank(a) - rank(b) || a.port - b.port);
}
