import { expect, test } from '../fixtures.ts';
import { openInspector } from './inspectorPage.ts';

test('unseen characters in texts of a server are shown, and copied unchanged', async ({
  workbench,
  page,
}) => {
  await openInspector(workbench);
  const item = page.locator('.item', { hasText: 'mark_up' });
  await expect(item).toContainText('[U+202E]nwod');
  await expect(item).toHaveAttribute('title', /\[U\+202E\]right to left\[U\+202C\]/);
  await item.click();
  const detail = page.locator('main');
  await expect(detail.locator('h2')).toContainText('[U+202E]nwod');
  await expect(detail.locator('label')).toContainText('field[U+200B]');
  const marks = (part: string) => detail.locator(`${part} .unseen-mark`);
  await expect(marks('.text').first()).toHaveAttribute('data-signs', '[U+202E]');

  await page.getByRole('button', { name: 'Call Tool' }).click();
  await expect(marks('.response pre')).toHaveCount(2);
  await expect(marks('.response pre').first()).toHaveAttribute('data-signs', '[U+001B]');
  const marked = await marks('.response pre')
    .first()
    .evaluate((mark) => getComputedStyle(mark, '::before').content);
  expect(marked).toBe('"[U+001B]"');
  const answer = '<img src=x onerror=alert(1)> \u001B[31mred\u001B[0m';
  expect(await detail.locator('.response pre').evaluate((text) => text.textContent)).toBe(answer);
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(answer);
});

test('the target of a link shows its unseen characters; Markdown that nests too deeply is text', async ({
  workbench,
  page,
}) => {
  await openInspector(workbench);
  const answer = page.locator('.response');
  await page.locator('.item', { hasText: 'echo' }).click();
  const echo = async (text: string): Promise<void> => {
    await page.getByRole('tab', { name: 'JSON' }).click();
    await page.getByRole('textbox', { name: 'JSON' }).fill(JSON.stringify({ text }));
    await page.getByRole('button', { name: 'Call Tool' }).click();
    await expect(answer).toContainText(text.slice(0, 20).trim());
  };
  await echo('**more** at [x](https://example.com/\u3164a) and [y](command:\u2800b)');
  await answer.getByRole('button', { name: 'Show as Markdown' }).click();
  await expect(answer.locator('.markdown a')).toHaveAttribute('title', 'https://example.com/[U+3164]a');
  await expect(answer.locator('.markdown span[title]')).toHaveAttribute('title', 'command:[U+2800]b');
  await echo(`**deep**\n\n${'1. '.repeat(3000)}`);
  await expect(answer.locator('.markdown')).toHaveCount(0);
  await expect(answer).toContainText('deeply nested');
  await expect(answer.locator('pre.text')).toContainText('**deep**');
});
