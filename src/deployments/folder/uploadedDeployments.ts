import type * as vscode from 'vscode';

/** The source of an uploaded deployment. The service doesn't store it. */
export interface UploadedDeployment {
  readonly deploymentId: string;
  readonly folderName: string;
  readonly commit?: string;
  /** Whether files differ from the commit. */
  readonly isDirty: boolean;
}

/** Maximum number of remembered deployments. */
const maxUploaded = 200;
const uploadedKey = 'uploadedDeployments';

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
    await this.#state.update(uploadedKey, [uploaded, ...rest].slice(0, maxUploaded));
  }

  #list(): readonly UploadedDeployment[] {
    return this.#state.get<readonly UploadedDeployment[]>(uploadedKey, []);
  }
}
