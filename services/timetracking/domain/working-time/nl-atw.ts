import type { RuleSet } from './rule-set.ts';

/** Arbeidstijdenwet, of people of 18 and more. It knows no holidays. Once in seven days, a rest may be eight hours. */
export const nlAtw: RuleSet = {
  name: 'nl-atw',
  figures: [
    {
      from: '2007-04-01',
      breaks: {
        ...atw('Art. 5:4 lid 2 ATW'),
        needs: [
          { over: 330, least: 30, eachLeast: 15 },
          { over: 600, least: 45, eachLeast: 15 },
        ],
      },
      stretch: null,
      rest: { ...atw('Art. 5:3 lid 2 ATW'), least: 660, noticeFrom: 480 },
      day: { ...atw('Art. 5:7 lid 2 ATW'), most: 720 },
      average: { ...atw('Art. 5:7 lid 2 ATW'), weeks: 16, most: 2_880 },
      sunday: atw('Art. 5:6 lid 1 ATW'),
      holiday: null,
    },
  ],
};

function atw(paragraph: string) {
  return { paragraph, source: 'https://wetten.overheid.nl/BWBR0007671', lookedAt: '2026-11-29' };
}
