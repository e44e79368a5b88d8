import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import type Provider from 'oidc-provider';
import { pageHeaders, renderErrorPage, renderSignInPage } from './pages.ts';
import { signInPath } from './paths.ts';
import { checkLogin, sampleLogin } from './sampleUser.ts';

type NodeBindings = { Bindings: HttpBindings };
type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;

/**
 * Creates the pages between the authorization endpoint and the client: sign in or cancel. Signing in includes
 * the consent.
 */
export function signInRoutes(provider: Provider): Hono<NodeBindings> {
  const routes = new Hono<NodeBindings>();

  const finish = async (
    context: Context<NodeBindings>,
    result: Parameters<Provider['interactionResult']>[2],
  ) => {
    const { incoming, outgoing } = context.env;
    return context.redirect(await provider.interactionResult(incoming, outgoing, result), 303);
  };

  const show = async (context: Context<NodeBindings>, interaction: Interaction, wasWrong: boolean) => {
    const { client_id: clientId, redirect_uri: redirectUri } = interaction.params;
    const client = await provider.Client.find(String(clientId));
    const clientName = client?.clientName ?? String(clientId);
    const headers = pageHeaders(String(redirectUri));
    return context.body(
      renderSignInPage({ clientName, login: sampleLogin, wasWrong }),
      wasWrong ? 400 : 200,
      headers,
    );
  };

  routes.get(`${signInPath}/:uid`, async (context) => {
    const interaction = await findInteraction(provider, context);
    if (!interaction) return endedResponse(context);
    if (interaction.prompt.name === 'login') return show(context, interaction, false);
    return finish(context, { consent: { grantId: await grantScopes(provider, interaction) } });
  });

  routes.post(`${signInPath}/:uid`, async (context) => {
    const interaction = await findInteraction(provider, context);
    if (!interaction) return endedResponse(context);
    const form = await context.req.parseBody();
    if (form['action'] === 'cancel') {
      return finish(context, { error: 'access_denied', error_description: 'The user cancelled the sign-in' });
    }
    const accountId = checkLogin(form['email'], form['password']);
    return accountId === undefined
      ? show(context, interaction, true)
      : finish(context, { login: { accountId } });
  });

  return routes;
}

async function findInteraction(
  provider: Provider,
  context: Context<NodeBindings>,
): Promise<Interaction | undefined> {
  try {
    return await provider.interactionDetails(context.env.incoming, context.env.outgoing);
  } catch {
    return undefined; // It has ended, never begun, or begun in another browser: the page is the same.
  }
}

function endedResponse(context: Context<NodeBindings>): Response {
  return context.body(renderErrorPage('This sign-in is over.'), 404, pageHeaders());
}

/** Grants all requested scopes. */
async function grantScopes(provider: Provider, { params, session, grantId }: Interaction): Promise<string> {
  const existingGrant = grantId === undefined ? undefined : await provider.Grant.find(grantId);
  const grant =
    existingGrant ??
    new provider.Grant({
      clientId: String(params['client_id']),
      ...(session && { accountId: session.accountId }),
    });
  grant.addOIDCScope(String(params['scope']));
  return grant.save();
}
