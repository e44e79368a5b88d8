interface FolderCandidate {
  /** Whether the folder depends on an MCP SDK. */
  readonly isServer: boolean;
  /** Whether the active editor shows a file of the folder. */
  readonly isInUse: boolean;
}

/**
 * Returns the index of the folder to host: a server before other folders, the folder of the active editor before the
 * rest, and otherwise the first.
 */
export function pickDefaultFolder(candidates: readonly FolderCandidate[]): number {
  const rank = ({ isServer, isInUse }: FolderCandidate): number => (isServer ? 2 : 0) + (isInUse ? 1 : 0);
  const best = Math.max(...candidates.map(rank));
  return candidates.findIndex((one) => rank(one) === best);
}
