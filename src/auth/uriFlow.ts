import { signInByBrowser } from './browserSignIn.ts';
import type { FlowContext } from './flow.ts';
import type { AuthSession } from './session.ts';

/** The browser comes back with a link that the editor opens; where the editor runs in a browser, by its own page. */
export async function byUri(context: FlowContext): Promise<AuthSession> {
  const { uriAnswers } = context;
  const redirectUri = await uriAnswers.address(context.clientId !== undefined);
  const given = new AbortController();
  try {
    return await signInByBrowser(context, {
      redirectUri,
      answer: async (state) => {
        const answer = new URL(redirectUri);
        const parameters = await uriAnswers.wait(state, given.signal);
        for (const [name, value] of parameters) answer.searchParams.set(name, value);
        return answer;
      },
    });
  } finally {
    given.abort();
  }
}
