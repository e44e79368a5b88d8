interface FolderCandidate {
  /** It depends on an SDK of MCP. */
  readonly isServer: boolean;
  /** A file of it is open in front. */
  readonly isInUse: boolean;
}

/** Which of these is to be hosted: a server, the one in use before others, else the one in use, else the first. */
export function pickDefaultFolder(candidates: readonly FolderCandidate[]): number {
  const rank = ({ isServer, isInUse }: FolderCandidate): number => (isServer ? 2 : 0) + (isInUse ? 1 : 0);
  const best = Math.max(...candidates.map(rank));
  return candidates.findIndex((one) => rank(one) === best);
}
