import { text } from 'node:stream/consumers';
import { expect, test } from '../fixtures.ts';
import { expectAccessibleInAllThemes } from '../themes.ts';
import { callTool, openTunnelPage, withLocalServer } from './tunnelPage.ts';

const headers = { Authorization: 'Bearer s3cret', 'X-City': 'Oslo' };

test('sends an edited request with the credentials of the original', async ({ workbench, service, page }) => {
  const received: string[] = [];
  await withLocalServer(
    async (request, response) => {
      const { authorization, host } = request.headers;
      const parts = [request.method, request.url, authorization, request.headers['x-city'], host];
      received.push(`${parts.join(' ')} ${await text(request)}`);
      response.end('{}');
    },
    async (port) => {
      const url = await openTunnelPage(workbench, service, port);
      const { webview } = workbench;
      const rows = webview.getByRole('grid', { name: 'Requests' }).locator('.row');
      await callTool(`${url}/mcp?token=s3cret`, 'add', { a: 1 }, headers);
      await rows.first().click();
      await webview.getByRole('button', { name: 'Edit and Replay...' }).click();
      const editor = webview.getByRole('textbox', { name: 'Request to send' });
      const send = webview.getByRole('button', { name: 'Send' });
      await expect(editor).toBeFocused();
      const original = await editor.inputValue();
      expect(original).toMatch(/^POST \/mcp\?token=•••\n(?:.+\n)*authorization: Bearer •••\n/i);
      expect(original).toContain('"a": 1');
      await expectAccessibleInAllThemes(page);

      await editor.fill(original.replace('Bearer •••', 'Basic •••'));
      await expect(webview.getByText(/^Line \d+: ••• replaces the credential/)).toBeVisible();
      await expect(send).toBeDisabled();
      await editor.fill(original.replace('POST', 'SEND'));
      await expect(webview.getByText('Line 1: SEND is not an HTTP method.')).toBeVisible();
      await webview.getByRole('button', { name: 'Reset' }).click();
      await expect(editor).toHaveValue(original);

      await editor.fill(
        original.replace('POST', 'PUT').replace('Oslo', 'Lima').replace('"a": 1', '"a": 2.50'),
      );
      await editor.press('Control+Enter');
      await expect(rows).toHaveCount(2);
      await expect(rows.nth(1)).toHaveAttribute('aria-selected', 'true');
      await expect(rows.nth(1)).toContainText('PUT /mcp?token=•••');
      await expect(editor).toHaveCount(0);
      await expect(webview.locator('.details')).toContainText('2.50');
      expect(received[1]).toMatch(
        new RegExp(`^PUT /mcp\\?token=s3cret Bearer s3cret Lima localhost:${port} \\{[^]*"a": 2\\.50`),
      );
      expect(await webview.locator('body').innerHTML()).not.toContain('s3cret');
    },
  );
});

test('keeps an edited request while it is hidden and after the tunnel was closed', async ({
  workbench,
  service,
}) => {
  await withLocalServer(
    (_, response) => void response.end('{}'),
    async (port) => {
      const url = await openTunnelPage(workbench, service, port);
      const { webview } = workbench;
      const rows = webview.getByRole('grid', { name: 'Requests' }).locator('.row');
      for (const name of ['add', 'subtract']) await callTool(`${url}/mcp`, name, {}, headers);
      await rows.first().click();
      const edit = webview.getByRole('button', { name: 'Edit and Replay...' });
      const editor = webview.getByRole('textbox', { name: 'Request to send' });
      await edit.click();
      const written = (await editor.inputValue()).replace('Oslo', 'Lima');
      await editor.fill(written);
      await rows.nth(1).click();
      await expect(editor).toHaveCount(0);
      await rows.first().click();
      await expect(editor).toHaveValue(written);
      await webview.getByRole('button', { name: 'Close', exact: true }).click();
      await expect(edit).toBeFocused();
      await edit.click();
      await expect(editor).toHaveValue(written);

      await workbench.run('Open Environment', workbench.environment('weather-tools', 'production'));
      await expect(webview.getByRole('heading', { level: 1 })).toContainText('production');
      await workbench.run('Show Tunnel');
      await expect(editor).toHaveValue(written);

      await webview.getByRole('button', { name: 'Close Tunnel' }).click();
      await expect(webview.locator('.status-badge')).toHaveText('Closed');
      await webview.getByRole('button', { name: 'Send' }).click();
      await expect(webview.getByText('The tunnel is closed.')).toBeVisible();
      await withLocalServer(
        (_, response) => void response.end('{}'),
        async (otherPort) => {
          await workbench.run('Open Tunnel...', { port: String(otherPort) });
          await expect(webview.locator('.status-badge')).toHaveText('Open');
          await expect(rows).toHaveCount(0);
          await expect(editor).toHaveValue(written);
          await expect(
            webview.getByText(/was changed or is no longer kept. Enter the credential/),
          ).toBeVisible();
          await editor.fill(written.replace('•••', 'new'));
          await webview.getByRole('button', { name: 'Send' }).click();
          await expect(rows).toHaveCount(1);
          await expect(rows.first()).toHaveAttribute('aria-selected', 'true');
          await expect(rows.first()).toContainText('Replayed');
        },
      );
    },
  );
});

test('shows the QR code of the public URL', async ({ workbench, service, page }) => {
  await withLocalServer(
    (_, response) => void response.end('{}'),
    async (port) => {
      const url = await openTunnelPage(workbench, service, port);
      const { webview } = workbench;
      const toggle = webview.getByRole('button', { name: 'Show QR Code' });
      const code = webview.getByRole('img', { name: `QR code of ${url}/mcp` });
      await toggle.click();
      await expect(code).toBeVisible();
      await expect(toggle).toHaveAttribute('aria-pressed', 'true');
      await expectAccessibleInAllThemes(page);
      await toggle.click();
      await expect(code).toHaveCount(0);
    },
  );
});
