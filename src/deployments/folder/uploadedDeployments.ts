import type * as vscode from 'vscode';

/** What was uploaded for a deployment: the service knows neither the commit nor the folder. */
export interface UploadedDeployment {
  readonly deploymentId: string;
  readonly folderName: string;
  readonly commit?: string;
  /** Files differ from that commit. */
  readonly isDirty: boolean;
}

/** So many are remembered; nobody looks for older ones. */
const maxUploaded = 200;
const uploadedKey = 'uploadedDeployments';

/** The deployments that were uploaded here. They survive a restart, and are known in all windows. */
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
    await this.#state.update(uploadedKey, [uploaded, ...rest].slice(0, maxUploaded));
  }

  #list(): readonly UploadedDeployment[] {
    return this.#state.get<readonly UploadedDeployment[]>(uploadedKey, []);
  }
}
