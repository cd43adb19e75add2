import { describe, expect, it } from 'vitest';
import { barChart, lineChart } from './chart.ts';
import { inEnglish } from './testing/english.ts';

const chart = { id: 'c', title: 'Requests', summary: '', unit: 'Minute' };
const axisOf = (made: unknown) =>
  [...String(made).matchAll(/<div class="y">(.*?)<\/div>/gs)][0]?.[1]?.match(/[^<>]+(?=<\/span>)/g);

describe('a chart', () => {
  it.each([
    [0, '4'],
    [4, '4'],
    [5, '8'],
    [1_000, '1,000'],
    [1_001, '1,200'],
    [123_456, '160,000'],
  ])('of at most %d ends at %s', (value, top) => {
    expect(axisOf(inEnglish(() => lineChart({ ...chart, points: [{ label: 'a', values: [value] }] })))?.[0]).toBe(top);
  });

  it('has its limit in sight', () => {
    expect(axisOf(inEnglish(() => lineChart({ ...chart, limit: 1_000, points: [] })))?.[0]).toBe('1,200');
  });

  it('has a table of the same numbers', () => {
    const made = String(
      inEnglish(() =>
        barChart({
          ...chart,
          series: [
            { name: '2xx', look: 'c2' },
            { name: '5xx', look: 'c5' },
          ],
          points: [
            { label: '10:00', values: [3, 1] },
            { label: '11:00', values: [0, 2] },
          ],
        }),
      ),
    );
    expect(made).toContain(
      '<tr><th scope="row">10:00</th><td class="num" data-label="2xx">3</td><td class="num" data-label="5xx">1</td></tr>',
    );
    expect(made).toContain('5xx 3</li>');
    expect(made.match(/<rect class="c5" x="/g)).toHaveLength(2);
    expect(made).not.toMatch(/NaN|undefined|style=/);
  });
});
