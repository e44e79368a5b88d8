import type { DeploymentState } from '../domain/deployment.ts';
import type { EnvironmentRef } from '../domain/environment.ts';
import type { Remedy } from '../editor/problem.ts';

/**
 * Something that the user should notice without opening anything. It marks the row. Errors also count in the badge of
 * the view, so they must be known without expanding the row.
 */
export interface Attention {
  /** Identifies the problem. If several rows have a problem with the same key, it counts once. */
  readonly key: string;
  readonly severity: 'error' | 'warning' | 'notice';
  /** The description, also for a screen reader. */
  readonly text: string;
  /** The name of the parent, for the list of all problems. */
  readonly subject?: string;
  /** A few words for the description of the row, unless it describes another problem already. */
  readonly shortText?: string;
  /** Whether the problem marks this row only while the row is collapsed, because a row below it is marked too. */
  readonly isShownBelow?: true;
}

/** The icon of a row. `id`: name of a codicon. `color`: ID of a theme color. */
export interface RowIcon {
  readonly id: string;
  readonly color?: string;
}

/** A line of a tooltip. `icon`: name of a codicon. */
export interface RowFact {
  readonly icon: string;
  readonly text: string;
}

/** A tooltip with a title and facts. The texts can be from other sources, because they aren't read as Markdown. */
export interface RowTooltip {
  /** One or more lines. The first line is bold. */
  readonly title: string;
  readonly facts: readonly RowFact[];
}

/** A row of the tree, as plain data. Features add the fields that their commands need, such as `environmentId`. */
export interface Node {
  /** The kind of row, such as `environment` or `project`. Branches with this `parentKind` provide the rows below it. */
  readonly kind: string;
  /** Unique in the tree and stable across refreshes, so that expansion and selection survive. */
  readonly id: string;
  readonly label: string;
  /** A text that is shown before the state of the latest deployment, unless it's running, and the description. */
  readonly urgentText?: string;
  readonly description?: string;
  /** A sentence for the message above the tree, which wraps. Only for rows at the root. */
  readonly notice?: string;
  /** A string is for tooltips with one thought. */
  readonly tooltip?: string | RowTooltip;
  readonly icon?: RowIcon;
  /**
   * The icon while the row is expanded. The urgent text and the state of the latest deployment are hidden then, because
   * the rows below show them.
   */
  readonly expandedIcon?: RowIcon;
  /** Words for `when` clauses (`viewItem =~ /\burl\b/`), separated by spaces. The kind is added. */
  readonly context?: string;
  /** The command that a click runs. Without `arguments`, its argument is the node. */
  readonly command?: Pick<Remedy, 'label' | 'command' | 'arguments'>;
  /** The effect of a click, if other rows of this kind have another one. For the tooltip and screen readers. */
  readonly clickHint?: string;
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
