import * as l10n from '@vscode/l10n';
import { findStrings } from '../editor/webview/findStrings.ts';

/** What the page says of its messages. */
export function messageStrings() {
  return {
    messages: l10n.t('Messages'),
    messageCount: l10n.t('{0} messages'),
    oneMessage: l10n.t('1 message'),
    shownOf: l10n.t('{0} of {1} messages'),
    showMessages: l10n.t('Show Messages'),
    hideMessages: l10n.t('Hide Messages'),
    messagesHeight: l10n.t('Height of the messages'),
    offersWidth: l10n.t('Width of the list'),
    noMessages: l10n.t('No messages.'),
    noneMatch: l10n.t('No messages match the filter.'),
    sent: l10n.t('Sent'),
    received: l10n.t('Received'),
    kinds: {
      request: l10n.t('Requests'),
      answer: l10n.t('Answers'),
      error: l10n.t('Errors'),
      notification: l10n.t('Notifications'),
    },
    allMethods: l10n.t('All methods'),
    method: l10n.t('Method'),
    findMessages: {
      ...findStrings(),
      filterHint: l10n.t('Find in messages'),
      onlyHits: l10n.t('Show Only Matches'),
      newBelowHint: l10n.t('Go to the newest messages'),
    },
    copyJson: l10n.t('Copy as JSON-RPC'),
    copyCurl: l10n.t('Copy as curl'),
    messageGone: l10n.t('Its text was let go to save memory.'),
    replay: l10n.t('Replay'),
    replayHint: l10n.t('Send it again (Ctrl+Enter where it changes nothing)'),
    edit: l10n.t('Edit and Replay…'),
    written: l10n.t('Message to send'),
    sendWritten: l10n.t('Send'),
    reset: l10n.t('Reset'),
    notMessage: l10n.t('A message is an object: { "method": … }.'),
    noMethod: l10n.t('"method" is missing: the name of what is asked for.'),
    paramsNotObject: l10n.t('"params" is an object: { … }.'),
    idIsGiven: l10n.t('The session gives the message an ID of its own.'),
    otherField: l10n.t('"{0}" isn\'t sent: a message has only "method" and "params".'),
    answer: l10n.t('Answer'),
    request: l10n.t('Request'),
    noAnswerYet: l10n.t('No answer yet.'),
    showAnswer: l10n.t('Show Answer'),
    showRequest: l10n.t('Show Request'),
    pairHint: l10n.t('Go to the other one of request and answer (R)'),
  };
}
