import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Each page fits into windows of these widths without sideways scrolling: in pixels, by default 320 to 1440. */
export async function expectToFit(
  page: Page,
  paths: readonly string[],
  widths: readonly number[] = [320, 390, 768, 1440],
): Promise<void> {
  const wide: unknown[] = [];
  for (const path of paths) {
    await page.goto(path);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      const beyond = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
      if (beyond !== 0) wide.push([path, width, beyond]);
    }
    // Readers who need more space between lines, words and letters set it themselves (WCAG 1.4.12).
    await page.evaluate(SPACED);
    const beyond = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
    if (beyond !== 0) wide.push([path, 'spaced', beyond]);
  }
  expect(wide).toEqual([]);
}

const SPACED = `const sheet = new CSSStyleSheet();
  sheet.replaceSync('* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }');
  document.adoptedStyleSheets = [sheet];`;

/** Axe finds nothing on any of the pages; what differs in the dark is colour. */
export async function expectAccessible(
  page: Page,
  paths: readonly string[],
  colorScheme: 'light' | 'dark',
): Promise<void> {
  await page.emulateMedia({ colorScheme });
  for (const path of paths) {
    await page.goto(path);
    await expectAccessibleNow(page, colorScheme);
  }
}

/** Axe finds nothing on the page that is shown. */
export async function expectAccessibleNow(page: Page, colorScheme: 'light' | 'dark' = 'light'): Promise<void> {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ rules: { 'target-size': { enabled: true } } });
  const { violations } = await (colorScheme === 'light' ? axe : axe.withRules('color-contrast')).analyze();
  const found = violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
  expect([page.url(), found]).toEqual([page.url(), []]);
}
