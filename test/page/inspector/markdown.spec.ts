import { expect, test } from '../fixtures.ts';
import { expectAccessibleInAllThemes } from '../themes.ts';
import { openInspector } from './inspectorPage.ts';

test('Markdown is rendered or shown as source; nothing in it runs or loads', async ({ workbench, page }) => {
  await openInspector(workbench);
  const answer = page.locator('.response');
  const type = (text: string) => page.getByRole('textbox', { name: 'JSON' }).fill(JSON.stringify({ text }));
  const call = () => page.getByRole('button', { name: 'Call Tool' }).click();

  await test.step('by its type', async () => {
    await page.locator('.item', { hasText: 'show_everything' }).click();
    await call();
    const today = answer.locator('.markdown');
    await expect(today.locator('strong')).toHaveText('Sun');
    await expect(today.getByRole('heading', { name: 'Today' })).toBeVisible();
    await expect(today.getByRole('listitem')).toHaveText(['Sun until noon', 'rain after it']);
    await expect(today.getByRole('listitem').first()).toHaveCSS('list-style-type', 'disc');
    await expect(today.getByRole('link', { name: 'More' })).toHaveAttribute(
      'href',
      'https://weather.example.com/today',
    );
    await answer.getByRole('button', { name: 'Show as Text' }).click();
    await expect(today).toHaveCount(0);
    await expect(answer.locator('pre', { hasText: '[More](https://weather' }).last()).toBeVisible();
  });

  await test.step('by its content', async () => {
    const hostile = [
      '# One',
      '<img src=x onerror=alert(1)> **bold** and <b>markup</b> &amp; `&amp;`',
      '[script](javascript:alert(1)) [command](command:workbench.action.quit) ![picture](https://example.com/a.png)',
      '',
      '| a | b |',
      '|---|---|',
      '| 1 | [2](https://example.com) |',
      '',
      '- [x] done',
    ].join('\n');
    await page.locator('.item', { hasText: 'echo' }).click();
    await page.getByRole('tab', { name: 'JSON' }).click();
    await type(hostile);
    await call();
    await expect(answer.locator('pre')).toHaveText(hostile);
    await answer.getByRole('button', { name: 'Show as Markdown' }).click();
    const rendered = answer.locator('.markdown');
    await expect(rendered).toContainText('<img src=x onerror=alert(1)> bold and <b>markup</b> & &amp;');
    await expect(rendered.locator('img, script, b')).toHaveCount(0);
    await expect(rendered.locator('a')).toHaveText(['2']);
    await expect(rendered.getByRole('listitem')).toHaveText('☑ done');
    await expectAccessibleInAllThemes(page);
  });

  await test.step('unless it is nested too deeply', async () => {
    await type(`# Deep\n${'> '.repeat(9000)}end`);
    await call();
    await expect(answer.locator('pre')).toContainText('# Deep');
    await expect(answer.locator('.markdown')).toHaveCount(0);
  });
});
