import type * as vscode from 'vscode';

/** A file that goes. */
export interface FolderFile {
  /** From the root, with `/`. */
  readonly path: string;
  /** bytes */
  readonly size: number;
  /** The permissions of a POSIX file, such as 0o644. */
  readonly mode: number;
  /** Which file it was, in which state; another one, or a changed one, isn't packed in its place. Empty for a link. */
  readonly identity: string;
  /** Where a symbolic link that stays inside leads, from its own folder. */
  readonly link?: string;
}

/** `special`: neither a file nor a link, such as a repository in the repository. */
export type LeftOutReason = 'neverSent' | 'outsideLink' | 'unreadable' | 'special' | 'notUtf8';

export interface LeftOut {
  readonly path: string;
  readonly reason: LeftOutReason;
  /** Files below it, where it is a folder whose files are known. */
  readonly count?: number;
}

/** `name`: a tool keeps secrets in files of this name. `url`: a URL with credentials. */
export type SensitivityReason = 'name' | 'privateKey' | 'credentials' | 'token' | 'url' | 'large';

/** Why a file is asked about. */
export interface Sensitivity {
  readonly reason: SensitivityReason;
  /** The tool or the service that the secrets are for, never the secret itself. */
  readonly source?: string;
}

export interface SensitiveFile extends Sensitivity {
  readonly file: FolderFile;
}

/** What of a folder would go. */
export interface FolderContents {
  readonly root: vscode.Uri;
  /** Without the questionable ones. */
  readonly files: readonly FolderFile[];
  /** They never go unless a person says yes to that file by name. */
  readonly questionable: readonly SensitiveFile[];
  readonly leftOut: readonly LeftOut[];
  /** Who said which files are ignored: Git itself, or the rules that stand in the files. */
  readonly source: 'git' | 'walk';
  readonly git?: GitState;
}

/** What Git says of the state that a folder is in. */
export interface GitState {
  /** Absent: there is none yet. */
  readonly commit?: string;
  /** Absent: no branch is checked out. */
  readonly branch?: string;
  /** Something in the folder isn't as in the commit. */
  readonly isDirty: boolean;
}

/** Paths from a folder with `/`; one that ends with `/` is a folder that is left out with all that is in it. */
export interface FileList {
  readonly paths: readonly string[];
  /** Paths, as they are shown, of files and folders whose name isn't UTF-8: the archive doesn't have them. */
  readonly notUtf8?: readonly string[];
}
