import { createHash } from 'node:crypto';
import type { SampleLogin } from './sampleUser.ts';

const pageStyle = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; display: grid; place-items: center; min-height: 100vh; }
main { width: min(22rem, 90vw); }
h1 { font-size: 1.4rem; }
label { display: block; margin-top: 1rem; font-weight: 600; }
input { box-sizing: border-box; width: 100%; font: inherit; padding: 0.4rem; margin-top: 0.2rem; }
button { font: inherit; padding: 0.4rem 1rem; margin: 1.2rem 0.5rem 0 0; }
[role='alert'] { border-inline-start: 4px solid; padding-inline-start: 0.6rem; }
.hint { font-size: 0.9rem; overflow-wrap: anywhere; }
`;
const styleHash = createHash('sha256').update(pageStyle).digest('base64');

/**
 * Returns the headers of pages, which can load only their own content. A form can lead to `redirectUri`,
 * because browsers also apply `form-action` to redirects.
 */
export function pageHeaders(redirectUri?: string): Record<string, string> {
  const formTarget = redirectUri === undefined ? '' : ` ${formActionSource(redirectUri)}`;
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': [
      "default-src 'none'",
      `style-src 'sha256-${styleHash}'`,
      `form-action 'self'${formTarget}`,
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  };
}

/** Renders the sign-in page. */
export function renderSignInPage(options: {
  readonly clientName: string;
  readonly login: SampleLogin;
  readonly wasWrong: boolean;
}): string {
  const { clientName, login, wasWrong } = options;
  const warning = wasWrong ? '<p role="alert">The email or the password is not right. Try again.</p>' : '';
  return renderPage(
    'Sign in',
    `<p><strong>${escapeHtml(clientName)}</strong> asks for access to your projects and your name and email.</p>
${warning}
<form method="post">
<label for="email">Email</label>
<input id="email" name="email" type="email" autocomplete="username" required autofocus>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required>
<button name="action" value="signIn">Sign in</button><button name="action" value="cancel" formnovalidate>Cancel</button>
</form>
<p class="hint">Sample login: <code>${escapeHtml(login.email)}</code>, password <code>${escapeHtml(login.password)}</code></p>`,
  );
}

/** Renders a page with an error. */
export function renderErrorPage(text: string): string {
  return renderPage(
    'Sign-in stopped',
    `<p role="alert">${escapeHtml(text)}</p><p>Start again in your editor.</p>`,
  );
}

function renderPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
<style>${pageStyle}</style></head>
<body><main><h1>${title}</h1>
${body}
</main></body></html>`;
}

/** Returns the source for `form-action`: an origin for HTTP, or the scheme of an application's URL. */
function formActionSource(redirectUri: string): string {
  const { protocol, origin } = new URL(redirectUri);
  return protocol === 'http:' || protocol === 'https:' ? origin : protocol;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
