import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Each page fits into windows of 320 to 1440 pixels without sideways scrolling. */
export async function expectToFit(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(path);
    for (const width of [320, 390, 768, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      const beyond = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
      expect([path, width, beyond]).toEqual([path, width, 0]);
    }
    // Readers who need more space between lines, words and letters set it themselves (WCAG 1.4.12).
    await page.evaluate(SPACED);
    const beyond = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
    expect([path, 'spaced', beyond]).toEqual([path, 'spaced', 0]);
  }
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
  const axe = new AxeBuilder({ page }).setLegacyMode();
  const { violations } = await (colorScheme === 'light' ? axe : axe.withRules('color-contrast')).analyze();
  const found = violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
  expect([page.url(), found]).toEqual([page.url(), []]);
}
