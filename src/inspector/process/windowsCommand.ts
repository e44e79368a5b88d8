import type { Launch } from '../workspace/launch.ts';

/**
 * Windows starts only programs by itself. A script, such as `npx`, is run by its shell, for which what means something to it
 * is escaped: once for the shell, and once more for the script, which hands its arguments on.
 */
export function windowsCommand({ command, args, env }: Pick<Launch, 'command' | 'args' | 'env'>) {
  if (/\.(?:exe|com)$/i.test(command)) return { command, args };
  const line = [escaped(command), ...args.map((arg) => escaped(escaped(quoted(arg))))].join(' ');
  const shell = Object.entries(env).find(([key]) => key.toLowerCase() === 'comspec')?.[1] ?? 'cmd.exe';
  return { command: shell, args: ['/d', '/s', '/c', `"${line}"`], isVerbatim: true };
}

/** As programs read their arguments: a backslash counts only before a double quote. */
const quoted = (text: string): string => `"${text.replace(/(\\*)"/g, '$1$1\\"').replace(/(\\*)$/, '$1$1')}"`;

const escaped = (text: string): string => text.replace(/[()\][%!^"`<>&|;, *?]/g, '^$&');
