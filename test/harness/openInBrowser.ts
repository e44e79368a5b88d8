import { spawn } from 'node:child_process';

/** Opens a URL in the user's browser if there is a screen. Ignores errors. */
export function openInBrowser(address: string): void {
  const { platform, env } = process;
  const hasScreen = platform !== 'linux' || Boolean(env['DISPLAY'] ?? env['WAYLAND_DISPLAY']);
  if (!hasScreen || env['CI']) return;
  const [command, ...args] =
    platform === 'darwin'
      ? ['open']
      : platform === 'win32'
        ? ['rundll32', 'url.dll,FileProtocolHandler']
        : ['xdg-open'];
  const child = spawn(command, [...args, address], { stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.unref();
}
