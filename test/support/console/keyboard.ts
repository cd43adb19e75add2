import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/**
 * Walks each page from its beginning to its end with the Tab key. Everything that can be operated is reached, nothing
 * holds the focus or leads elsewhere by having it, each stop can be seen and none is wholly covered
 * (WCAG 2.1.1, 2.1.2, 2.4.7, 2.4.11, 3.2.1).
 */
export async function expectToBeWalked(page: Page, paths: readonly string[]): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const faults: unknown[] = [];
  const kinds = new Set<string>();
  for (const path of paths) {
    await page.goto(path);
    const address = withoutAnchor(page);
    await page.evaluate(BEGIN);
    for (let stops = 0; stops < MOST_STOPS; stops++) {
      await page.keyboard.press('Tab');
      const stop = await page.evaluate<Stop | null>(STOP);
      if (stop === null) break;
      if (stop.fault !== '') faults.push([path, stop.fault, stop.html]);
      if (stop.times > MOST_PARTS) break;
      if (kinds.has(stop.kind)) continue;
      kinds.add(stop.kind);
      // Without the focus, such a field would forget which of its parts had it.
      if (!/^INPUT (date|month|time)/.test(stop.kind) && !(await canBeSeen(page, stop)))
        faults.push([path, 'the focus cannot be seen', stop.html]);
    }
    for (const html of await page.evaluate<string[]>(MISSED)) faults.push([path, 'is not reached', html]);
    if (withoutAnchor(page) !== address) faults.push([path, 'leads elsewhere', page.url()]);
  }
  expect(faults).toEqual([]);
  expect(kinds.size).toBeGreaterThan(2);
}

/** The reference notes what is in sight in its address. */
const withoutAnchor = (page: Page) => page.url().replace(/#.*/, '');

interface Stop {
  readonly html: string;
  /** Elements of a kind look alike when they have the focus. */
  readonly kind: string;
  /** A field of a date has a stop for each of its parts. */
  readonly times: number;
  readonly fault: string;
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
}

const MOST_STOPS = 600;
const MOST_PARTS = 10;

/** From the beginning, also of a page that begins in a field: it does so when it is drawn. */
const BEGIN = `new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))).then(() => {
  const start = document.createElement('i');
  start.tabIndex = -1;
  document.body.prepend(start);
  start.focus();
  walk = new Map();
})`;

/** Where the focus is; null at the end of the page, which may lead to its beginning. */
const STOP = `(() => {
  const at = document.activeElement;
  const [first] = walk.keys();
  if (at === null || at === document.body || (at === first && walk.size > 1)) return null;
  const times = (walk.get(at) ?? 0) + 1;
  walk.set(at, times);
  const PARTS = [0.02, 0.25, 0.5, 0.75, 0.98];
  const boxes = [...at.getClientRects()];
  const isShown = boxes.some((box) => {
    const top = Math.max(0, box.top);
    const height = Math.min(innerHeight, box.bottom) - top;
    return PARTS.some((across) => PARTS.some((down) => {
      const found = document.elementFromPoint(box.left + box.width * across, top + height * down);
      return found !== null && (at.contains(found) || found.contains(at) && found.matches('label, a, button, summary'));
    }));
  });
  const { x, y, width, height } = (at.closest('label') ?? at).getBoundingClientRect();
  const { tagName, type = '', className, parentElement } = at;
  return {
    html: at.outerHTML.slice(0, 200),
    kind: [tagName, type, className, parentElement.tagName, parentElement.className].join(' '),
    times,
    fault: times > ${MOST_PARTS} ? 'holds the focus' : isShown ? '' : 'is covered',
    box: { x, y, width, height },
  };
})()`;

/** What can be operated and was no stop; of radio buttons, one of a group is. */
const MISSED = `[...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex]')]
  .filter((it) => it.tabIndex >= 0 && !it.disabled && it.checkVisibility({ visibilityProperty: true }) && !walk.has(it))
  .filter((it) => it.type !== 'radio' || ![...walk.keys()].some(({ name }) => name === it.name))
  .map((it) => it.outerHTML.slice(0, 200))`;

/** Whether what is drawn in and around the element differs from how it is without the focus. */
async function canBeSeen(page: Page, { box }: Stop): Promise<boolean> {
  const viewport = page.viewportSize() ?? { width: 0, height: 0 };
  const x = Math.max(0, box.x - MARGIN);
  const y = Math.max(0, box.y - MARGIN);
  const clip = {
    ...{ x, y },
    width: Math.max(1, Math.min(viewport.width - x, box.width + 2 * MARGIN)),
    height: Math.max(1, Math.min(viewport.height - y, box.height + 2 * MARGIN)),
  };
  const picture = () => page.screenshot({ clip, caret: 'hide' });
  const focused = await picture();
  await page.evaluate('focused = document.activeElement; focused.blur()');
  const blurred = await picture();
  await page.evaluate('focused.focus({ preventScroll: true })');
  return !focused.equals(blurred);
}

const MARGIN = 6;
