import type { PageHost } from '../../editor/webview/connect.ts';
import { formatText } from '../../editor/webview/formatText.ts';
import { formatDuration } from '../../editor/webview/units.ts';
import type { LogTexts } from '../pageTexts.ts';
import type { LogPage } from '../protocol.ts';
import type { ListController } from './listController.ts';
import { formatRequestName } from './rowContent.ts';

/** Goes to the slowest request, and announces it to screen readers, or that no request has a duration. */
export async function goToSlowest(
  controller: Pick<ListController, 'goToSlowest'>,
  grid: HTMLElement,
  announce: PageHost<LogPage>['announce'],
  texts: LogTexts,
): Promise<void> {
  try {
    const slowest = await controller.goToSlowest();
    // Further keys move from this request.
    grid.focus({ preventScroll: true });
    announce(
      slowest
        ? formatText(
            texts.announceSlowest,
            formatRequestName(slowest.name, texts),
            formatDuration(slowest.durationInMs),
          )
        : texts.noDurations,
    );
  } catch {
    // The page is closing.
  }
}
