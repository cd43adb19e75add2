import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const [light = '', dark = ''] = readFileSync(new URL('tokens.css', import.meta.url), 'utf8').split('@media');
const colours = (sheet: string) =>
  Object.fromEntries(
    [...sheet.matchAll(/--([\w-]+): (#[0-9a-f]{3,6});/g)].map(([, name = '', value]) => [name, value]),
  );
const THEMES = { light: colours(light), dark: { ...colours(light), ...colours(dark) } };

/** Of a colour, as WCAG defines it. */
function luminance(colour: string): number {
  const digits = colour.length === 4 ? [...colour.slice(1)].map((digit) => digit + digit).join('') : colour.slice(1);
  const [red = 0, green = 0, blue = 0] = [0, 2, 4]
    .map((at) => Number.parseInt(digits.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [brighter = 0, darker = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (brighter + 0.05) / (darker + 0.05);
}

describe.each(Object.entries(THEMES))('in the %s theme', (_, theme) => {
  it.each(
    ['control', 'accent', 'bad', 'c-2xx', 'c-3xx', 'c-4xx', 'c-5xx'].flatMap((part) =>
      ['bg', 'raised'].map((ground) => [part, ground] as const),
    ),
  )('borders of fields, the focus and bars of charts stand out: %s on %s', (part, ground) => {
    expect(contrast(theme[part] ?? '', theme[ground] ?? '')).toBeGreaterThanOrEqual(3);
  });
});

it('contrast is that of WCAG', () => {
  expect([contrast('#000', '#ffffff'), contrast('#777777', '#fff').toFixed(2)]).toEqual([21, '4.48']);
});
