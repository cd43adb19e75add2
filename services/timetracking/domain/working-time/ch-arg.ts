import type { RuleSet } from './rule-set.ts';

/**
 * Arbeitsgesetz and its first ordinance. Only breaks of more than half an hour may be divided. Sundays, and holidays
 * that are equal to them, last from 23 to 23 o'clock. The weekly maximum depends on the kind of business: it is not
 * judged.
 */
export const chArg: RuleSet = {
  name: 'ch-arg',
  figures: [
    {
      from: '2000-08-01',
      breaks: {
        ...arg('Art. 15 Abs. 1 ArG'),
        needs: [
          { over: 330, least: 15, eachLeast: 15 },
          { over: 420, least: 30, eachLeast: 30 },
          { over: 540, least: 60, eachLeast: 15 },
        ],
      },
      stretch: {
        paragraph: 'Art. 18 Abs. 2 ArGV 1',
        source: 'https://www.fedlex.admin.ch/eli/cc/2000/243/de',
        lookedAt: '2026-11-29',
        most: 330,
        eachLeast: 15,
      },
      rest: { ...arg('Art. 15a Abs. 1 ArG'), least: 660, noticeFrom: 480 },
      day: { ...arg('Art. 10 Abs. 3 ArG'), most: 840, isSpan: true },
      average: null,
      sunday: { ...arg('Art. 18 Abs. 1 ArG'), earlier: 60 },
      holiday: { ...arg('Art. 20a Abs. 1 ArG'), earlier: 60 },
    },
  ],
};

function arg(paragraph: string) {
  return { paragraph, source: 'https://www.fedlex.admin.ch/eli/cc/1966/57_57_57/de', lookedAt: '2026-11-29' };
}
