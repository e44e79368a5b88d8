import type * as vscode from 'vscode';

/** A file that can be sent. */
export interface FolderFile {
  /** The path from the root, with `/`. */
  readonly path: string;
  /** Size in bytes. */
  readonly size: number;
  /** The POSIX permissions, such as 0o644. */
  readonly mode: number;
  /**
   * Identifies the file and its version. If the identity differs when the file is packed, the file has changed. Empty
   * for a symbolic link.
   */
  readonly identity: string;
  /** The target of a symbolic link, relative to its folder. Absent for a regular file. */
  readonly linkTarget?: string;
}

/** `special`: neither a file nor a link, such as a nested repository. */
export type ExclusionReason = 'neverSent' | 'outsideLink' | 'unreadable' | 'special' | 'notUtf8';

export interface ExcludedFile {
  readonly path: string;
  readonly reason: ExclusionReason;
  /** Number of files in an excluded folder, if known. */
  readonly fileCount?: number;
}

/**
 * `name`: tools keep secrets in files with this name. `url`: the file contains a URL with credentials. `large`: the
 * file is too large to be searched.
 */
type SensitivityReason = 'name' | 'privateKey' | 'credentials' | 'token' | 'url' | 'large';

/** The reason why the user must confirm a file. */
export interface Sensitivity {
  readonly reason: SensitivityReason;
  /** The tool or the service of the secret. Never contains the secret itself. */
  readonly source?: string;
}

export interface SensitiveFile extends Sensitivity {
  readonly file: FolderFile;
}

/** The files of a folder, as they would be sent. */
export interface FolderContents {
  readonly root: vscode.Uri;
  /** The files that aren't sensitive. */
  readonly files: readonly FolderFile[];
  /** Files that are sent only if the user selects them. */
  readonly sensitiveFiles: readonly SensitiveFile[];
  readonly excludedFiles: readonly ExcludedFile[];
  /** Whether the files were listed by Git, or from the file system with the rules in `.gitignore` files. */
  readonly listedBy: 'git' | 'fileSystem';
  readonly git?: GitState;
}

/** The Git state of a folder. */
export interface GitState {
  /** Absent if there are no commits. */
  readonly commit?: string;
  /** Absent if no branch is checked out. */
  readonly branch?: string;
  /** Whether files in the folder differ from the commit. */
  readonly isDirty: boolean;
}

/**
 * The files of a folder before their inspection. Paths begin at the root and use `/`. A path that ends with `/` is a
 * folder that is excluded or can't be read.
 */
export interface FileList {
  readonly paths: readonly string[];
  /** Escaped paths of files and folders whose names aren't UTF-8. The archive can't contain them. */
  readonly notUtf8?: readonly string[];
}
