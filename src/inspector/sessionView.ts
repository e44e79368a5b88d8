import { defined } from '../fields.ts';
import { listConnectionFacts } from './connectionFacts.ts';
import { limitText } from './pageLimits.ts';
import type { InspectorState } from './protocol.ts';
import type { SessionState } from './session.ts';

type SessionView = Pick<
  InspectorState,
  'phase' | 'since' | 'failure' | 'notice' | 'steps' | 'facts' | 'instructions'
>;

/** Returns the part of a page's state that is about its connection, with texts of limited length. */
export function viewSession({
  phase,
  since,
  failure,
  notice,
  steps,
  link,
}: Omit<SessionState, 'lists'>): SessionView {
  return {
    phase,
    steps: steps.map(({ label, outcome, text }) => ({
      label,
      outcome,
      ...defined({ text: limited(text) }),
    })),
    facts: (link ? listConnectionFacts(link) : []).map(({ label, value }) => ({
      label,
      value: limitText(value),
    })),
    ...defined({ since, failure: limited(failure), notice, instructions: limited(link?.instructions) }),
  };
}

const limited = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : limitText(text);
