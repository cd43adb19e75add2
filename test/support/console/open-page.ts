import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { Visitor } from './visitor.ts';

export interface Opened {
  readonly page: Page;
  /** What must be empty: messages of the browser, and addresses elsewhere. */
  readonly complaints: string[];
}

/** A new window, and all that goes wrong in it. */
export async function openPage(
  browser: Browser,
  baseURL: string,
  options: BrowserContextOptions = {},
): Promise<Opened> {
  const permissions = ['clipboard-read', 'clipboard-write'];
  const page = await (await browser.newContext({ baseURL, permissions, ...options })).newPage();
  page.setDefaultTimeout(20_000);
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== baseURL) complaints.push(request.url());
  });
  return { page, complaints };
}

/** Takes over the session of a visitor: of the same address. */
export async function takeOver(page: Page, visitor: Visitor, url: string): Promise<void> {
  const value = visitor.cookies.get('lyceum-console') ?? '';
  await page.context().addCookies([{ name: 'lyceum-console', value, url }]);
}
