import * as vscode from 'vscode';
import { toPlainText } from '../../domain/plainText.ts';
import { getStringArgument } from '../../editor/arguments.ts';
import type { Node } from '../../explorer/node.ts';
import { addFacts } from '../../explorer/rows.ts';
import { shortenCommitId } from '../commit.ts';

/** The source of an uploaded deployment. The service doesn't store it. */
interface UploadedDeployment {
  readonly deploymentId: string;
  readonly folderName: string;
  readonly commit?: string;
  /** Whether files differ from the commit. */
  readonly isDirty: boolean;
}

/** Maximum number of stored deployments. */
const maxStoredDeployments = 200;
const stateKey = 'uploadedDeployments';

/** The deployments that this editor uploaded. They're stored across restarts and windows. */
export class UploadedDeployments {
  readonly #state: vscode.Memento;

  constructor(state: vscode.Memento) {
    this.#state = state;
  }

  get(deploymentId: string): UploadedDeployment | undefined {
    return this.#list().find((one) => one.deploymentId === deploymentId);
  }

  async add(uploaded: UploadedDeployment): Promise<void> {
    const rest = this.#list().filter(({ deploymentId }) => deploymentId !== uploaded.deploymentId);
    await this.#state.update(stateKey, [uploaded, ...rest].slice(0, maxStoredDeployments));
  }

  #list(): readonly UploadedDeployment[] {
    return this.#state.get<readonly UploadedDeployment[]>(stateKey, []);
  }
}

export function formatUploadedFolder(folderName: string): string {
  return vscode.l10n.t('Folder {0}', toPlainText(folderName));
}

/** Adds the uploaded folder and commit to the row of a deployment. */
export function decorateUploadedDeployment(
  row: Node,
  find: (deploymentId: string) => UploadedDeployment | undefined,
): Node {
  const deploymentId = getStringArgument(row, 'deploymentId') ?? '';
  const uploaded = row.kind === 'deployment' ? find(deploymentId) : undefined;
  if (!uploaded) return row;
  const commit = shortenCommitId(uploaded.commit);
  const facts = [
    ...(commit === undefined ? [] : [commit]),
    ...(uploaded.isDirty ? [vscode.l10n.t('with local changes')] : []),
  ];
  // Without a commit, the label is the deployment ID, which the folder replaces.
  const folderText = formatUploadedFolder(uploaded.folderName);
  const label = row.label === toPlainText(deploymentId) ? folderText : row.label;
  const shownFacts = label === folderText ? facts : [folderText, ...facts];
  return {
    ...row,
    label,
    description: [row.description ?? '', ...shownFacts].filter((part) => part !== '').join(' · '),
    tooltip: addFacts(row, [
      { icon: 'folder', text: vscode.l10n.t('Uploaded: {0}', [folderText, ...facts].join(', ')) },
    ]),
    ...(row.accessibilityLabel !== undefined && {
      accessibilityLabel: [row.accessibilityLabel.replace(row.label, label), ...shownFacts].join(', '),
    }),
  };
}
