import { sendRequest, type TestReply } from './support.ts';

interface Page extends TestReply {
  readonly url: URL;
}

/** A minimal browser for signing in: cookies, redirects, and forms. Stops before it leaves the service. */
export class Browser {
  readonly #cookies = new Map<string, { value: string; path: string }>();

  /** Follows redirects. A URL of another origin is returned without a request. */
  open(url: URL): Promise<Page> {
    return this.#visit(url, { method: 'GET' });
  }

  /** Submits a form to the URL of its page. */
  submit(page: Page, fields: Record<string, string>): Promise<Page> {
    return this.#visit(page.url, { method: 'POST', body: new URLSearchParams(fields) });
  }

  async #visit(start: URL, init: RequestInit): Promise<Page> {
    let url = start;
    let next = init;
    for (let hops = 0; hops < 10; hops++) {
      const reply = await sendRequest(url, { ...next, headers: { Cookie: this.#cookiesFor(url) } });
      this.#keep(reply.headers);
      const location = reply.headers.get('location');
      if (location === null) return { ...reply, url };
      url = new URL(location, url);
      if (url.origin !== start.origin) return { ...reply, url };
      next = { method: 'GET' };
    }
    throw new Error('Too many redirects');
  }

  #cookiesFor(url: URL): string {
    return [...this.#cookies]
      .filter(([, { path }]) => url.pathname.startsWith(path))
      .map(([key, { value }]) => `${key.split(' ')[0]}=${value}`)
      .join('; ');
  }

  #keep(headers: Headers): void {
    for (const line of headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(/; */);
      const [name = '', ...value] = pair.split('=');
      const path = attributes.find((each) => /^path=/i.test(each))?.slice('path='.length) ?? '/';
      this.#cookies.set(`${name} ${path}`, { value: value.join('='), path });
    }
  }
}
