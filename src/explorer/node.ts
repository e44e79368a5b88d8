import type { DeploymentState } from '../domain/deployment.ts';
import type { EnvironmentRef } from '../domain/environment.ts';
import type { Remedy } from '../editor/problem.ts';

/**
 * Something that the user should notice without opening anything. It marks the row. Errors and warnings also count in
 * the badge of the view.
 */
export interface Attention {
  /** Identifies the problem. If several rows have a problem with the same key, it counts once. */
  readonly key: string;
  readonly severity: 'error' | 'warning' | 'notice';
  /** The description, also for a screen reader. */
  readonly text: string;
  /** The name of the parent, for the list of all problems. */
  readonly subject?: string;
}

/** A row of the tree, as plain data. Features add the fields that their commands need, such as `environmentId`. */
export interface Node {
  /** The kind of row, such as `environment` or `project`. Branches with this `parentKind` provide the rows below it. */
  readonly kind: string;
  /** Unique in the tree and stable across refreshes, so that expansion and selection survive. */
  readonly id: string;
  readonly label: string;
  /** A text that is shown before the state of the latest deployment and the description. */
  readonly urgentText?: string;
  readonly description?: string;
  readonly tooltip?: string;
  readonly icon?: { readonly id: string; readonly color?: string };
  /** Words for `when` clauses (`viewItem =~ /\burl\b/`), separated by spaces. The kind is added. */
  readonly context?: string;
  /** The command that a click runs. Without `arguments`, its argument is the node. */
  readonly command?: Pick<Remedy, 'label' | 'command' | 'arguments'>;
  /** Whether the row is initially expanded. */
  readonly isExpanded?: boolean;
  /** The text for a screen reader, if label and description aren't sufficient. */
  readonly accessibilityLabel?: string;
  readonly attention?: readonly Attention[];
  /** The state of the latest deployment. It's shown with its age before the description. */
  readonly deploymentState?: DeploymentState;
}

/** Provides the rows below all nodes of one kind. The tree requests them when a node is expanded. */
export interface Branch<Parent extends Node = Node> {
  /** The kind of the parent nodes, or `root`. */
  readonly parentKind: string;
  /**
   * Returns the rows below a node. If it rejects, the tree shows the error with its remedies. `canUseCache`: whether
   * cached data is sufficient, because only filters and marks have changed.
   */
  getChildren(
    parent: Parent,
    signal: AbortSignal,
    canUseCache?: boolean,
  ): Promise<readonly Node[]> | readonly Node[];
}

export const rootNode: Node = { kind: 'root', id: 'root', label: '' };

/** The row of an environment, from any feature. */
export type EnvironmentRow = Node & EnvironmentRef;
