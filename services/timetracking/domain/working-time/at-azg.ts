import type { Figures, RuleSet } from './rule-set.ts';

/** Arbeitszeitgesetz and Arbeitsruhegesetz of Austria. A half-hour may be three breaks of ten minutes. */
const since1997: Figures = {
  from: '1997-05-01',
  breaks: { ...azg('§ 11 Abs. 1 AZG'), needs: [{ over: 360, least: 30, eachLeast: 10 }] },
  stretch: null,
  rest: { ...azg('§ 12 Abs. 1 AZG'), least: 660 },
  day: { ...azg('§ 9 Abs. 1 AZG'), most: 600 },
  average: { ...azg('§ 9 Abs. 4 AZG'), weeks: 17, most: 2_880 },
  sunday: arg('§ 3 Abs. 1 ARG'),
  holiday: arg('§ 7 Abs. 1 ARG'),
};

export const atAzg: RuleSet = {
  name: 'at-azg',
  // BGBl. I Nr. 53/2018 allows twelve hours.
  figures: [since1997, { ...since1997, from: '2018-09-01', day: { ...azg('§ 9 Abs. 1 AZG'), most: 720 } }],
};

function azg(paragraph: string) {
  return { paragraph, source: law(10008238), lookedAt: '2026-11-29' };
}

function arg(paragraph: string) {
  return { paragraph, source: law(10008541), lookedAt: '2026-11-29' };
}

function law(number: number): string {
  return `https://www.ris.bka.gv.at/GeltendeFassung.wxe?Abfrage=Bundesnormen&Gesetzesnummer=${number}`;
}
