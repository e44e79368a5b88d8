import type { MenuAction } from './menuMessages.ts';
import type { PanelIdentity } from './savedState.ts';
import type { LogStore } from './store/logStore.ts';
import type { StoreView } from './view/storeView.ts';

/** An open panel, as its commands use it. */
export interface PanelContent {
  readonly identity: PanelIdentity;
  readonly store: LogStore;
  readonly view: Pick<StoreView, 'filter' | 'slots'>;
  /** Sends an action to the page, if it is open. */
  sendAction(action: MenuAction): void;
}
