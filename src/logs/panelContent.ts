import type { MenuAction } from './menuMessages.ts';
import type { PanelIdentity } from './savedState.ts';
import type { LogStore } from './store/logStore.ts';
import type { StoreView } from './view/storeView.ts';

/** A panel as its commands know it. */
export interface PanelContent {
  readonly identity: PanelIdentity;
  readonly store: LogStore;
  readonly view: Pick<StoreView, 'filter' | 'slots'>;
  /** Lets the page do it, if it is there. */
  act(action: MenuAction): void;
}
