import type { DeploymentState } from '../domain/deployment.ts';
import type { Remedy } from '../editor/problem.ts';

/** Something wrong that a person is to see without opening anything: on the row, and in the number on the view. */
export interface Attention {
  /** The same trouble may stand on several rows; it counts once. */
  readonly key: string;
  readonly severity: 'error' | 'warning';
  /** In words, also for a screen reader. */
  readonly text: string;
  /** What it is part of, for a list of all that is wrong. */
  readonly place?: string;
}

/**
 * A row of the tree, as plain data. A feature adds what its commands need as further fields
 * (`environmentId`, `projectId`, …): a command reads its answers from the node itself.
 */
export interface Node {
  /** What hangs below it is decided by this: `environment`, `project`, … */
  readonly kind: string;
  /** Stable over refreshes and unique in the tree, so that expansion and selection survive. */
  readonly id: string;
  readonly label: string;
  readonly description?: string;
  readonly tooltip?: string;
  readonly icon?: { readonly id: string; readonly color?: string };
  /** Words that menus match (`viewItem =~ /\burl\b/`), separated by spaces; the kind is added. */
  readonly context?: string;
  /** What a click does. It is called with the node, unless it brings arguments of its own. */
  readonly command?: Pick<Remedy, 'label' | 'command' | 'arguments'>;
  /** Expanded when first seen. */
  readonly expanded?: boolean;
  /** What a screen reader says, where label and description aren't enough. */
  readonly accessibilityLabel?: string;
  readonly attention?: readonly Attention[];
  /** Of its latest deployment: drawn before the description, with its age. */
  readonly state?: DeploymentState;
}

/** "Below this kind of node hangs this." The tree asks when a node is opened, never before. */
export interface Branch<Parent extends Node = Node> {
  /** The kind of the parents, or `root`. */
  readonly under: string;
  /**
   * A rejection becomes a row that says why, with its remedies. `isAgain`: the rows are only to be chosen or marked again;
   * what was read before will do.
   */
  children(
    parent: Parent,
    signal: AbortSignal,
    isAgain?: boolean,
  ): Promise<readonly Node[]> | readonly Node[];
}

export const root: Node = { kind: 'root', id: 'root', label: '' };
