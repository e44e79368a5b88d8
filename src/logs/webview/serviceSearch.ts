import type { PageHost } from '../../editor/webview/connect.ts';
import { divided } from '../filter.ts';
import type { LogPage, ViewState } from '../protocol.ts';
import type { ToolbarActions } from './frameView.ts';
import type { ListControl } from './listControl.ts';
import type { NoticeActions } from './notices.ts';

/** What gives the service something to narrow to, and takes it away again. */
export function serviceSearch(
  host: Pick<PageHost<LogPage>, 'post'>,
  control: Pick<ListControl, 'filter' | 'setFilter'>,
  state: () => ViewState,
): Pick<ToolbarActions & NoticeActions, 'searchService' | 'clearService'> {
  return {
    searchService() {
      const { level, text, here } = divided(control.filter);
      host.post({ kind: 'search', text, level });
      control.setFilter(here);
    },
    clearService(part) {
      const { level = [], search = '' } = state().identity;
      host.post({
        kind: 'search',
        text: part === 'text' ? '' : search,
        level: part === 'level' ? [] : level,
      });
    },
  };
}
