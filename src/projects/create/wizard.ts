import type { Team } from '../../api/teams.ts';
import type { Draft } from './draft.ts';
import type { FolderFacts } from './folderFacts.ts';

/** A variable of a `.env` text; an empty value is none. */
export interface EnvVariable {
  readonly key: string;
  readonly value: string;
  readonly isSecret: boolean;
}

/** Reads a `.env` text. */
export type ReadEnv = (text: string) => Promise<readonly EnvVariable[]>;

/** All that the steps of Create Project know. */
export interface Answers {
  readonly draft: Draft;
  /** Absent: no folder is open, or none was picked yet. */
  readonly facts?: FolderFacts;
  /** None: the service does not say. */
  readonly teams: readonly Team[];
  /** Names of projects that are there, as far as they are known by now. */
  readonly names: () => readonly string[];
}
