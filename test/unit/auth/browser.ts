/** Creates a minimal browser: cookies, redirects, one form, and a page that submits its own. */
export function createBrowser() {
  const cookies = new Map<string, string>();

  async function load(url: URL, init: RequestInit = {}): Promise<{ url: URL; response: Response }> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { ...init, redirect: 'manual', headers: { ...init.headers, cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    return { url, response };
  }

  /** Follows redirects until there is a page, or a URL of another origin, where the client listens. */
  async function open(start: URL, init?: RequestInit): Promise<{ url: URL; page?: string }> {
    let { url, response } = await load(start, init);
    for (let hops = 0; hops < 10; hops++) {
      const location = response.headers.get('location');
      if (location === null) {
        const page = await response.text();
        const form = selfSent(page);
        if (!form) return { url, page };
        url = new URL(form.action);
        ({ response } = await load(url, { method: 'POST', body: form.body }));
        continue;
      }
      const next = new URL(location, url);
      if (next.origin !== start.origin) return { url: next };
      ({ url, response } = await load(next));
    }
    throw new Error('Too many redirects');
  }

  return {
    /** Completes the sign-in page of the sample service. Resolves with the URL that the client gets. */
    async signIn(start: URL, fields: Record<string, string>): Promise<URL> {
      const { url } = await open(start);
      const body = new URLSearchParams(fields);
      return (await open(url, { method: 'POST', body })).url;
    },
  };
}

/**
 * Returns the form that the script of a page submits: the sample service ends the session of the previous user with it.
 */
function selfSent(page: string): { action: string; body: URLSearchParams } | undefined {
  const action = page.includes('document.forms[0].submit()') && /<form [^>]*action="([^"]+)"/.exec(page)?.[1];
  if (!action) return undefined;
  const fields = page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g);
  return { action, body: new URLSearchParams([...fields].map(([, name = '', value = '']) => [name, value])) };
}
