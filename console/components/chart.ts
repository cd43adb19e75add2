import { type Html, html } from './html.ts';
import { numberText, t } from './language.ts';

/** A point of time, and its values in the order of the series. */
export interface Point {
  /** Such as `13:05`. */
  readonly label: string;
  readonly values: readonly number[];
}

interface Chart {
  readonly id: string;
  readonly title: string;
  /** The unit of the points: “Minute”. */
  readonly unit: string;
  readonly points: readonly Point[];
}

interface Series {
  readonly name: string;
  /** A class of the stylesheet: `c2` for success, up to `c5`. */
  readonly look: 'c2' | 'c3' | 'c4' | 'c5';
}

/** One series as a line, with a limit above it. */
export function lineChart(chart: Chart & { readonly summary: string; readonly limit?: number }): Html {
  const { points, limit, summary } = chart;
  const values = points.map((point) => point.values[0] ?? 0);
  const top = topOf(Math.max(...values, (limit ?? 0) * 1.1));
  const step = WIDTH / Math.max(1, values.length - 1);
  const line = values
    .map((value, index) => `${index === 0 ? 'M' : 'L'}${fixed(index * step)} ${y(value, top)}`)
    .join('');
  return figure(
    chart,
    [t.parts.requests],
    top,
    html`<p class="small muted">${summary}</p>`,
    html`<path class="area" d="${line}V${HEIGHT}H0Z"/><path class="line" d="${line}"/>${limit !== undefined && html`<line class="limit" x1="0" x2="${WIDTH}" y1="${y(limit, top)}" y2="${y(limit, top)}"/>`}`,
  );
}

/** Several series as bars, one above the other. */
export function barChart(chart: Chart & { readonly series: readonly Series[] }): Html {
  const { points, series } = chart;
  const totals = points.map(({ values }) => values.reduce((sum, value) => sum + value, 0));
  const top = topOf(Math.max(...totals, 0));
  const step = WIDTH / Math.max(1, points.length);
  const bars = points.map(({ values }, index) => {
    let base = HEIGHT;
    return series.map(({ look }, at) => {
      const value = values[at] ?? 0;
      if (value === 0) return undefined;
      const height = Math.max(LEAST_HEIGHT, (value / top) * HEIGHT);
      base -= height;
      return html`<rect class="${look}" x="${fixed((index + 0.15) * step)}" width="${fixed(step * 0.7)}" y="${fixed(base)}" height="${fixed(height)}"/>`;
    });
  });
  const legend = html`<ul class="legend">${series.map(
    ({ name, look }, at) =>
      html`<li><svg viewBox="0 0 10 10" aria-hidden="true"><rect class="${look}" width="10" height="10" rx="2"/></svg>${name} ${numberText(points.reduce((sum, { values }) => sum + (values[at] ?? 0), 0))}</li>`,
  )}</ul>`;
  return figure(
    chart,
    series.map(({ name }) => name),
    top,
    legend,
    html`${bars}`,
  );
}

/**
 * The frame of a chart: axes in HTML, so that words keep their size, and a table of the same numbers for whoever does
 * not see it, does not tell its colours apart or has no pointer.
 */
function figure(chart: Chart, names: readonly string[], top: number, aside: Html, drawing: Html): Html {
  const { id, title, unit, points } = chart;
  const lines = [4, 3, 2, 1, 0].map((quarter) => (quarter * top) / 4);
  const every = Math.max(1, Math.round((points.length - 1) / LABELS));
  return html`<figure class="section" aria-labelledby="${id}"><div class="section-head"><h2 id="${id}">${title}</h2>${aside}</div>
<div class="chart" aria-hidden="true"><div class="y">${lines.map((value) => html`<span>${numberText(value)}</span>`)}</div><svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none">${lines.map(
    (value) => html`<line class="grid" x1="0" x2="${WIDTH}" y1="${y(value, top)}" y2="${y(value, top)}"/>`,
  )}${drawing}${tooltips(points, names)}</svg><div class="${names.length > 1 ? 'x slots' : 'x'}">${points.filter((_, index) => index % every === 0).map(({ label }) => html`<span>${label}</span>`)}</div></div>
<details class="section"><summary class="small muted">${t.parts.numbers}</summary><div class="table small tall" role="region" aria-label="${t.parts.table(title)}" tabindex="0"><table><caption class="hidden">${title}</caption><thead><tr><th scope="col">${unit}</th>${names.map((name) => html`<th scope="col" class="num">${name}</th>`)}</tr></thead><tbody>${points.map(
    ({ label, values }) =>
      html`<tr><th scope="row">${label}</th>${values.map((value, at) => html`<td class="num" data-label="${names[at]}">${value}</td>`)}</tr>`,
  )}</tbody></table></div></details></figure>`;
}

/** The numbers of each point, for those who point at it. */
function tooltips(points: readonly Point[], names: readonly string[]): Html {
  const step = WIDTH / Math.max(1, points.length);
  return html`${points.map(
    ({ label, values }, index) =>
      html`<rect class="tooltip" x="${fixed(index * step)}" width="${fixed(step)}" height="${HEIGHT}"><title>${label}${names.map((name, at) => `\n${name} ${numberText(values[at] ?? 0)}`)}</title></rect>`,
  )}`;
}

/** The end of the scale: four round steps that hold everything. */
function topOf(greatest: number): number {
  for (let unit = 1; ; unit *= 10) {
    const step = STEPS.map((each) => each * unit).find((each) => Number.isInteger(each) && each * 4 >= greatest);
    if (step !== undefined) return step * 4;
  }
}

const STEPS = [1, 1.5, 2, 2.5, 3, 4, 5, 7.5];

function y(value: number, top: number): string {
  return fixed(HEIGHT - (value / top) * HEIGHT);
}

function fixed(value: number): string {
  return String(Math.round(value * 10) / 10);
}

const WIDTH = 240;
const HEIGHT = 160;
/** A bar that can still be seen. */
const LEAST_HEIGHT = 1.5;
/** Spaces between the labels of the time axis, about. */
const LABELS = 6;
