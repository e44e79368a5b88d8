import { formatText } from '../../editor/webview/formatText.ts';
import type { ListItem } from '../protocol.ts';
import { durationText, shortId, withoutTurns } from '../rowText.ts';
import type { Strings } from '../strings.ts';

/** What the head of a request says, each in a column of its own. */
export interface HeadParts {
  /** The tool that was called; else the method, or the request. */
  readonly name: string;
  readonly took: string;
  readonly entries: string;
  readonly problems: string;
  /** The method, where it isn't the name. */
  readonly also: string;
}

export function headParts(
  { requestId = '', head }: Pick<ListItem, 'requestId'> & { readonly head: NonNullable<ListItem['head']> },
  strings: Strings,
): HeadParts {
  const { method = '', durationInMs, hasEnded, entries, errors, warnings, subject = '' } = head;
  const counted = (count: number, one: string, many: string) =>
    count === 0 ? [] : [count === 1 ? one : formatText(many, count)];
  const problems = [
    ...counted(errors, strings.oneError, strings.errors),
    ...counted(warnings, strings.oneWarning, strings.warnings),
  ];
  return {
    name: withoutTurns(subject || method || formatText(strings.request, shortId(requestId))),
    took:
      durationInMs === undefined ? (hasEnded === false ? strings.notEnded : '') : durationText(durationInMs),
    entries: counted(entries, strings.oneEntry, strings.entries).join(''),
    problems: problems.join(' · '),
    also: subject === '' ? '' : withoutTurns(method),
  };
}
