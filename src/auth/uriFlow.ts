import { signInWithBrowser } from './browserSignIn.ts';
import type { SignInFlowContext } from './flow.ts';
import type { AuthSession } from './session.ts';

/** Signs in with a link that the editor opens, or, in a browser, its own page. */
export async function signInByUri(context: SignInFlowContext): Promise<AuthSession> {
  const { uriRedirects } = context;
  const redirectUri = await uriRedirects.getRedirectUri(context.clientId !== undefined);
  const waitController = new AbortController();
  try {
    return await signInWithBrowser(context, {
      redirectUri,
      waitForRedirect: async (state) => {
        const redirectUrl = new URL(redirectUri);
        const parameters = await uriRedirects.waitForRedirect(state, waitController.signal);
        for (const [name, value] of parameters) redirectUrl.searchParams.set(name, value);
        return redirectUrl;
      },
    });
  } finally {
    waitController.abort();
  }
}
