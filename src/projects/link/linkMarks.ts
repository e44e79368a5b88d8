import * as vscode from 'vscode';
import type { Project } from '../../api/projects.ts';
import type { Connection } from '../../auth/connection.ts';
import { toPlainText } from '../../domain/plainText.ts';
import { getStringArgument } from '../../editor/arguments.ts';
import { type Node, rootNode } from '../../explorer/node.ts';
import { addFacts, createProblemRows } from '../../explorer/rows.ts';
import { findProjectOfFolder } from '../filterProjects.ts';
import { findLinkedProject, type LinkedFolder, readOpenFolders } from './folderLinks.ts';

/** An open folder whose settings link it to a missing project. */
type BrokenLink = LinkedFolder & { readonly projectId: string };

/** The mark on the row of a linked project. */
interface LinkMark {
  readonly text: string;
  readonly tooltip: string;
}

interface LinkMarksState {
  /** Marks by project ID. */
  readonly marks: ReadonlyMap<string, LinkMark>;
  readonly brokenLinks: readonly BrokenLink[];
}

/**
 * Marks the linked projects of the open folders in the tree. `onChange`: redraws the root rows, which calls `update`.
 */
export class LinkMarks {
  readonly #connection: Pick<Connection, 'client'>;
  readonly #onChange: () => void;
  #state: LinkMarksState = { marks: new Map(), brokenLinks: [] };
  #abort = new AbortController();
  /** The projects of the last update. */
  #projects: readonly Project[] | undefined;

  constructor(connection: Pick<Connection, 'client'>, onChange: () => void) {
    this.#connection = connection;
    this.#onChange = onChange;
  }

  /** Redraws the root rows, so that the links are read again. */
  invalidate(): void {
    this.#projects = undefined;
    this.#onChange();
  }

  /** Reads the links unless the projects are the same as before. The tree doesn't wait for the result. */
  update(projects: readonly Project[]): void {
    if (projects === this.#projects) return;
    this.#projects = projects;
    this.dispose();
    this.#abort = new AbortController();
    const { signal } = this.#abort;
    void this.#read(projects, signal).then(
      (state) => {
        if (signal.aborted || isSameState(state, this.#state)) return;
        this.#state = state;
        this.#onChange();
      },
      () => {},
    );
  }

  dispose(): void {
    this.#abort.abort();
  }

  async #read(projects: readonly Project[], signal: AbortSignal): Promise<LinkMarksState> {
    const folders = (await readOpenFolders(signal)) ?? [];
    const isOnlyFolder = folders.length === 1;
    const folderNamesById = new Map<string, string[]>();
    const unlistedLinks: BrokenLink[] = [];
    for (const folder of folders) {
      const { projectId } = folder;
      const project = findProjectOfFolder(projects, folder);
      if (project)
        folderNamesById.set(project.id, [
          ...(folderNamesById.get(project.id) ?? []),
          toPlainText(folder.folderName),
        ]);
      else if (projectId !== undefined) unlistedLinks.push({ ...folder, projectId });
    }
    const linkedProjects = await Promise.all(
      unlistedLinks.map((folder) => findLinkedProject(this.#connection, projects, folder, signal)),
    );
    const marks = [...folderNamesById].map(
      ([id, folderNames]) => [id, createMark(folderNames, isOnlyFolder)] as const,
    );
    return {
      marks: new Map(marks),
      brokenLinks: unlistedLinks.filter((_, index) => linkedProjects[index]?.isMissing),
    };
  }

  /** Adds the mark to the row of a linked project. */
  decorate(row: Node): Node {
    if (row.kind !== 'project') return row;
    const mark = this.#state.marks.get(getStringArgument(row, 'projectId') ?? '');
    if (mark === undefined) return row;
    return {
      ...row,
      description: [mark.text, row.description].filter(Boolean).join(' · '),
      tooltip: addFacts(row, [{ icon: 'root-folder', text: mark.tooltip }]),
      accessibilityLabel: vscode.l10n.t('{0}, {1}', row.accessibilityLabel ?? row.label, mark.text),
    };
  }

  /** Creates the rows for links to missing projects, with their remedies. */
  createBrokenLinkRows(): readonly Node[] {
    return this.#state.brokenLinks.flatMap(({ folder, folderName, projectId }) => {
      const argument = { folder: folder.toString() };
      return createProblemRows(
        rootNode,
        {
          message: vscode.l10n.t(
            'The linked project of the folder "{0}" wasn\'t found.',
            toPlainText(folderName),
          ),
          detail: vscode.l10n.t(
            "This folder's settings link it to the project {0}. The project was deleted, is on another service, or isn't available to this account.",
            toPlainText(projectId),
          ),
          remedies: [
            {
              label: vscode.l10n.t('Link Folder...'),
              icon: 'link',
              command: 'hostedMcp.linkFolder',
              arguments: [argument],
            },
            {
              label: vscode.l10n.t('Unlink Folder'),
              icon: 'close',
              command: 'hostedMcp.unlinkFolder',
              arguments: [argument],
            },
          ],
          needsRemedy: true,
        },
        `link/${folder.toString()}`,
      );
    });
  }
}

function createMark(folderNames: readonly string[], isOnlyFolder: boolean): LinkMark {
  const list = folderNames.join(', ');
  return {
    text: isOnlyFolder ? vscode.l10n.t('linked project') : vscode.l10n.t('linked to {0}', list),
    tooltip: vscode.l10n.t('Linked project for {0}', list),
  };
}

function isSameState(one: LinkMarksState, other: LinkMarksState): boolean {
  const text = ({ marks, brokenLinks }: LinkMarksState): string =>
    JSON.stringify([[...marks], brokenLinks.map(({ folder, projectId }) => [folder.toString(), projectId])]);
  return text(one) === text(other);
}
