import type { MenuAction } from './menuMessages.ts';
import type { PanelIdentity } from './savedState.ts';
import type { LogStore } from './store/logStore.ts';
import type { StoreView } from './view/storeView.ts';

/** The parts of an open panel that commands use. */
export interface PanelContent {
  readonly identity: PanelIdentity;
  readonly store: LogStore;
  readonly view: Pick<StoreView, 'filter' | 'slots'>;
  /** Sends an action to the page, if the page is visible. */
  sendAction(action: MenuAction): void;
}
