import { omitUndefined } from '../fields.ts';
import { describeCapabilities, listConnectionFacts } from './connectionFacts.ts';
import type { McpSessionState } from './mcpSession.ts';
import { limitText } from './pageLimits.ts';
import type { InspectorState } from './protocol.ts';

type SessionView = Pick<
  InspectorState,
  | 'phase'
  | 'connectedAt'
  | 'failure'
  | 'notice'
  | 'steps'
  | 'isUnreachable'
  | 'facts'
  | 'capabilities'
  | 'instructions'
>;

/** Returns the fields of the page's state that describe the connection. Long texts are truncated. */
export function toSessionView({
  phase,
  connectedAt,
  failure,
  notice,
  steps,
  connection,
}: Omit<McpSessionState, 'lists'>): SessionView {
  const isUnreachable = steps.some(
    ({ name, outcome }) => outcome === 'failed' && ['name', 'reach', 'tls'].includes(name),
  );
  return {
    phase,
    isUnreachable,
    steps: steps.map(({ label, outcome, text }) => ({
      label,
      outcome,
      ...omitUndefined({ text: limitOptionalText(text) }),
    })),
    facts: (connection ? listConnectionFacts(connection) : []).map(({ label, value }) => ({
      label,
      value: limitText(value),
    })),
    capabilities: connection ? describeCapabilities(connection).map(limitText) : [],
    ...omitUndefined({
      connectedAt,
      failure: limitOptionalText(failure),
      notice,
      instructions: limitOptionalText(connection?.instructions),
    }),
  };
}

const limitOptionalText = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : limitText(text);
